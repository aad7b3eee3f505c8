import type { ParameterValue, ParameterValues } from '../model/contract.ts';
import { type Carried, type Exchange, isCapture } from '../model/exchange.ts';
import type { Finding, SmallestInput } from '../model/judging/finding.ts';
import type { ClassState, JudgedExchange } from '../model/judging/verdict.ts';
import type { ValueClass } from '../model/value-class.ts';
import { joined, wholeText } from './covering.ts';
import { shrinkList, shrinkText } from './shrink.ts';

/** Judges an exchange with other values, which `change` gives its twin in another plan; null where no more may be sent. */
export type Attempt = (
  exchange: Exchange,
  change: (planned: Exchange) => Exchange,
) => Promise<JudgedExchange | null>;

/** Findings of one exchange that are shrunk, and inputs that are tried for each. */
const MOST_SHRUNK = 3;
const MOST_TRIED = 150;

/** A text that a parameter with a closed list or a format of values refuses. */
const WORD = 'Word';

/** Recipients and characters from which on a value of a case is tried with fewer. */
const [MANY_RECIPIENTS, MANY_CHARACTERS] = [10, 70];

/** Judges the exchange with these values, the other parameters having everyday ones. */
type Try = (values: ParameterValues) => Promise<JudgedExchange | null>;

/** Findings by step, rule, and what is expected: words of the suite, or a text, a name or a count. */
type Found = ReadonlySet<string>;

/**
 * Makes what finds out, for an exchange with classes of values in several parameters, which of them a finding depends
 * on, and the smallest input that still shows it. What shows with everyday values depends on none. What was found out
 * for one exchange is tried first for the next.
 */
export function explainer(classes: readonly ValueClass[], attempt: Attempt) {
  const byId = new Map(classes.map((one) => [one.id, one]));
  /** What comes of everyday values, and of a word in one parameter, by the calls of an exchange. */
  const once = new Map<string, Promise<JudgedExchange | null>>();
  /** The last smallest input by operation and finding. */
  const known = new Map<string, readonly SmallestInput[]>();

  return async <Judged extends Pick<JudgedExchange, 'findings' | 'classes'>>(
    exchange: Exchange,
    judged: Judged,
  ): Promise<Judged> => {
    const { operation, steps } = exchange;
    const carried = carriedBy(exchange);
    if (carried.length === 0 || judged.findings.length === 0) return judged;
    const sent = Object.fromEntries(
      carried.map(({ parameter }) => [parameter, steps[0]?.values[parameter] as ParameterValue]),
    );
    const nameOf = (key: string) => `${operation} ${key}`;
    const tried = new Map<string, Promise<JudgedExchange | null>>();
    const tryOut: Try = (values) => {
      const change = (one: Exchange) => withValues(one, carried, values);
      return made(tried, JSON.stringify(values), () => attempt(change(exchange), change));
    };
    // The step of a finding depends on the calls before it.
    const calls = steps.map((step) => [step.operation, step.binding, step.form]);
    // A report on no packet of theirs has a class in the place of the PacketId.
    const isOwn = steps.some((step) => step.operation !== operation && step.reportsOn === undefined);
    const like = exchange.carried && !isOwn ? JSON.stringify(calls) : exchange.id;
    const tryOnce: Try = (values) => made(once, `${like} ${Object.keys(values)}`, () => tryOut(values));
    const usual = await tryOnce({});
    if (usual === null) return judged;
    const own = ownOf(judged, foundIn(usual));
    const isClear = clearIn(usual);
    const withClasses = (states: readonly ClassState[]) =>
      exchange.carried && { classes: states.filter(isClear) };
    // No class is to blame for what everyday values show as well.
    if (own.length === 0) {
      return { ...judged, ...withClasses(carried.flatMap((one) => statesOf(one, 'held'))) };
    }
    // What is refused is open (§4.6, §7): it is enough to know which class it was.
    const keys = [...foundIn({ findings: own.filter(({ level }) => level !== 'gap') })].slice(0, MOST_SHRUNK);
    // What the classes do by themselves, other exchanges show.
    const isKnown =
      exchange.case === 'drawn' && keys.length > 0 && keys.every((key) => known.has(nameOf(key)));
    const { states, shown } = isKnown
      ? { states: [], shown: [] }
      : await apart(carried, sent, { tryOut, tryOnce }, byId, foundIn(usual));
    const smallest = new Map<string, readonly SmallestInput[]>();
    for (const key of keys) {
      const inputs = await smallestFor(key, shown.findLast(([, found]) => found.has(key))?.[0] ?? sent);
      if (inputs) smallest.set(key, inputs);
    }
    const findings = judged.findings.map((one) => {
      const inputs = smallest.get(keyOf(one));
      return inputs ? { ...one, smallestInputs: inputs } : one;
    });
    return { ...judged, findings, ...withClasses(states) };

    /** Undefined where it does not show, or no more may be sent. */
    async function smallestFor(key: string, start: ParameterValues) {
      let left = MOST_TRIED;
      let isStopped = false;
      const shows = async (values: ParameterValues) => {
        left -= 1;
        const result = left < 0 ? undefined : await tryOut(values);
        isStopped ||= result === null;
        return result ? foundIn(result).has(key) : false;
      };
      const before = known.get(nameOf(key)) ?? [];
      const values = Object.fromEntries(before.map((one) => [one.parameter, one.value]));
      const isShown = before.length > 0 && (await shows(values));
      const inputs = isShown ? before : await shrunk(start, carried, shows);
      if (!inputs || isStopped) return undefined;
      known.set(nameOf(key), inputs);
      return inputs;
    }
  };
}

