import type { BindingId, Contract, DeclaredValue, Operation, ParameterValue } from '../../model/contract.ts';
import {
  type Capture,
  type DeclaredCase,
  type DeclaredStep,
  descriptions,
  type Exchange,
  type Expectation,
  type ExpectedTexts,
  isCapture,
  type PlannedStep,
  type PlannedValue,
} from '../../model/exchange.ts';
import { defined } from '../../text/defined.ts';
import { interpolate, referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import { generate, isTexts, type ValueSource } from './generate.ts';
import { operationOf, recipientsOf } from './recipients.ts';

/** The inputs of a plan besides its cases. */
export interface PlanInputs extends ValueSource {
  readonly contract: Contract;
  /** The ServiceTicket that cases send unless they say another. */
  readonly ticket: string;
  /** Values to send instead of canonical ones, by the names of their parameters. */
  readonly values: Readonly<Record<string, string>>;
}

/** Expands every case over its bindings and its matrix, in the order of declaration. Pure. */
export function expand(cases: readonly DeclaredCase[], inputs: PlanInputs): readonly Exchange[] {
  const drawn = { count: 0 };
  return cases.flatMap((declared) => {
    const { aliases, levels, bindings, form, change, matrix, generate: _, ...rest } = declared;
    const { keptConnection, carries, ...about } = rest;
    const variants = combinations(matrix);
    return bindings.flatMap((binding) =>
      variants.map((variant) => expandExchange(declared, about, binding, variant, inputs, drawn)),
    );
  });
}

/** An exchange that is being made, with the value of each `${name}`. */
interface Expanding {
  readonly id: string;
  readonly declared: DeclaredCase;
  readonly binding: BindingId;
  readonly inputs: PlanInputs;
  readonly names: Map<string, PlannedValue>;
  /** How many numbers the calls of the plan have drawn so far. */
  readonly drawn: { count: number };
  /** A text with the texts that it refers to. */
  readonly text: (declared: string) => string;
}

/** @param about the keys that every exchange of the case shares, taken from it once */
function expandExchange(
  declared: DeclaredCase,
  about: Pick<DeclaredCase, Exclude<keyof DeclaredCase & keyof Exchange, 'aliases'>>,
  binding: BindingId,
  variant: Variant,
  inputs: PlanInputs,
  drawn: { count: number },
): Exchange {
  const { aliases, levels, generate: generated, carries } = declared;
  const parts = [declared.operation, declared.id, binding, ...(variant.slug === null ? [] : [variant.slug])];
  const id = parts.join('/');
  const names = new Map<string, PlannedValue>();
  const text = (written: string) =>
    interpolate(written, (name) => {
      const value = names.get(name);
      // The loader refuses such a case; messages with something else in this place would cost money.
      if (typeof value !== 'string') throw new Error(`no plan: ${name} in ${id} is no text`);
      return value;
    });
  const expanding: Expanding = { id, declared, binding, inputs, names, drawn, text };
  for (const [name, value] of Object.entries({ ...variant.values, ...generated })) {
    names.set(name, resolve(value, `${id}#${name}`, expanding));
  }
  const { parameters } = operationOf(declared, inputs.contract);
  const carried = carries?.map((input) => {
    const value = parameters.find(({ name }) => name === input.parameter)?.canonical ?? '';
    // A canonical value refers to nothing.
    const plain = resolve(value, `${id}#plain#${input.parameter}`, expanding) as ParameterValue;
    return { ...input, plain };
  });
  const before = drawn.count;
  const steps: PlannedStep[] = [];
  for (const step of declared.steps) steps.push(...expandStep(step, steps.length, expanding));
  const last = steps.findLastIndex(({ kept }) => kept);
  return {
    case: declared.id,
    ...about,
    id,
    ...(aliases.length > 0 && { aliases }),
    binding,
    variant: variant.slug,
    level: levels[variant.slug ?? ''] ?? declared.level,
    steps: steps.map((step, index) =>
      index === last ? { ...step, kept: { name: id, isLast: true } } : step,
    ),
    expect: expectation(expanding),
    messages: drawn.count - before,
    ...(carried && { carried }),
  };
}

function expandStep(step: DeclaredStep, first: number, expanding: Expanding): readonly PlannedStep[] {
  const { id, declared, inputs, names, drawn, text } = expanding;
  const operation = operationOf(step, inputs.contract);
  const change = declared.change && text(declared.change);
  // A report sends nothing, so it may be made again where its connection has ended; a send may not.
  const isKept = declared.keptConnection && !(step.ownConnection ?? operation.kind === 'send');
  const asksNothing = descriptions.some((description) => description === change);
  const planned = bindingsOf(step, expanding).map((binding, i): PlannedStep => {
    const values = asksNothing ? {} : stepValues(operation, step, `${id}#${first + i}`, expanding);
    const packet = operation.kind === 'report' ? values[operation.packet.name] : undefined;
    return defined({
      operation: operation.name,
      binding,
      values,
      form: declared.form && text(declared.form),
      change,
      twice: step.twice?.map(text),
      kept: isKept ? { name: id, isLast: false } : undefined,
      reportsOn: isPacket(packet) ? packet.step : undefined,
      level: step.level,
      pause: step.pause,
      expected: isAsked(step, declared) || undefined,
    });
  });
  for (const [name, captured] of Object.entries(step.capture)) names.set(name, { step: first, ...captured });
  const isCompared = step.over === 'every-binding' && declared.expect.sameContent;
  const reread = isCompared ? planned.slice(0, 1).map((call) => ({ ...call, rereads: first })) : [];
  const again = Array.from({ length: step.repeat ?? 1 }, () => planned).flat();
  const calls = [...again, ...reread];
  for (const call of calls) drawn.count += recipientsOf(call, inputs.contract).length;
  return calls;
}

/** True if the case expects something of the reply to this step; where --binding leaves it out, no other takes its place. */
function isAsked(step: DeclaredStep, { steps, expect }: DeclaredCase): boolean {
  const { sameContent: _, packet, eachDelivery, ...rest } = expect;
  const asked = [packet, eachDelivery, rest].some((expected) => Object.keys(expected).length > 0);
  return asked && step.over !== 'same' && step === steps.at(-1);
}

/** True if a value is a captured packet and nothing else; with text around it, it names no packet. */
function isPacket(value: PlannedValue | undefined): value is Capture {
  return isCapture(value) && value.delivery === undefined && value.before === undefined;
}

function bindingsOf({ over }: DeclaredStep, { binding, inputs, text }: Expanding): readonly BindingId[] {
  const all = inputs.contract.bindings.map(({ id }) => id);
  if (over === 'every-binding') return [binding, ...all.filter((id) => id !== binding)];
  const wanted = over === 'same' ? binding : text(over);
  return all.filter((id) => id === wanted);
}

function stepValues(operation: Operation, step: DeclaredStep, scope: string, expanding: Expanding) {
  const { values, ticket } = expanding.inputs;
  const omitted = (step.omit ?? []).map(expanding.text);
  const planned: Record<string, PlannedValue> = {};
  for (const { name, canonical, role } of operation.parameters) {
    if (omitted.includes(name)) continue;
    const ofCase = step.with[name];
    const declared = ofCase ?? canonical;
    // Not the case language: such a value is sent as it was written.
    if (ofCase === undefined && Object.hasOwn(values, name)) planned[name] = values[name] ?? '';
    else if (declared === undefined && role === 'ticket') planned[name] = ticket;
    else planned[name] = resolve(declared ?? '', `${scope}#${name}`, expanding);
  }
  return planned;
}

function resolve(value: DeclaredValue, scope: string, { inputs, names, drawn, text }: Expanding) {
  if (typeof value !== 'string')
    return isTexts(value) ? value.map(text) : generate(value, inputs, scope, drawn.count);
  if (!value.includes('${')) return value;
  const whole = names.get(wholeReference(value) ?? '');
  if (whole !== undefined) return whole;
  const name = referencesIn(value).find((reference) => isCapture(names.get(reference)));
  const captured = names.get(name ?? '');
  if (!isCapture(captured)) return text(value);
  const [before = '', after = ''] = value.split(`\${${name}}`).map(text);
  return { ...captured, before, after };
}

function expectation({ declared, text, names }: Expanding): Expectation {
  const { packet, eachDelivery, fault, ...rest } = declared.expect;
  // Most expect no text; what thousands of exchanges share is held, and handed to the worker, once.
  if ([packet, eachDelivery, fault ?? {}].every((texts) => Object.keys(texts).length === 0))
    return declared.expect;
  const resolved = (expected: ExpectedTexts[string]) => {
    if (typeof expected !== 'string')
      return 'one-of' in expected ? { 'one-of': expected['one-of'].map(text) } : expected;
    const captured = names.get(wholeReference(expected) ?? '');
    return isCapture(captured) ? captured : text(expected);
  };
  const texts = <T extends ExpectedTexts>(declaredTexts: T) =>
    Object.fromEntries(Object.entries(declaredTexts).map(([field, expected]) => [field, resolved(expected)]));
  return {
    packet: texts(packet),
    eachDelivery: texts(eachDelivery),
    ...rest,
    ...(fault && { fault: texts(fault) }),
  };
}

/** A combination of matrix values; its slug joins theirs with full stops, and is null where there is no matrix. */
interface Variant {
  readonly slug: string | null;
  readonly values: Readonly<Record<string, DeclaredValue>>;
}

/** Returns every combination of a matrix, the last name varying fastest. */
export function combinations(matrix: DeclaredCase['matrix']): readonly Variant[] {
  return Object.entries(matrix).reduce<readonly Variant[]>(
    (variants, [name, values]) =>
      variants.flatMap((variant) =>
        Object.entries(values).map(([slug, value]) => ({
          slug: variant.slug === null ? slug : `${variant.slug}.${slug}`,
          values: { ...variant.values, [name]: value },
        })),
      ),
    [{ slug: null, values: {} }],
  );
}

/** Returns the parameters for which a target may want values of its own: those without a role in the cases. */
export function openParameters({ operations }: Contract): readonly string[] {
  const open = operations.flatMap(({ parameters }) => parameters.filter(({ role }) => role === undefined));
  return [...new Set(open.map(({ name }) => name))];
}
