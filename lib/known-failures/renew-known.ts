import type { PlannedKnownFailure } from '../model/running/known-failure.ts';
import { type BrokenRules, type KnownPart, type Patterns, partsOf, patternsOver } from './known-patterns.ts';

/** What a run has to say of an exchange that it judged to its end. */
export interface Broken {
  /** Rules that it breaks so that the run is red. */
  readonly gating: ReadonlySet<string>;
  /** Rules that it was seen to break, at the gate or below it; what the contract leaves open is no failure. */
  readonly failing: ReadonlySet<string>;
  /** All that it breaks, or that had no say. */
  readonly all: ReadonlySet<string>;
}

/** An entry of what is left of an entry: all of it as it was written, or a part. */
export interface KeptPart {
  readonly what: KnownPart | 'whole';
  /** Whether it had expired and was seen to fail all the same, and so is to be accepted anew. */
  readonly renewed: boolean;
}

/** What is left of an entry. */
export interface KeptEntry {
  /** In as many entries as that takes; none where nothing is left. */
  readonly parts: readonly KeptPart[];
  /** Whether it says less than it did. */
  readonly narrowed: boolean;
}

/** What becomes of a file of known failures. */
export interface RenewedKnown {
  /** For each entry. */
  readonly kept: readonly KeptEntry[];
  /** What no entry says yet. */
  readonly added: readonly KnownPart[];
}

/**
 * The smallest change of known failures after which they say what is broken. What an entry rightly says stays where its
 * reason is, and nothing new comes to it. Of exchanges that were not judged everything stays as it was said; the part of
 * an expired entry that nobody saw failing stays expired.
 *
 * @param ids of the exchanges of the whole plan that can fail: patterns match none that does not fail so
 */
export function renewKnown(
  known: readonly PlannedKnownFailure[],
  judged: ReadonlyMap<string, Broken>,
  ids: readonly string[],
): RenewedKnown {
  const patterns = patternsOver(ids);
  return {
    kept: known.map((entry) => keptOf(entry, judged, patterns)),
    added: partsOf(unlisted(known, judged), patterns),
  };
}

type Fate = 'stays' | 'renewed' | 'gone';

function keptOf(
  entry: PlannedKnownFailure,
  judged: ReadonlyMap<string, Broken>,
  patterns: Patterns,
): KeptEntry {
  const { exchanges, rules } = entry;
  const withFate = (fate: Fate): BrokenRules =>
    new Map(
      exchanges.map((id) => [
        id,
        new Set(rules.filter((rule) => fateOf(entry, judged.get(id), rule) === fate)),
      ]),
    );
  const parts = (['stays', 'renewed'] as const).flatMap((fate): readonly KeptPart[] => {
    const left = withFate(fate);
    const renewed = fate === 'renewed';
    const whole = [...left.values()].every(({ size }) => size === rules.length);
    if (whole) return [{ what: 'whole', renewed }];
    return partsOf(left, patterns).map((what) => ({ what, renewed }));
  });
  return { parts, narrowed: [...withFate('gone').values()].some(({ size }) => size > 0) };
}

/** What becomes of what an entry says of one exchange and one rule. */
function fateOf({ expired }: PlannedKnownFailure, broken: Broken | undefined, rule: string): Fate {
  if (expired && broken?.failing.has(rule)) return 'renewed';
  return (broken?.all.has(rule) ?? true) ? 'stays' : 'gone';
}

/** The gating rules that no entry lists for an exchange. */
function unlisted(known: readonly PlannedKnownFailure[], judged: ReadonlyMap<string, Broken>): BrokenRules {
  const left = new Map([...judged].map(([id, { gating }]) => [id, new Set(gating)]));
  for (const { exchanges, rules } of known) {
    for (const id of exchanges) for (const rule of rules) left.get(id)?.delete(rule);
  }
  return left;
}
