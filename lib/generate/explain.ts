import type { ParameterValue, ParameterValues } from '../model/contract.ts';
import type { Carried, Exchange } from '../model/exchange.ts';
import type { Finding, SmallestInput } from '../model/judging/finding.ts';
import type { ClassState, JudgedExchange } from '../model/judging/verdict.ts';
import type { ValueClass } from '../model/value-class.ts';
import { joined, wholeText } from './covering.ts';
import { shrinkList, shrinkText } from './shrink.ts';

/** Judges an exchange that is like a planned one; null where no more may be sent. */
export type Attempt = (exchange: Exchange) => Promise<JudgedExchange | null>;

/** Requests of smaller inputs for one exchange, and for one of its findings. */
const MOST_FOR_FINDING = 150;

/** Findings of one exchange that are shrunk. */
const MOST_SHRUNK = 3;

/**
 * Makes what finds out, for an exchange with classes of values in several parameters, which of them a finding depends
 * on, and the smallest input that still shows it. What shows with everyday values depends on none. What was found out
 * for one exchange is tried first for the next.
 */
export function explainer(classes: readonly ValueClass[], attempt: Attempt) {
  const byId = new Map(classes.map((one) => [one.id, one]));
  /** Findings with everyday values, by operation and binding. */
  const everyday = new Map<string, Promise<ReadonlySet<string>>>();
  /** The last smallest input by operation and finding. */
  const known = new Map<string, readonly SmallestInput[]>();

  return async (exchange: Exchange, judged: JudgedExchange): Promise<JudgedExchange> => {
    const { carried = [], operation, binding, steps } = exchange;
    const sent = steps[0]?.values ?? {};
    if (carried.length === 0 || judged.findings.length === 0) return judged;
    const tried = new Map<string, Promise<JudgedExchange | null>>();
    /** What comes of these values, the other parameters having everyday ones; each is tried once. */
    const tryOut = (values: ParameterValues) => {
      const key = JSON.stringify(values);
      const before = tried.get(key) ?? attempt(withValues(exchange, carried, values));
      tried.set(key, before);
      return before;
    };
    const place = `${operation}/${binding}`;
    const base = everyday.get(place) ?? tryOut({}).then((found) => new Set(found?.findings.map(keyOf)));
    everyday.set(place, base);
    const usual = await base;
    const own = judged.findings.filter((one) => !usual.has(keyOf(one)));
    const all = carried.flatMap(({ parameter, classes: ids }) => ids.map((id) => ({ parameter, class: id })));
    // No class is to blame for what everyday values show as well.
    if (own.length === 0)
      return { ...judged, classes: all.map((one) => ({ ...one, state: 'held' as const })) };
    const alone = await apart(carried, sent, tryOut, byId, usual);
    const smallest = new Map<string, readonly SmallestInput[]>();
    for (const key of new Set(own.map(keyOf))) {
      if (smallest.size === MOST_SHRUNK) break;
      let isWhole = true;
      const shows = limited(async (values: ParameterValues) => {
        const tries = await tryOut(values);
        isWhole &&= tries !== null;
        return has(tries, key);
      }, MOST_FOR_FINDING);
      const found = await smallestFor(key, shows);
      if (found && isWhole) smallest.set(key, found);
    }
    return {
      ...judged,
      findings: judged.findings.map((one) => {
        const inputs = smallest.get(keyOf(one));
        return inputs ? { ...one, smallestInputs: inputs } : one;
      }),
      classes: alone.states,
    };

    async function smallestFor(key: string, shows: (values: ParameterValues) => Promise<boolean>) {
      const shared = `${operation} ${key}`;
      const before = known.get(shared);
      if (before && (await shows(valuesOf(before)))) return before;
      const start = await startOf(key, alone.tried, shows);
      if (!start) return undefined;
      const inputs: SmallestInput[] = [];
      let values = start;
      for (const [parameter, value] of Object.entries(start)) {
        const showsWith = (next: ParameterValue) => shows({ ...values, [parameter]: next });
        const { plain } = carried.find((one) => one.parameter === parameter) ?? { plain: '' };
        const shrunk =
          typeof value === 'string'
            ? await shrinkText(value, showsWith)
            : await shrinkList(value, (count) => numbersFrom(String([plain].flat()[0]), count), showsWith);
        values = { ...values, [parameter]: shrunk.value };
        inputs.push({ parameter, ...shrunk });
      }
      known.set(shared, inputs);
      return inputs;
    }

    /** The values to shrink: of one class where one shows it, or else all that are needed together. */
    async function startOf(
      key: string,
      triedAlone: readonly (readonly [ParameterValues, JudgedExchange | null])[],
      shows: (values: ParameterValues) => Promise<boolean>,
    ): Promise<ParameterValues | undefined> {
      const single = triedAlone.findLast(([, found]) => has(found, key));
      const all = carried.map(({ parameter }) => [parameter, sent[parameter] as ParameterValue]);
      let values: ParameterValues = single?.[0] ?? Object.fromEntries(all);
      if (!single && !(await shows(values))) return undefined;
      for (const parameter of Object.keys(values).length > 1 ? Object.keys(values) : []) {
        const { [parameter]: _, ...rest } = values;
        if (await shows(rest)) values = rest;
      }
      return values;
    }
  };
}

