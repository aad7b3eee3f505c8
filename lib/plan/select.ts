import picomatch from 'picomatch';
import type { Exchange, Expectation, PlannedStep, PlannedValue } from '../model/exchange.ts';
import type { Result } from '../model/result.ts';
import type { Filters } from '../model/running/settings.ts';
import { nearest } from '../text/nearest.ts';

type FilterName = keyof Filters;

/** A filter that selects nothing, by itself or in combination: never a green run. */
export type SelectProblem =
  | {
      readonly kind: 'unmatched';
      readonly filter: FilterName;
      readonly value: string;
      /** What would match, sorted; for `case` and `exclude` the operation and case of each exchange. */
      readonly allowed: readonly string[];
      readonly nearest?: string;
    }
  /** Each filter matches something, but together they leave no exchange. */
  | { readonly kind: 'empty'; readonly filters: readonly FilterName[] };

/** What filters look at of an exchange. */
export interface Selectable extends Pick<Exchange, 'case' | 'aliases' | 'operation' | 'variant' | 'tags'> {
  readonly binding: string;
  readonly level: string;
}

type Selection<E> = Result<readonly E[], readonly SelectProblem[]>;

/** How one filter looks at an exchange. */
interface Aspect {
  /** The words of an exchange that a value of the filter can match. */
  readonly words: (exchange: Selectable) => readonly string[];
  /** Those of them to offer where a value matches none. */
  readonly offered: (exchange: Selectable) => readonly string[];
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
function caseWords({ operation, binding, variant }: Selectable, id: string): readonly string[] {
  const name = `${operation}/${id}`;
  return [id, name, [name, binding, ...(variant === null ? [] : [variant])].join('/')];
}

/**
 * Returns the exchanges that match every filter and no pattern of `exclude`, in the order of the plan. A value that
 * matches nothing by itself, or a combination that leaves nothing, is a problem: whoever filters wants something judged.
 */
export function select<E extends Selectable>(exchanges: readonly E[], filters: Filters): Selection<E> {
  const given = (Object.keys(aspects) as FilterName[]).flatMap((filter) => {
    const values = filters[filter];
    return values === undefined || values.length === 0 ? [] : [{ filter, values }];
  });
  const unmatched = given.flatMap(({ filter, values }) =>
    values.flatMap((value) => unmatchedValue(exchanges, filter, value)),
  );
  if (unmatched.length > 0) return { ok: false, error: unmatched };
  const tests = given.map(({ filter, values }) => {
    const matches = anyOf(filter, values);
    return filter === 'exclude' ? (exchange: E) => !matches(exchange) : matches;
  });
  const value = exchanges.filter((exchange) => tests.every((test) => test(exchange)));
  if (value.length > 0) return { ok: true, value };
  return { ok: false, error: [{ kind: 'empty', filters: given.map(({ filter }) => filter) }] };
}

function anyOf(filter: FilterName, values: readonly string[]): (exchange: Selectable) => boolean {
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
  exchanges: readonly Selectable[],
  filter: FilterName,
  value: string,
): readonly SelectProblem[] {
  if (exchanges.some(anyOf(filter, [value]))) return [];
  const allowed = [...new Set(exchanges.flatMap(aspects[filter].offered))].sort();
  const words = [...new Set(exchanges.flatMap(aspects[filter].words))];
  const close = nearest(value, words);
  return [{ kind: 'unmatched', filter, value, allowed, ...(close === undefined ? {} : { nearest: close }) }];
}

/** A plan without calls over bindings that were not chosen, and what had to be left out for that. */
export interface WithinBindings {
  readonly exchanges: readonly Exchange[];
  /** Exchanges that ask their question over another binding only. */
  readonly exchangesLeftOut: number;
  /** Steps of the remaining exchanges. */
  readonly stepsLeftOut: number;
}

/**
 * Leaves out every step over a binding that was not chosen, so that an endpoint that serves some bindings can be judged
 * by itself. An exchange keeps its place as long as one call of its own operation remains.
 */
export function withinBindings(
  exchanges: readonly Exchange[],
  chosen: readonly string[] | undefined,
): WithinBindings {
  if (chosen === undefined || chosen.length === 0) {
    return { exchanges, exchangesLeftOut: 0, stepsLeftOut: 0 };
  }
  const isChosen = (step: PlannedStep) => chosen.includes(step.binding);
  const kept = exchanges.filter(({ operation, steps }) =>
    steps.some((step) => step.operation === operation && isChosen(step)),
  );
  const narrowed = kept.map((exchange) => {
    const steps = keptSteps(exchange.steps, isChosen);
    const isAsked =
      steps.some(({ expected }) => expected) || !exchange.steps.some(({ expected }) => expected);
    return isAsked ? { ...exchange, steps } : { ...exchange, steps, expect: nothing(exchange.expect) };
  });
  const stepsOf = (plan: readonly Exchange[]) => plan.reduce((sum, { steps }) => sum + steps.length, 0);
  return {
    exchanges: narrowed,
    exchangesLeftOut: exchanges.length - kept.length,
    stepsLeftOut: stepsOf(kept) - stepsOf(narrowed),
  };
}

/** An expectation without what was asked of steps that are left out. */
function nothing({ sameContent }: Expectation): Expectation {
  return { sameContent, packet: {}, eachDelivery: {} };
}

/** The chosen steps, without those that need what another one would capture; what refers to a step follows it to its new place. A send always goes over the exchange's binding. */
function keptSteps(
  steps: readonly PlannedStep[],
  isChosen: (step: PlannedStep) => boolean,
): readonly PlannedStep[] {
  const places = new Map<number, number>();
  for (const [index, step] of steps.entries()) {
    const isLeft = Object.values(step.values).some((value) => isCapture(value) && !places.has(value.step));
    if (isChosen(step) && !isLeft) places.set(index, places.size);
  }
  if (places.size === steps.length) return steps;
  const placeOf = (step: number) => places.get(step) ?? step;
  return steps
    .filter((_, index) => places.has(index))
    .map((step) => ({
      ...step,
      values: Object.fromEntries(
        Object.entries(step.values).map(([name, value]) => [name, moved(value, placeOf)]),
      ),
      ...(step.reportsOn === undefined ? {} : { reportsOn: placeOf(step.reportsOn) }),
      ...(step.rereads === undefined ? {} : { rereads: placeOf(step.rereads) }),
    }));
}

function moved(value: PlannedValue, placeOf: (step: number) => number): PlannedValue {
  return isCapture(value) ? { ...value, step: placeOf(value.step) } : value;
}

function isCapture(value: PlannedValue): value is Extract<PlannedValue, { readonly step: number }> {
  return typeof value === 'object' && 'step' in value;
}
