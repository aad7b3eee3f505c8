import type { KnownFailure } from '../model/running/known-failure.ts';
import { matchesId } from '../plan/select.ts';
import { nearest } from '../text/nearest.ts';

/** A pattern of known failures that cannot be meant: it matches nothing, or what another one has said already. */
export type KnownProblem = {
  /** Place of its entry in the file, and its own in the entry, from 0. */
  readonly entry: number;
  readonly pattern: number;
  readonly text: string;
} & (
  | { readonly kind: 'unmatched'; readonly nearest?: string }
  | {
      readonly kind: 'overlap';
      readonly other: { readonly entry: number; readonly pattern: number };
      /** An exchange that both match, and a rule that both list for it. */
      readonly exchange: string;
      readonly rule: string;
    }
);

/** What the patterns of known failures mean in a plan. */
export interface MatchedKnown {
  /** Ids of the matching exchanges, for each entry. */
  readonly exchanges: readonly (readonly string[])[];
  readonly problems: readonly KnownProblem[];
}

interface Pattern {
  readonly entry: number;
  readonly pattern: number;
  readonly text: string;
  readonly ids: ReadonlySet<string>;
  readonly rules: readonly string[];
}

/**
 * Finds the exchanges of each entry among the ids of the whole plan. What one pattern says of an exchange and a rule
 * no other may say again, in the same entry neither: the day on which one is taken away must change something.
 */
export function matchKnown(entries: readonly KnownFailure[], ids: readonly string[]): MatchedKnown {
  const patterns = entries.flatMap(({ patterns: texts, rules }, entry) =>
    texts.map((text, pattern): Pattern => {
      const matching = new Set(ids.filter(matchesId(text)));
      return { entry, pattern, text, ids: matching, rules };
    }),
  );
  const unmatched = patterns
    .filter((one) => one.ids.size === 0)
    .map(({ entry, pattern, text }): KnownProblem => {
      const close = nearest(text, ids);
      return { kind: 'unmatched', entry, pattern, text, ...(close === undefined ? {} : { nearest: close }) };
    });
  const overlapping = patterns.flatMap((later, index) =>
    patterns.slice(0, index).flatMap((earlier) => overlap(earlier, later)),
  );
  return {
    exchanges: entries.map((_, entry) => [
      ...new Set(patterns.filter((one) => one.entry === entry).flatMap((one) => [...one.ids])),
    ]),
    problems: [...unmatched, ...overlapping],
  };
}

function overlap(earlier: Pattern, later: Pattern): readonly KnownProblem[] {
  const rule = later.rules.find((one) => earlier.rules.includes(one));
  const exchange = [...later.ids].find((id) => earlier.ids.has(id));
  if (rule === undefined || exchange === undefined) return [];
  const { entry, pattern, text } = later;
  return [{ kind: 'overlap', entry, pattern, text, other: earlier, exchange, rule }];
}
