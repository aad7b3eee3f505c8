import picomatch from 'picomatch';
import type { Exchange } from '../../model/exchange.ts';
import type { Result } from '../../model/result.ts';
import type { Filters } from '../../model/running/settings.ts';
import { mostLike, nearest } from '../../text/nearest.ts';

type FilterName = keyof Filters;

/** A filter that selects nothing, by itself or in combination: never a green run. */
export type SelectProblem =
  | {
      readonly kind: 'unmatched';
      readonly filter: FilterName;
      readonly value: string;
      /** What would match, sorted; for `case` and `exclude` what is most like the value. */
      readonly allowed: readonly string[];
      readonly nearest?: string;
    }
  /** Each filter matches something, but together they leave no exchange. */
  | { readonly kind: 'empty'; readonly filters: readonly FilterName[] };

/** The parts of an exchange that filters look at. */
export interface Selectable
  extends Pick<Exchange, 'case' | 'aliases' | 'operation' | 'variant' | 'tags' | 'client'> {
  readonly binding: string;
  readonly level: string;
}

/** Return the words of an exchange that a value of each filter can match. */
const wordsFor: Readonly<Record<FilterName, (exchange: Selectable) => readonly string[]>> = {
  operation: ({ operation }) => [operation],
  binding: ({ binding }) => [binding],
  case: caseWords,
  exclude: caseWords,
  tag: ({ tags }) => tags,
  level: ({ level }) => [level],
};

/**
 * Returns the case, its operation and case, and the whole id, under each id that the case has or had; of a client, the client
 * and the whole id.
 */
function caseWords({ operation, binding, variant, client, aliases = [], ...exchange }: Selectable) {
  if (client) return [`clients/${client.id}`, `clients/${client.id}/${binding}/${operation}`];
  return [exchange.case, ...aliases].flatMap((id) => {
    const name = `${operation}/${id}`;
    return [id, name, [name, binding, ...(variant === null ? [] : [variant])].join('/')];
  });
}

function takesPattern(filter: FilterName): boolean {
  return filter === 'case' || filter === 'exclude';
}

/** Returns a test that is true of an exchange with a word that a value of a filter matches. */
export function matcher(filter: FilterName, value: string): (exchange: Selectable) => boolean {
  const matches = takesPattern(filter) ? matchesId(value) : (word: string) => word === value;
  return (exchange) => wordsFor[filter](exchange).some(matches);
}

/**
 * Returns the exchanges that match every filter and no pattern of `exclude`, in the order of the plan. A value that
 * matches nothing by itself, or a combination that leaves nothing, is a problem: a filter is meant to select something.
 */
export function select<E extends Selectable>(
  exchanges: readonly E[],
  filters: Filters,
): Result<readonly E[], readonly SelectProblem[]> {
  const chosen = givenFilters(filters);
  const problems = chosen.flatMap(({ filter, values }) =>
    values
      .filter(({ matches }) => !exchanges.some(matches))
      .map(({ value }) => unmatched(exchanges, filter, value)),
  );
  if (problems.length > 0) return { ok: false, error: problems };
  const selected = exchanges.filter((exchange) => chosen.every((given) => selects(given, exchange)));
  if (selected.length > 0) return { ok: true, value: selected };
  return { ok: false, error: [{ kind: 'empty', filters: chosen.map(({ filter }) => filter) }] };
}

function givenFilters(filters: Filters) {
  return (Object.keys(wordsFor) as FilterName[]).flatMap((filter) => {
    const values = (filters[filter] ?? []).map((value) => ({ value, matches: matcher(filter, value) }));
    return values.length === 0 ? [] : [{ filter, values }];
  });
}

function selects({ filter, values }: ReturnType<typeof givenFilters>[number], exchange: Selectable): boolean {
  return values.some(({ matches }) => matches(exchange)) === (filter !== 'exclude');
}

/** Returns a function that names the first filter that leaves an exchange out. */
export function leavingFilter(filters: Filters): (exchange: Selectable) => FilterName | undefined {
  const given = givenFilters(filters);
  return (exchange) => given.find((filter) => !selects(filter, exchange))?.filter;
}

const MOST_OFFERED = 5;

function unmatched(exchanges: readonly Selectable[], filter: FilterName, value: string): SelectProblem {
  const words = [...new Set(exchanges.flatMap(wordsFor[filter]))];
  const close = nearest(value, words);
  // Bindings and variants are worth naming where they were written.
  const parts = Math.max(2, value.split('/').length);
  const short = words.filter((word) => word.split('/').length <= parts);
  const meant = takesPattern(filter) ? withNearestOperation(exchanges, value) : undefined;
  const like = meant === undefined ? mostLike(value, short, MOST_OFFERED) : [meant];
  const allowed = takesPattern(filter) ? like : words.sort();
  return { kind: 'unmatched', filter, value, allowed, ...(close === undefined ? {} : { nearest: close }) };
}

/** Returns a pattern with the operation that its first part most likely means; undefined where that matches nothing either. */
function withNearestOperation(exchanges: readonly Selectable[], pattern: string): string | undefined {
  const [operation = '', ...rest] = pattern.split('/');
  const meant = nearest(operation, [...new Set(exchanges.map((exchange) => exchange.operation))]);
  const corrected = [meant, ...rest].join('/');
  const isRight = meant !== undefined && rest.length > 0 && exchanges.some(matcher('case', corrected));
  return isRight ? corrected : undefined;
}

/**
 * Returns a test of ids against a glob: `*` is one part between slashes, `**` any number of parts. An exclamation mark
 * excludes nothing: an exchange that it excludes by one of its words would match by another.
 */
export function matchesId(pattern: string): (id: string) => boolean {
  // Stryker disable next-line ArrowFunction: callers treat undefined and false alike
  if (pattern === '') return () => false;
  const matches = picomatch(pattern, { nonegate: true });
  return (id) => matches(id);
}