/** Returns the value of a key, which is made at most once. */
function made<T>(all: Map<string, T>, key: string, make: () => T): T {
  const value = all.get(key) ?? make();
  all.set(key, value);
  return value;
}

/** Returns whether what became of a class can be seen, which everyday values hide that are refused or come back otherwise. */
function clearIn({ findings, steps: [send] }: JudgedExchange) {
  const isTaken = send?.reached === 'reply';
  const spoilt = new Set(findings.map(({ names }) => names?.parameter));
  return ({ parameter }: ClassState) => isTaken && !spoilt.has(parameter);
}

function keyOf({ rule, step, expected }: Finding): string {
  const [first = ''] = [expected].flat();
  return `${step} ${rule} ${typeof first === 'string' ? 'words' : first.kind}`;
}

function foundIn({ findings }: Pick<JudgedExchange, 'findings'>): Found {
  return new Set(findings.map(keyOf));
}

function ownOf({ findings }: Pick<JudgedExchange, 'findings'>, usual: Found): readonly Finding[] {
  return findings.filter((one) => !usual.has(keyOf(one)));
}

function stateOf(found: JudgedExchange, usual: Found): ClassState['state'] {
  const own = ownOf(found, usual);
  if (own.length === 0) return 'held';
  return own.every(({ level }) => level === 'gap') ? 'refused' : 'broken';
}

function statesOf({ parameter, classes }: Carried, state: ClassState['state']): readonly ClassState[] {
  return classes.map((id) => ({ parameter, class: id, state }));
}

/**
 * Tries each parameter by itself, and each class of those that are not taken or come back otherwise. Parameters that
 * take few values, so that most of what they carry is refused, are tried apart from the others.
 */
async function apart(
  carried: readonly Carried[],
  sent: ParameterValues,
  { tryOut, tryOnce }: Readonly<Record<'tryOut' | 'tryOnce', Try>>,
  byId: ReadonlyMap<string, ValueClass>,
  usual: Found,
) {
  const shown: (readonly [ParameterValues, Found])[] = [];
  const states: ClassState[] = [];
  const stateAlone = async (values: ParameterValues): Promise<ClassState['state'] | undefined> => {
    const found = await tryOut(values);
    if (!found) return undefined;
    shown.push([values, foundIn(found)]);
    return stateOf(found, usual);
  };
  const closed: string[] = [];
  for (const { parameter, plain } of carried) {
    const found = await tryOnce({ [parameter]: typeof plain === 'string' ? WORD : [WORD] });
    if (found && stateOf(found, usual) === 'refused') closed.push(parameter);
  }
  const isOpen = (parameter: string) => !closed.includes(parameter);
  const together = Object.fromEntries(Object.entries(sent).filter(([name]) => isOpen(name)));
  const isHeld = closed.length > 0 && (await stateAlone(together)) === 'held';
  const statesAlone = async (one: Carried, state: ClassState['state']): Promise<readonly ClassState[]> => {
    const isClosed = state === 'refused' && !isOpen(one.parameter);
    if (state === 'held' || isClosed) return statesOf(one, state);
    const single: ClassState[] = [];
    for (const id of one.classes) {
      const alone = valueAlone(byId.get(id), one.plain);
      // Each may be held where two together are not, or a length.
      const found = alone === undefined ? state : await stateAlone({ [one.parameter]: alone });
      if (found) single.push({ parameter: one.parameter, class: id, state: found });
    }
    return single;
  };
  for (const one of carried) {
    const value = sent[one.parameter] ?? one.plain;
    const state = isHeld && isOpen(one.parameter) ? 'held' : await stateAlone({ [one.parameter]: value });
    if (state) states.push(...(await statesAlone(one, state)));
  }
  return { states, shown };
}

