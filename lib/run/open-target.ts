import type { Contract } from '../model/contract.ts';
import type { Target } from '../model/judging/wire.ts';
import { type Stop, stop } from '../model/running/stop.ts';
import { startReference } from '../reference/index.ts';

type OpenedTarget = { readonly ok: true; readonly target: Target; close(): Promise<void> };

/** A target, the embedded reference once it has been started. */
export async function openTarget(target: Target, contract: Contract): Promise<OpenedTarget | Stop> {
  if (target.kind === 'external') return { ok: true, target, close: async () => {} };
  try {
    const reference = await startReference({ contract, namespace: target.namespace });
    return {
      ok: true,
      target: { ...target, baseUrl: reference.baseUrl },
      close: () => reference.close(),
    };
  } catch (error) {
    return stop(
      5,
      `the embedded reference did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
