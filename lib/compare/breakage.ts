import type { Contract } from '../model/contract.ts';
import { brokenReaders, type ReplyPair } from '../readers/broken-readers.ts';
import { writtenReply } from '../readers/written-reply.ts';
import { someOf } from '../text/counted.ts';
import type { NamedChange, Pair } from './replies.ts';

/** A line under "who would break": programs that work with the old side and stumble over the new one, and because of what. */
export interface Breakage {
  /** The programs, such as the tools that generate clients. */
  readonly who: string;
  /** What they stumble over, in the words of a difference. */
  readonly because: string;
  /** Whether it makes the comparison red. */
  readonly gates: boolean;
  /** What readers stumble over, as an entry of accepted differences names it. */
  readonly change?: NamedChange;
}

/** Readers that a line names. */
const MOST_READERS = 6;

/** Returns the replies of both sides to each call, as they are written, where both are packet results. */
export function replyPairs(pairs: readonly Pair[], contract: Contract): readonly ReplyPair[] {
  const written = (side: Pair['old']) => {
    const outcome = side?.recorded.outcome;
    if (!side?.read || outcome?.kind !== 'response') return undefined;
    return writtenReply(outcome.response, side.read, side.call, contract);
  };
  return pairs.flatMap((pair) => {
    if (!pair.isExact || pair.either.recorded.place?.probe) return [];
    const [old, now] = [written(pair.old), written(pair.now)];
    return old && now ? { old, now } : [];
  });
}

/**
 * Returns what readers stumble over on the new side alone.
 * @param gated ids of the readers whose breaking makes the comparison red, or `all`
 */
export function readerBreakages(pairs: readonly Pair[], contract: Contract, gated: readonly string[]) {
  const { understanding, broken } = brokenReaders(replyPairs(pairs, contract));
  const all = new Set(broken.flatMap(({ readers }) => readers.map(({ id }) => id)));
  const breakages = broken.map(({ property, from, to, readers, failure }): Breakage => {
    return {
      who: someOf(
        readers.map(({ title }) => title),
        MOST_READERS,
      ),
      because: `${property}  ${from} -> ${to} (${failure})`,
      gates: gated.includes('all') || readers.some(({ id }) => gated.includes(id)),
      change: { kind: 'readers', field: property, from, to },
    };
  });
  return { breakages, counts: { old: understanding.size, broken: all.size } };
}