/** What tells a finding from others of one exchange. */
function keyOf({ rule, step }: Finding): string {
  return `${step} ${rule}`;
}

function has(judged: JudgedExchange | null, key: string): boolean {
  return judged?.findings.some((one) => keyOf(one) === key) ?? false;
}

function stateOf(judged: JudgedExchange | null, usual: ReadonlySet<string>): ClassState['state'] | undefined {
  if (judged === null) return undefined;
  const own = judged.findings.filter((one) => !usual.has(keyOf(one)));
  if (own.length === 0) return 'held';
  return own.every(({ level }) => level === 'gap') ? 'refused' : 'broken';
}

/** Tries each parameter by itself, and each class of those that are not taken or come back otherwise. */
async function apart(
  carried: readonly Carried[],
  sent: Exchange['steps'][number]['values'],
  tryOut: (values: ParameterValues) => Promise<JudgedExchange | null>,
  byId: ReadonlyMap<string, ValueClass>,
  usual: ReadonlySet<string>,
) {
  const tried: (readonly [ParameterValues, JudgedExchange | null])[] = [];
  const states: ClassState[] = [];
  const stateAlone = async (values: ParameterValues) => {
    const found = await tryOut(values);
    tried.push([values, found]);
    return stateOf(found, usual);
  };
  /** States of the classes of a parameter that share its value; each may be held where two together are not. */
  const classesAlone = async ({ parameter, classes, plain }: Carried) => {
    const found: ClassState[] = [];
    for (const id of classes.length > 1 ? classes : []) {
      const alone = valueAlone(byId.get(id), plain);
      const state = alone === undefined ? undefined : await stateAlone({ [parameter]: alone });
      if (state !== undefined) found.push({ parameter, class: id, state });
    }
    return found;
  };
  // A service may take no recipients but numbers, and all else.
  const others = carried.filter(({ recipients }) => !recipients);
  const together = Object.fromEntries(
    others.map(({ parameter }) => [parameter, sent[parameter] as ParameterValue]),
  );
  const isHeld =
    others.length > 0 && others.length < carried.length && (await stateAlone(together)) === 'held';
  for (const one of carried) {
    const { parameter, classes } = one;
    const value = sent[parameter] as ParameterValue;
    const state = isHeld && !one.recipients ? 'held' : await stateAlone({ [parameter]: value });
    if (state === undefined) continue;
    const single = state === 'held' ? [] : await classesAlone(one);
    states.push(...(single.length > 0 ? single : classes.map((id) => ({ parameter, class: id, state }))));
  }
  return { states, tried };
}

/** A value of one class alone, for a parameter that has another one elsewhere. */
function valueAlone(
  { text, inside, number }: Partial<ValueClass> = {},
  plain: ParameterValue,
): ParameterValue | undefined {
  const first = String([plain].flat()[0]);
  const alone =
    text !== undefined
      ? wholeText(text)
      : inside !== undefined
        ? joined([inside])
        : number?.replace(/\$\{number\}/g, () => first);
  return alone === undefined || typeof plain === 'string' ? alone : [alone];
}

function valuesOf(inputs: readonly SmallestInput[]): ParameterValues {
  return Object.fromEntries(inputs.map(({ parameter, value }) => [parameter, value]));
}

/** An exchange whose send has these values, and everyday ones where classes of values were. */
function withValues(exchange: Exchange, carried: readonly Carried[], values: ParameterValues): Exchange {
  const [send, ...reports] = exchange.steps;
  if (!send) return exchange;
  const plain = Object.fromEntries(carried.map((one) => [one.parameter, one.plain]));
  const changed = { ...send, values: { ...send.values, ...plain, ...values } };
  return { ...exchange, steps: [changed, ...reports] };
}

/** So many different numbers, counted up from one. */
function numbersFrom(first: string, count: number): readonly string[] {
  const start = /^\d+$/.test(first) ? BigInt(first) : 905_000_000_000n;
  return Array.from({ length: count }, (_, place) => String(start + BigInt(place)));
}

/** Says no without asking once it was asked so often. */
function limited<T>(shows: (value: T) => Promise<boolean>, most: number): (value: T) => Promise<boolean> {
  let left = most;
  return async (value) => {
    left -= 1;
    return left >= 0 && shows(value);
  };
}
