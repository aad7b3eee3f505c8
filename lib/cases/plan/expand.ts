import type { BindingId, Contract, DeclaredValue, Operation, ParameterValue } from '../../model/contract.ts';
import {
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
import { interpolate, wholeReference } from '../../yaml/interpolate.ts';
import { generate, isTexts, type ValueSource } from './generate.ts';
import { operationOf, recipientsOf } from './recipients.ts';

/** What the plan needs besides the cases. */
export interface PlanInputs extends ValueSource {
  readonly contract: Contract;
  /** The ServiceTicket that cases send unless they say another. */
  readonly ticket: string;
  /** What is sent instead of canonical values, by the names of their parameters. */
  readonly values: Readonly<Record<string, string>>;
}

/** Expands every case over its bindings and its matrix, in the order of declaration. Pure. */
export function expand(cases: readonly DeclaredCase[], inputs: PlanInputs): readonly Exchange[] {
  let drawn = 0;
  return cases.flatMap((declared) => {
    const { aliases, levels, bindings, form, change, matrix, generate: _, ...rest } = declared;
    const { keptConnection, carries, ...about } = rest;
    const variants = combinations(matrix);
    return bindings.flatMap((binding) =>
      variants.map((variant) => {
        const exchange = expandOne(declared, about, binding, variant, inputs, drawn);
        drawn += exchange.messages;
        return exchange;
      }),
    );
  });
}

/** An exchange while it is made: what `${name}` stands for in it. */
interface Expanding {
  readonly id: string;
  readonly declared: DeclaredCase;
  readonly binding: BindingId;
  readonly inputs: PlanInputs;
  readonly names: Map<string, PlannedValue>;
  /** A text with the texts that it refers to. */
  readonly text: (declared: string) => string;
}

/** @param about what every exchange of the case has of it */
function expandOne(
  declared: DeclaredCase,
  about: Pick<DeclaredCase, Exclude<keyof DeclaredCase & keyof Exchange, 'aliases'>>,
  binding: BindingId,
  variant: Variant,
  inputs: PlanInputs,
  drawn: number,
): Exchange {
  const parts = [declared.operation, declared.id, binding, ...(variant.slug === null ? [] : [variant.slug])];
  const id = parts.join('/');
  const names = new Map<string, PlannedValue>();
  const text = (written: string) =>
    interpolate(written, (name) => {
      const value = defined(names.get(name), `nothing defines ${name} in ${id}`);
      if (typeof value !== 'string') throw new Error(`${name} in ${id} is no text to put into a text`);
      return value;
    });
  const expanding: Expanding = { id, declared, binding, inputs, names, text };
  for (const [name, value] of Object.entries({ ...variant.values, ...declared.generate })) {
    names.set(name, resolve(value, `${id}#${name}`, expanding, drawn));
  }
  const steps: PlannedStep[] = [];
  let messages = 0;
  for (const step of declared.steps) {
    const calls = expandStep(step, steps.length, expanding, drawn + messages);
    for (const call of calls) messages += recipientsOf(call, inputs.contract).length;
    steps.push(...calls);
  }
  const { aliases, levels, keptConnection, carries } = declared;
  const last = steps.findLastIndex((step) => isReport(step, inputs));
  const { parameters } = operationOf(declared, inputs.contract);
  const carried = carries?.map((one) => {
    const value = parameters.find(({ name }) => name === one.parameter)?.canonical ?? '';
    // A canonical value refers to nothing.
    const plain = resolve(value, `${id}#plain#${one.parameter}`, expanding, drawn) as ParameterValue;
    return { ...one, plain };
  });
  return {
    case: declared.id,
    ...about,
    id,
    ...(aliases.length > 0 && { aliases }),
    binding,
    variant: variant.slug,
    level: levels[variant.slug ?? ''] ?? declared.level,
    steps: steps.map((step, index) =>
      keptConnection && isReport(step, inputs)
        ? { ...step, kept: { name: id, isLast: index === last } }
        : step,
    ),
    expect: expectation(expanding),
    messages,
    ...(carried && { carried }),
  };
}

/** Whether a call sends nothing, so that it may be made again. */
function isReport(step: PlannedStep, { contract }: PlanInputs): boolean {
  return operationOf(step, contract).kind === 'report';
}

function defined<T>(value: T | undefined, otherwise: string): T {
  if (value === undefined) throw new Error(`no plan: ${otherwise}`);
  return value;
}

function expandStep(step: DeclaredStep, first: number, expanding: Expanding, drawn: number) {
  const { id, declared, inputs, names, text } = expanding;
  const operation = operationOf(step, inputs.contract);
  // The form in which every request of the case is written, and what that of a probe does besides.
  const [form, change] = [declared.form && text(declared.form), declared.change && text(declared.change)];
  const asksNothing = descriptions.some((one) => one === change);
  const planned = bindingsOf(step, expanding).map((binding, i): PlannedStep => {
    const values = asksNothing ? {} : stepValues(operation, step, `${id}#${first + i}`, expanding, drawn);
    const reportsOn = packetSource(operation, values);
    return {
      operation: operation.name,
      binding,
      values,
      // Stryker disable next-line ConditionalExpression: readers treat an undefined form and a missing one alike
      ...(form === undefined ? {} : { form }),
      ...(change === undefined ? {} : { change }),
      ...(step.twice && { twice: step.twice.map(text) }),
      ...(reportsOn === undefined ? {} : { reportsOn }),
      ...(step.level && { level: step.level }),
      ...(isAsked(step, declared) && { expected: true }),
    };
  });
  for (const [name, captured] of Object.entries(step.capture)) names.set(name, { step: first, ...captured });
  const reread = planned[0];
  const comparing = step.over === 'every-binding' && declared.expect.sameContent;
  return comparing && reread ? [...planned, { ...reread, rereads: first }] : planned;
}

/** Whether the case expects something of the reply to a step that --binding may leave out: then no other is asked for it. */
function isAsked(step: DeclaredStep, { steps, expect }: DeclaredCase): boolean {
  const { sameContent: _, packet, eachDelivery, ...rest } = expect;
  const asked = [packet, eachDelivery, rest].some((some) => Object.keys(some).length > 0);
  return asked && step.over !== 'same' && step === steps.at(-1);
}

function bindingsOf({ over }: DeclaredStep, { binding, inputs, text }: Expanding): readonly BindingId[] {
  if (over === 'same') return [binding];
  const all = inputs.contract.bindings.map(({ id }) => id);
  if (over === 'every-binding') return [binding, ...all.filter((id) => id !== binding)];
  const wanted = text(over);
  const found = all.find((id) => id === wanted);
  return [defined(found, `the contract has no binding ${wanted}`)];
}

function stepValues(
  operation: Operation,
  step: DeclaredStep,
  scope: string,
  expanding: Expanding,
  drawn: number,
): Readonly<Record<string, PlannedValue>> {
  const { values, ticket } = expanding.inputs;
  const omitted = (step.omit ?? []).map(expanding.text);
  const sent = operation.parameters.filter(({ name }) => !omitted.includes(name));
  const entries = sent.map(({ name, canonical, role }): [string, PlannedValue] => {
    const ofCase = step.with[name];
    const ofTarget = Object.hasOwn(values, name) ? values[name] : undefined;
    // Not the case language: whoever gives it writes what is to be sent.
    if (ofCase === undefined && ofTarget !== undefined) return [name, ofTarget];
    const declared = ofCase ?? canonical;
    if (declared === undefined && role === 'ticket') return [name, ticket];
    const value = defined(declared, `${expanding.id} gives no value for ${name}`);
    return [name, resolve(value, `${scope}#${name}`, expanding, drawn)];
  });
  return Object.fromEntries(entries);
}

function resolve(value: DeclaredValue, scope: string, { id, inputs, names, text }: Expanding, drawn: number) {
  if (typeof value === 'string') {
    const whole = wholeReference(value);
    return whole === undefined ? text(value) : defined(names.get(whole), `nothing defines ${whole} in ${id}`);
  }
  return isTexts(value) ? value.map(text) : generate(value, inputs, scope, drawn);
}

/** The step whose packet a report asks for, by the capture that its packet parameter takes. */
function packetSource(operation: Operation, values: Readonly<Record<string, PlannedValue>>) {
  const value = operation.kind === 'report' ? values[operation.packet.name] : undefined;
  return isCapture(value) && value.delivery === undefined ? value.step : undefined;
}

function expectation({ declared, text, names }: Expanding): Expectation {
  const { packet, eachDelivery, fault, ...rest } = declared.expect;
  const resolved = (expected: ExpectedTexts[string]) => {
    if (typeof expected !== 'string')
      return 'one-of' in expected ? { 'one-of': expected['one-of'].map(text) } : expected;
    const captured = names.get(wholeReference(expected) ?? '');
    return isCapture(captured) ? captured : text(expected);
  };
  const texts = <T extends ExpectedTexts>(some: T) =>
    Object.fromEntries(Object.entries(some).map(([field, expected]) => [field, resolved(expected)]));
  return {
    packet: texts(packet),
    eachDelivery: texts(eachDelivery),
    ...rest,
    ...(fault && { fault: texts(fault) }),
  };
}

/** One combination of matrix values; the slug joins theirs with full stops, and is null where there is no matrix. */
interface Variant {
  readonly slug: string | null;
  readonly values: Readonly<Record<string, DeclaredValue>>;
}

/** Every combination of a matrix, the last name varying fastest. */
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

/**
 * The parameters for which a target may want values of its own: not the ticket, the recipients, the text and the
 * packet, which are what a case is about or have a setting of their own.
 */
export function openParameters({ operations }: Contract): readonly string[] {
  const open = operations.flatMap(({ parameters }) => parameters.filter(({ role }) => role === undefined));
  return [...new Set(open.map(({ name }) => name))];
}
