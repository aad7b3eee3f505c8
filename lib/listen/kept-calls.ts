import type { Gate } from '../model/contract.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import { gates } from '../model/requirement.ts';
import { breachText, type HeardCall } from './pairing.ts';

/** Bytes of calls that are kept for the reports, which take five times as many in either process. */
export const MOST_KEPT = 50_000_000;

/**
 * Keeps calls of clients within a limit of bytes. For one more, others are emptied: the oldest of those that are clean, then
 * of those that are not red; of red ones, where nothing else is left, the breach stays.
 *
 * @param isCounted whether a scenario counts a call, which is then kept
 */
export function keptCalls(gate: Gate, isCounted: (one: HeardCall) => boolean, most = MOST_KEPT) {
  const kept = new Map<HeardCall, { readonly size: number; readonly rank: number; readonly red: string }>();
  let bytes = 0;
  return (one: HeardCall, { findings, note }: JudgedExchange) => {
    const breach = findings.find(({ level }) => gates(level, gate));
    const red = note ?? (breach ? breachText(breach) : '');
    const rank = red === '' ? Math.min(findings.length, 1) : 2;
    const size = sizeOf(one);
    kept.set(one, { size, rank, red });
    bytes += size;
    if (bytes <= most) return;
    const others = [...kept].filter(([each]) => each !== one && !isCounted(each));
    for (const [oldest, about] of others.toSorted(([, a], [, b]) => a.rank - b.rank)) {
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

function sizeOf({ answer }: HeardCall): number {
  const { request, outcome } = answer?.made ?? {};
  const reply = outcome?.kind === 'response' ? outcome.response : undefined;
  const fields = [...(request?.headers ?? []), ...(reply?.headers ?? [])].flat();
  const texts = [request?.path, ...fields, request?.body, reply?.body];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), LEAST);
}
