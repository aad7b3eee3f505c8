import type { ParameterValue, ParameterValues } from '../model/contract.ts';
import { type Carried, type Exchange, isCapture, type ValueClass } from '../model/exchange.ts';
import type { Finding, SmallestInput } from '../model/judging/finding.ts';
import type { ClassState, JudgedExchange } from '../model/judging/verdict.ts';
import { joined, wholeText } from './covering.ts';
import { fewest, type Shows, shortestText, smallestList } from './shrink.ts';

/** Judges an exchange with other values, which `change` also gives its twin in another plan; null if no more may be sent. */
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

/** The outcome of values: findings without their texts, and whether the reply to the send was a packet. */
interface Tried {
  readonly findings: readonly (Shown & {
    readonly level: Finding['level'];
    readonly parameter: string | undefined;
  })[];
  readonly refusal: string | undefined;
  readonly isTaken: boolean;
}

/** Names a finding by its place and rule, and by what may have changed its text. */
interface Shown {
  readonly key: string;
  readonly changes: readonly string[];
}

/**
 * Judges an exchange with these values, and everyday values in its other parameters; null if no more may be sent.
 * @param isAgain whether values that were tried are tried once more
 */
type Try = (values: ParameterValues, isAgain?: boolean) => Promise<Tried | null>;

/**
 * Returns a function that finds which classes of values of an exchange a finding depends on, and the smallest input that
 * still shows it. A finding that everyday values show depends on no class. The result for one exchange is tried first for
 * the next. What is said of a length or a count was tried once more from both sides.
 * @param changesIn names the changes that may have made the text that a finding is about; a smaller input shows one of them
 */
export function explainer(
  classes: readonly ValueClass[],
  attempt: Attempt,
  changesIn: (finding: Finding) => readonly string[] = () => [],
) {
  /** By the calls of an exchange and the values. */
  const results = new Map<string, ReturnType<Try>>();
  /** The last smallest input by operation and finding. */
  const known = new Map<string, readonly SmallestInput[]>();

  return async <Judged extends Pick<JudgedExchange, 'findings' | 'classes'>>(
    exchange: Exchange,
    judged: Judged,
  ): Promise<Judged> => {
    const carried = carriedBy(exchange);
    if (carried.length === 0 || judged.findings.length === 0) return judged;
    const calls = callsOf(exchange);
    const tried: { readonly values: ParameterValues; readonly result: Tried | null }[] = [];
    const shownBy = (finding: Finding): Shown => ({ key: findingKey(finding), changes: changesIn(finding) });
    const triedOf = (made: JudgedExchange | null): Tried | null => {
      if (!made) return null;
      const findings = made.findings.map((finding) => {
        return { ...shownBy(finding), level: finding.level, parameter: finding.about?.parameter };
      });
      return { findings, refusal: made.refusal, isTaken: made.steps[0]?.reached === 'reply' };
    };
    const tryOut: Try = async (values, isAgain) => {
      const key = `${calls} ${JSON.stringify(values)}`;
      const change = (planned: Exchange) => withSendValues(planned, carried, values);
      const before = isAgain ? undefined : results.get(key);
      const trying = before ?? attempt(change(exchange), change).then(triedOf);
      results.set(key, trying);
      const result = await trying;
      tried.push({ values, result });
      return result;
    };
    const usual = await tryOut({});
    if (usual === null) return judged;
    const stateWith: StateWith = async (values) => stateOf(await tryOut(values), usual);
    const caused = judged.findings.filter((finding) => !shows(usual, shownBy(finding)));
    // Refusals are open (§4.6, §7): it is enough to know which class was refused.
    const shrinkable = caused.filter(({ level }) => level !== 'gap').map(shownBy);
    const nameOf = ({ key, changes }: Shown) => `${exchange.operation} ${key} ${changes.join()}`;
    const keys = [...new Map(shrinkable.map((shown) => [nameOf(shown), shown])).values()].slice(
      0,
      MOST_SHRUNK,
    );
    // What the classes of a drawn exchange do by themselves, other exchanges show.
    const isKnown =
      exchange.case === 'drawn' && keys.length > 0 && keys.every((shown) => known.has(nameOf(shown)));
    const sent = Object.fromEntries(
      carried.map(({ parameter }) => [parameter, exchange.steps[0]?.values[parameter] as ParameterValue]),
    );
    const spoilt = new Set(usual.findings.map(({ parameter }) => parameter));
    // Everyday values hide what becomes of a class where they are refused or come back otherwise themselves.
    const isClear = ({ parameter }: ClassState) => usual.isTaken && !spoilt.has(parameter);
    const states: ClassState[] = [];
    // No class is to blame for what everyday values show as well.
    if (caused.length === 0) states.push(...carried.flatMap(allHeld));
    else if (!isKnown) states.push(...(await apart(carried, sent, classes, stateWith)));
    const smallest = new Map<string, readonly SmallestInput[]>();
    for (const shown of keys) {
      const start = tried.findLast(({ result }) => shows(result, shown));
      const inputs = await smallestFor(shown, start?.values ?? sent);
      if (inputs) smallest.set(nameOf(shown), inputs);
    }
    const findings = judged.findings.map((finding) => {
      const inputs = smallest.get(nameOf(shownBy(finding)));
      return inputs ? { ...finding, smallestInputs: inputs } : finding;
    });
    return { ...judged, findings, ...(exchange.carried && { classes: states.filter(isClear) }) };

    /** Finds the smallest input for a finding; undefined if it does not appear, or no more may be sent. */
    async function smallestFor(shown: Shown, start: ParameterValues) {
      const first = tried.length;
      const showsWith = async (values: ParameterValues) =>
        tried.length - first < MOST_TRIED && shows(await tryOut(values), shown);
      const before = known.get(nameOf(shown)) ?? [];
      const isShown = before.length > 0 && (await holds(shown, before));
      const inputs = isShown ? before : await shrunk(start, carried, showsWith);
      if (!inputs || tried.slice(first).some(({ result }) => result === null)) return undefined;
      // A service may have answered otherwise by chance.
      if (!isShown && !(await holds(shown, inputs, true))) return undefined;
      known.set(nameOf(shown), inputs);
      return inputs;
    }

    /** True if inputs show a finding, and none with one character or recipient less, where their number decides. */
    async function holds(shown: Shown, inputs: readonly SmallestInput[], isAgain = false) {
      const values = Object.fromEntries(inputs.map(({ parameter, value }) => [parameter, value]));
      const fewer = inputs.flatMap(({ parameter, value, rightUpTo }) =>
        rightUpTo === undefined ? [] : [{ ...values, [parameter]: value.slice(0, -1) }],
      );
      const wrong = await tryOut(values, isAgain);
      if (!shows(wrong, shown)) return false;
      for (const less of fewer) {
        const right = await tryOut(less, isAgain);
        if (right === null || shows(right, shown)) return false;
      }
      return true;
    }
  };
}

