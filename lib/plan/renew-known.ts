import type { PlannedKnownFailure } from '../model/known-failure.ts';
import { type BrokenRules, type KnownPart, partsOf, patternsOver } from './known-patterns.ts';

/** What a run has to say of an exchange that it judged. */
export interface Broken {
  /** Rules that it breaks so that the run is red. */
  readonly gating: ReadonlySet<string>;
  /** All that it breaks, or null where it did not come to its end, so that nobody knows. */
  readonly all: ReadonlySet<string> | null;
}

/** What becomes of a file of known failures. */
export interface RenewedKnown {
  /** For each entry: what is left of it, in as many entries as that takes; null where all of it is. */
  readonly kept: readonly (readonly KnownPart[] | null)[];
  /** What no entry says yet. */
  readonly added: readonly KnownPart[];
}

/**
 * The smallest change of known failures after which they say what is broken. What an entry rightly says stays where its
 * reason is, and nothing new comes to it. Of exchanges that were not judged everything stays as it was said.
 *
 * @param ids of the exchanges of the whole plan that can fail: patterns match none that does not fail so
 */
export function renewKnown(
  known: readonly PlannedKnownFailure[],
  judged: ReadonlyMap<string, Broken>,
  ids: readonly string[],
): RenewedKnown {
  const patterns = patternsOver(ids);
  const kept = known.map(({ rules, exchanges }) => {
    const holding = exchanges.map((id) => {
      const all = judged.get(id)?.all;
      return [id, new Set(rules.filter((rule) => all?.has(rule) ?? true))] as const;
    });
    const whole = holding.every(([, left]) => left.size === rules.length);
    return whole ? null : partsOf(new Map(holding), patterns);
  });
  return { kept, added: partsOf(unlisted(known, judged), patterns) };
}

/** The gating rules that no entry lists for an exchange. */
function unlisted(known: readonly PlannedKnownFailure[], judged: ReadonlyMap<string, Broken>): BrokenRules {
  const left = new Map([...judged].map(([id, { gating }]) => [id, new Set(gating)]));
  for (const { exchanges, rules } of known) {
    for (const id of exchanges) for (const rule of rules) left.get(id)?.delete(rule);
  }
  return left;
}