/** A value of one class alone, for a parameter that has another one elsewhere; none for a list of recipients. */
function valueAlone(one: ValueClass | undefined, plain: ParameterValue): ParameterValue | undefined {
  const { text, inside, number } = one ?? {};
  const [first = ''] = [plain].flat();
  const alone =
    text !== undefined
      ? wholeText(text)
      : inside !== undefined
        ? joined([inside])
        : number?.replace(/\$\{number\}/g, () => first);
  return alone === undefined || typeof plain === 'string' ? alone : [alone];
}

const NUMBER = /^[1-9]\d{9,14}$/;

/** Leaves out parameters that do not matter, and shrinks the values of the others; undefined where it does not show. */
async function shrunk(
  start: ParameterValues,
  carried: readonly Carried[],
  shows: (values: ParameterValues) => Promise<boolean>,
): Promise<readonly SmallestInput[] | undefined> {
  if (!(await shows(start))) return undefined;
  let values = start;
  for (const parameter of Object.keys(start).length > 1 ? Object.keys(start) : []) {
    const { [parameter]: _, ...rest } = values;
    if (await shows(rest)) values = rest;
  }
  const inputs: SmallestInput[] = [];
  for (const [parameter, value] of Object.entries(values)) {
    const showsWith = (next: ParameterValue) => shows({ ...values, [parameter]: next });
    const [first = ''] = [carried.find((one) => one.parameter === parameter)?.plain ?? ''].flat();
    const isNumbered =
      new Set(value).size === value.length && [value].flat().every((one) => NUMBER.test(one));
    // Numbers of the list itself are those that may be sent to.
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, place) =>
        isNumbered ? (value[place % value.length] ?? '') : String(BigInt(first) + BigInt(place)),
      );
    const found =
      typeof value === 'string'
        ? await shrinkText(value, showsWith)
        : await shrinkList(value, numbered, showsWith);
    values = { ...values, [parameter]: found.value };
    inputs.push({ parameter, ...found });
  }
  return inputs;
}

/** The values of a send that are made smaller: those with classes, or else the long ones, where a length or a count may matter. */
export function carriedBy({ carried, steps: [send] }: Exchange): readonly Carried[] {
  if (carried) return carried;
  return Object.entries(send?.values ?? {}).flatMap(([parameter, value]): readonly Carried[] => {
    if (isCapture(value) || value.length < (typeof value === 'string' ? MANY_CHARACTERS : MANY_RECIPIENTS))
      return [];
    return [{ parameter, classes: [], plain: typeof value === 'string' ? WORD : value.slice(0, 1) }];
  });
}

/** An exchange whose send has these values, and everyday ones where classes of values were. */
function withValues(exchange: Exchange, carried: readonly Carried[], values: ParameterValues): Exchange {
  const [send, ...others] = exchange.steps;
  if (!send) return exchange;
  const plain = Object.fromEntries(carried.map((one) => [one.parameter, one.plain]));
  const changed = { ...send.values, ...plain, ...values };
  const recipients = (some: Exchange['steps'][number]['values']) =>
    Object.values(some).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
  return {
    ...exchange,
    steps: [{ ...send, values: changed }, ...others],
    messages: exchange.messages + recipients(changed) - recipients(send.values),
  };
}