/** Names the calls of an exchange, which other exchanges make as well: the step of a finding depends on those before it. */
function callsOf({ id, operation, steps, carried }: Exchange): string {
  // The PacketId of a report on no packet of the exchange itself is a class of values, too.
  const asksForOther = steps.some((step) => step.operation !== operation && step.reportsOn === undefined);
  if (!carried || asksForOther) return id;
  return JSON.stringify(steps.map((step) => [step.operation, step.binding, step.form]));
}

/** Names a finding by its step, its rule, and what is expected: words of the suite, or a text, a name or a count. */
function findingKey({ rule, step, expected }: Finding): string {
  const [first = ''] = [expected].flat();
  return `${step} ${rule} ${typeof first === 'string' ? 'words' : first.kind}`;
}

function shows(tried: Tried | null, wanted: Shown): boolean {
  const isSame = ({ key, changes }: Shown) =>
    key === wanted.key &&
    (wanted.changes.length === 0 || wanted.changes.some((change) => changes.includes(change)));
  return tried?.findings.some(isSame) ?? false;
}

function allHeld({ parameter, classes }: Carried): readonly ClassState[] {
  return classes.map((id) => ({ parameter, class: id, state: 'held' }));
}

/** The state of values after a try; undefined if no more may be sent. */
type State = Pick<ClassState, 'state' | 'answer'> | undefined;
type StateWith = (values: ParameterValues) => Promise<State>;

function stateOf(tried: Tried | null, usual: Tried): State {
  if (!tried) return undefined;
  const caused = tried.findings.filter((shown) => !shows(usual, shown));
  if (caused.length === 0) return { state: 'held' };
  const isOpen = caused.every(({ level }) => level === 'gap');
  return isOpen ? { state: 'refused', answer: tried.refusal } : { state: 'broken' };
}

/** Returns the parameters that refuse a simple word. */
async function closedAmong(carried: readonly Carried[], stateWith: StateWith): Promise<readonly string[]> {
  const closed: string[] = [];
  for (const { parameter, plain } of carried) {
    const word = typeof plain === 'string' ? WORD : [WORD];
    if ((await stateWith({ [parameter]: word }))?.state === 'refused') closed.push(parameter);
  }
  return closed;
}

