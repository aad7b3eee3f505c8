import type { Aspect, ReplyAspects } from './aspects.ts';
import type { Change, Difference, Example } from './comparison.ts';

/**
 * Says in what two replies to the same request differ, meaning first. Replies of different kinds, such as a packet and a
 * fault, have one difference: what each is in one line.
 */
export function compareReplies(old: ReplyAspects, now: ReplyAspects): readonly Change[] {
  if (old.kind !== now.kind) {
    return [{ kind: 'meaning', field: 'reply', from: old.summary, to: now.summary }];
  }
  const [before, after] = [byKey(old.aspects), byKey(now.aspects)];
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changes = keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    const known = one ?? other;
    if (!known || one?.value === other?.value) return [];
    const { kind, field, at } = known;
    // How many there are is a difference of its own; what the missing ones would say is none.
    if (at !== undefined && (!one || !other)) return [];
    return [{ kind, field, from: one?.value ?? 'absent', to: other?.value ?? 'absent' }];
  });
  return [
    ...distinct(changes.filter(({ kind }) => kind === 'meaning')),
    ...distinct(changes.filter(({ kind }) => kind === 'surface')),
  ];
}

function byKey(aspects: readonly Aspect[]): ReadonlyMap<string, Aspect> {
  return new Map(
    aspects.map((aspect) => [`${aspect.kind} ${aspect.field.toLowerCase()} ${aspect.at ?? ''}`, aspect]),
  );
}

function distinct(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

/** A pair of replies with what differs between them. */
export interface ComparedPair {
  readonly exchange: string;
  readonly step: number;
  readonly operation: string;
  readonly binding: string;
  readonly changes: readonly Change[];
  /** What people are shown of it; made only for examples. */
  readonly example: () => Omit<Example, 'exchange' | 'step'>;
}

const MOST_EXAMPLES = 3;

/** Groups the same change of many replies into one difference; meaning first, then the most frequent. */
export function groupDifferences(pairs: readonly ComparedPair[]): readonly Difference[] {
  const groups = new Map<string, { readonly change: Change; readonly seen: ComparedPair[] }>();
  for (const pair of pairs) {
    for (const change of pair.changes) {
      const key = JSON.stringify([change.kind, change.field, change.from, change.to]);
      const group = groups.get(key) ?? { change, seen: [] };
      group.seen.push(pair);
      groups.set(key, group);
    }
  }
  const differences = [...groups.values()].map(({ change, seen }) => ({
    ...change,
    replies: seen.length,
    operations: [...new Set(seen.map(({ operation }) => operation))],
    bindings: [...new Set(seen.map(({ binding }) => binding))],
    examples: seen
      .slice(0, MOST_EXAMPLES)
      .map(({ exchange, step, example }) => ({ exchange, step, ...example() })),
  }));
  const order = (one: Difference) => (one.kind === 'meaning' ? 0 : 1);
  return differences.sort((a, b) => order(a) - order(b) || b.replies - a.replies);
}
