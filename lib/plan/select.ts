import picomatch from 'picomatch';
import type { Exchange } from '../model/exchange.ts';
import type { FilterName, Filters, Selection, SelectProblem } from '../model/selection.ts';
import { nearest } from '../text/nearest.ts';

/** How one filter looks at an exchange. */
interface Aspect {
  /** The words of an exchange that a value of the filter can match. */
  readonly words: (exchange: Exchange) => readonly string[];
  /** Those of them to offer where a value matches none. */
  readonly offered: (exchange: Exchange) => readonly string[];
  readonly matcher: (value: string) => (word: string) => boolean;
}

const exactly = (value: string) => (word: string) => word === value;

function byWord(words: Aspect['words']): Aspect {
  return { words, offered: words, matcher: exactly };
}

const byPattern: Aspect = {
  words: (exchange) => [exchange.case, ...(exchange.aliases ?? [])].flatMap((id) => caseWords(exchange, id)),
  offered: (exchange) => [`${exchange.operation}/${exchange.case}`],
  matcher: matchesId,
};

const aspects: Readonly<Record<FilterName, Aspect>> = {
  operation: byWord((exchange) => [exchange.operation]),
  binding: byWord((exchange) => [exchange.binding]),
  case: byPattern,
  exclude: byPattern,
  tag: byWord((exchange) => exchange.tags),
  level: byWord((exchange) => [exchange.level]),
};

/** What a case pattern can match of an exchange, under one id of its case. */
function caseWords({ operation, binding, variant }: Exchange, id: string): readonly string[] {
  const name = `${operation}/${id}`;
  return [id, name, [name, binding, ...(variant === null ? [] : [variant])].join('/')];
}

/**
 * Returns the exchanges that match every filter and no pattern of `exclude`, in the order of the plan. A value that
 * matches nothing by itself, or a combination that leaves nothing, is a problem: whoever filters wants something judged.
 */
export function select(exchanges: readonly Exchange[], filters: Filters): Selection {
  const given = (Object.keys(aspects) as FilterName[]).flatMap((filter) => {
    const values = filters[filter];
    return values === undefined || values.length === 0 ? [] : [{ filter, values }];
  });
  const unmatched = given.flatMap(({ filter, values }) =>
    values.flatMap((value) => unmatchedValue(exchanges, filter, value)),
  );
  if (unmatched.length > 0) return { ok: false, problems: unmatched };
  const tests = given.map(({ filter, values }) => {
    const matches = anyOf(filter, values);
    return filter === 'exclude' ? (exchange: Exchange) => !matches(exchange) : matches;
  });
  const value = exchanges.filter((exchange) => tests.every((test) => test(exchange)));
  if (value.length > 0) return { ok: true, value };
  return { ok: false, problems: [{ kind: 'empty', filters: given.map(({ filter }) => filter) }] };
}

function anyOf(filter: FilterName, values: readonly string[]): (exchange: Exchange) => boolean {
  const { words, matcher } = aspects[filter];
  const matchers = values.map((value) => matcher(value));
  return (exchange) => words(exchange).some((word) => matchers.some((matches) => matches(word)));
}

/**
 * Whether a glob matches a text of parts with slashes between them: `*` is one part, `**` any number of them. An
 * exclamation mark excludes nothing: what it excludes for one word would match by another of them.
 */
export function matchesId(pattern: string): (id: string) => boolean {
  // Stryker disable next-line ArrowFunction: callers treat undefined and false alike
  if (pattern === '') return () => false;
  const matches = picomatch(pattern, { nonegate: true });
  return (id) => matches(id);
}

/** Whether a case pattern, as of `--case`, matches an exchange by case, operation and case, or id. */
export function matchesCase(pattern: string): (exchange: Exchange) => boolean {
  return anyOf('case', [pattern]);
}

function unmatchedValue(
  exchanges: readonly Exchange[],
  filter: FilterName,
  value: string,
): readonly SelectProblem[] {
  if (exchanges.some(anyOf(filter, [value]))) return [];
  const allowed = [...new Set(exchanges.flatMap(aspects[filter].offered))].sort();
  const words = [...new Set(exchanges.flatMap(aspects[filter].words))];
  const close = nearest(value, words);
  return [{ kind: 'unmatched', filter, value, allowed, ...(close === undefined ? {} : { nearest: close }) }];
}
