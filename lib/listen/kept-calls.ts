import type { Gate } from '../model/contract.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { gates } from '../model/requirement.ts';
import { breachText, type HeardCall } from './pairing.ts';

/** Bytes of calls that are kept for the reports, which take five times as many in either process. */
export const MOST_KEPT = 50_000_000;

/**
 * Keeps calls of clients within a limit of bytes. A further call empties earlier ones: the oldest clean ones first, then
 * those that are not red, and last red ones, whose breach stays.
 * @param isCounted whether a scenario counts a call, which is then kept
 */
export function keptCalls(gate: Gate, isCounted: (call: HeardCall) => boolean, most = MOST_KEPT) {
  const kept = new Map<HeardCall, { readonly size: number; readonly rank: number; readonly red: string }>();
  let bytes = 0;
  return (call: HeardCall, { findings, note }: JudgedExchange) => {
    const breach = findings.find(({ level }) => gates(level, gate));
    const red = note ?? (breach ? breachText(breach) : '');
    const rank = red === '' ? Math.min(findings.length, 1) : 2;
    const size = callSize(call);
    kept.set(call, { size, rank, red });
    bytes += size;
    if (bytes <= most) return;
    const spare = [...kept].filter(([each]) => each !== call && !isCounted(each));
    for (const [oldest, about] of spare.toSorted(([, a], [, b]) => a.rank - b.rank)) {
      if (bytes <= most) return;
      kept.delete(oldest);
      bytes -= about.size;
      // A connection or a scenario may know it still.
      Object.assign(oldest, { leftOut: about.red, answer: undefined, call: { ...oldest.call, values: {} } });
    }
  };
}

/** Bytes that a call takes beside its texts. */
const LEAST = 2_000;

function callSize({ answer }: HeardCall): number {
  const { request, outcome } = answer?.made ?? {};
  const reply = outcome?.kind === 'response' ? outcome.response : undefined;
  const fields = [...(request?.headers ?? []), ...(reply?.headers ?? [])].flat();
  const texts = [request?.path, ...fields, request?.body, reply?.body];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), LEAST);
}