/**
 * Tries each parameter by itself, and each class of parameters whose values are refused or come back changed. Parameters
 * that take few values, and refuse most classes, are tried apart from the others.
 */
async function apart(
  carried: readonly Carried[],
  sent: ParameterValues,
  classes: readonly ValueClass[],
  stateWith: StateWith,
): Promise<readonly ClassState[]> {
  const closed = await closedAmong(carried, stateWith);
  const open = Object.entries(sent).filter(([name]) => !closed.includes(name));
  const held = closed.length > 0 ? await stateWith(Object.fromEntries(open)) : undefined;
  const states: ClassState[] = [];
  for (const { parameter, plain, classes: ids } of carried) {
    const isClosed = closed.includes(parameter);
    const isHeld = held?.state === 'held' && !isClosed;
    const whole = isHeld ? held : await stateWith({ [parameter]: sent[parameter] ?? plain });
    const isWhole = whole?.state === 'held' || (isClosed && whole?.state === 'refused');
    for (const valueClass of classes.filter(({ id }) => ids.includes(id))) {
      // Each may be held where two together are not, or a length.
      const alone = isWhole ? undefined : valueAlone(valueClass, plain);
      const single = alone === undefined ? whole : await stateWith({ [parameter]: alone });
      if (single) states.push({ parameter, class: valueClass.id, ...single });
    }
  }
  return states;
}

/** Returns a value of one class alone for a parameter with this plain value; undefined for a class of lists. */
function valueAlone({ text, inside, number }: ValueClass, plain: ParameterValue): ParameterValue | undefined {
  const [first = ''] = [plain].flat();
  const ofNumber = number?.replace(/\$\{number\}/g, () => first);
  const alone = (text && wholeText(text)) ?? (inside === undefined ? ofNumber : joined([inside]));
  return alone === undefined || typeof plain === 'string' ? alone : [alone];
}

const NUMBER = /^[1-9]\d{9,14}$/;

/** Leaves out parameters that do not matter, and shrinks the values of the others; undefined if nothing is shown. */
async function shrunk(
  start: ParameterValues,
  carried: readonly Carried[],
  showsWith: Shows<ParameterValues>,
): Promise<readonly SmallestInput[] | undefined> {
  if (!(await showsWith(start))) return undefined;
  const needed = await fewest(
    Object.entries(start),
    async (entries) => entries.length > 0 && showsWith(Object.fromEntries(entries)),
  );
  let values = Object.fromEntries(needed);
  const inputs: SmallestInput[] = [];
  for (const [parameter, value] of needed) {
    const showsIn = (next: ParameterValue) => showsWith({ ...values, [parameter]: next });
    const [first = ''] = [carried.find((field) => field.parameter === parameter)?.plain ?? ''].flat();
    const isNumbered =
      new Set(value).size === value.length && [value].flat().every((item) => NUMBER.test(item));
    // Numbers of the list itself are those that may be sent to.
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, place) =>
        isNumbered ? (value[place % value.length] ?? '') : String(BigInt(first) + BigInt(place)),
      );
    const found = await (typeof value === 'string'
      ? shortestText(value, showsIn)
      : smallestList(value, numbered, showsIn));
    values = { ...values, [parameter]: found.value };
    inputs.push({ parameter, ...found });
  }
  return inputs;
}

/** Returns the values of a send that are made smaller: those with classes, or else the long values. */
export function carriedBy({ carried, steps: [send] }: Exchange): readonly Carried[] {
  if (carried) return carried;
  return Object.entries(send?.values ?? {}).flatMap(([parameter, value]): readonly Carried[] => {
    if (isCapture(value) || value.length < (typeof value === 'string' ? MANY_CHARACTERS : MANY_RECIPIENTS))
      return [];
    return [{ parameter, classes: [], plain: typeof value === 'string' ? WORD : value.slice(0, 1) }];
  });
}

/** Returns an exchange whose send has these values, and everyday values instead of other classes. */
function withSendValues(exchange: Exchange, carried: readonly Carried[], values: ParameterValues): Exchange {
  const [send, ...reports] = exchange.steps;
  if (!send) return exchange;
  const everyday = Object.fromEntries(carried.map(({ parameter, plain }) => [parameter, plain]));
  const changed = { ...send.values, ...everyday, ...values };
  const recipients = (sent: Exchange['steps'][number]['values']) =>
    Object.values(sent).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
  return {
    ...exchange,
    steps: [{ ...send, values: changed }, ...reports],
    messages: exchange.messages + recipients(changed) - recipients(send.values),
  };
}
