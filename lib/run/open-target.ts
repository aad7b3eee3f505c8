import type { Contract } from '../model/contract.ts';
import type { Settings } from '../model/settings.ts';
import type { Target } from '../model/wire.ts';
import { startReference } from '../reference/index.ts';
import { type Stop, stop } from './stop.ts';

type OpenedTarget = { readonly ok: true; readonly target: Target; close(): Promise<void> };

/** The target as it is given, or the embedded reference, started, without one. */
export async function openTarget(
  { namespace }: Settings,
  baseUrl: string | null,
  contract: Contract,
): Promise<OpenedTarget | Stop> {
  if (baseUrl !== null) {
    return { ok: true, target: { baseUrl, namespace, kind: 'external' }, close: async () => {} };
  }
  try {
    const reference = await startReference({ contract, namespace });
    const target: Target = { baseUrl: reference.baseUrl, namespace, kind: 'reference' };
    return { ok: true, target, close: () => reference.close() };
  } catch (error) {
    return stop(
      5,
      `the embedded reference did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
