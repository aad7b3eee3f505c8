/** Rules that a set of exchanges breaks, each of them each. */
export interface KnownPart {
  readonly rules: readonly string[];
  /** Globs that match these exchanges and no other of the plan, and none of them twice. */
  readonly patterns: readonly string[];
}

/** Rules by the id of the exchange that breaks them. */
export type BrokenRules = ReadonlyMap<string, ReadonlySet<string>>;

/** The globs over ids of a plan, each with what it matches. */
export type Patterns = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The smallest number of parts that say what is broken: exchanges that break the same rules together, or rules that
 * the same exchanges break, whichever are fewer.
 */
export function partsOf(broken: BrokenRules, patterns: Patterns): readonly KnownPart[] {
  const exchangesOf = turned(broken);
  const byRules = groups(exchangesOf).map(([rules, exchanges]) => ({ rules, exchanges }));
  const byExchanges = groups(broken).map(([exchanges, rules]) => ({ rules, exchanges }));
  const ways = [byRules, byExchanges].map((way) =>
    way.map(({ rules, exchanges }) => ({ rules, patterns: patternsFor(new Set(exchanges), patterns) })),
  );
  return ways.reduce((best, way) => (sizeOf(way) < sizeOf(best) ? way : best));
}

/** Entries count before patterns. */
function sizeOf(parts: readonly KnownPart[]): number {
  return parts.reduce((sum, { patterns }) => sum + 1_000_000 + patterns.length, 0);
}

function turned(broken: BrokenRules): BrokenRules {
  const exchangesOf = new Map<string, Set<string>>();
  for (const [id, rules] of broken) {
    for (const rule of rules) exchangesOf.set(rule, (exchangesOf.get(rule) ?? new Set()).add(id));
  }
  return exchangesOf;
}

/** Keys that have the same values, with these values. */
function groups(
  sets: BrokenRules,
): readonly (readonly [keys: readonly string[], values: readonly string[]])[] {
  const bySet = new Map<string, { readonly keys: string[]; readonly values: readonly string[] }>();
  for (const [key, set] of sets) {
    if (set.size === 0) continue;
    const values = [...set].sort();
    const group = bySet.get(values.join('\n')) ?? { keys: [], values };
    group.keys.push(key);
    bySet.set(values.join('\n'), group);
  }
  return [...bySet.values()].map(({ keys, values }) => [keys, values]);
}

/**
 * Few globs that match these exchanges and nothing else: each time the one that matches most of what is left, and of
 * those the shortest.
 */
function patternsFor(wanted: ReadonlySet<string>, patterns: Patterns): readonly string[] {
  const left = new Set(wanted);
  const found: string[] = [];
  let fitting = [...patterns];
  while (left.size > 0) {
    fitting = fitting.filter(([, ids]) => [...ids].every((id) => left.has(id)));
    const [pattern, ids] = fitting.reduce((best, one) => (isBetter(one, best) ? one : best));
    found.push(pattern);
    for (const id of ids) left.delete(id);
  }
  return found.sort();
}

type Pattern = readonly [text: string, ids: ReadonlySet<string>];

function isBetter([text, ids]: Pattern, [otherText, otherIds]: Pattern): boolean {
  const more = ids.size - otherIds.size;
  return more > 0 || (more === 0 && text.length < otherText.length);
}

/** Every glob that matches some of these ids, `<operation>/<case>/<binding>[/<variant>]`. */
export function patternsOver(ids: readonly string[]): Patterns {
  const patterns = new Map<string, Set<string>>();
  for (const id of ids) {
    for (const text of globsOf(id)) patterns.set(text, (patterns.get(text) ?? new Set()).add(id));
  }
  return patterns;
}

function globsOf(id: string): ReadonlySet<string> {
  const [operation, name, binding, variant] = id.split('/');
  const globs = [operation, '*'].flatMap((first) =>
    [name, '*'].flatMap((second) =>
      [binding, '*'].flatMap((third) =>
        // A variant means nothing without its case.
        tailsFor(variant, second !== '*').map((tail) => shortened(`${first}/${second}/${third}${tail}`)),
      ),
    ),
  );
  return new Set(globs);
}

function tailsFor(variant: string | undefined, named: boolean): readonly string[] {
  if (variant === undefined) return ['', '/**'];
  return named ? [`/${variant}`, '/*', '/**'] : ['/*', '/**'];
}

/** Parts that may be any, at the end where there may be any number of them, need not be said. */
function shortened(glob: string): string {
  return glob.replace(/(?:\*\/)+\*\*$/, '**');
}
