import { interpolate, wholeReference } from '../cases/interpolate.ts';
import type { BindingId, Contract, DeclaredValue, Operation } from '../model/contract.ts';
import type { DeclaredCase, DeclaredStep } from '../model/exchange.ts';
import {
  descriptions,
  type Exchange,
  type Expectation,
  type ExpectedText,
  type PlannedStep,
  type PlannedValue,
} from '../model/exchange.ts';
import { generate, type ValueSource } from './generate.ts';
import { recipientsOf } from './recipients.ts';

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
  return cases.flatMap((declared) =>
    declared.bindings.flatMap((binding) =>
      combinations(declared.matrix).map((variant) => expandOne(declared, binding, variant, inputs)),
    ),
  );
}

type Names = Map<string, PlannedValue>;

interface Expanding {
  readonly id: string;
  readonly declared: DeclaredCase;
  readonly binding: BindingId;
  readonly variant: Variant;
  readonly inputs: PlanInputs;
  readonly names: Names;
}

function expandOne(
  declared: DeclaredCase,
  binding: BindingId,
  variant: Variant,
  inputs: PlanInputs,
): Exchange {
  const parts = [declared.operation, declared.id, binding, ...(variant.slug === null ? [] : [variant.slug])];
  const expanding: Expanding = { id: parts.join('/'), declared, binding, variant, inputs, names: new Map() };
  for (const [name, value] of Object.entries(variant.values)) {
    expanding.names.set(name, resolve(value, `${expanding.id}#${name}`, expanding));
  }
  for (const [name, generator] of Object.entries(declared.generate)) {
    expanding.names.set(name, generate(generator, inputs, `${expanding.id}#${name}`));
  }
  const steps: PlannedStep[] = [];
  for (const step of declared.steps) steps.push(...expandStep(step, steps.length, expanding));
  const { aliases, levels, bindings, form, change, matrix, generate: generators, ...told } = declared;
  return {
    ...told,
    id: expanding.id,
    case: declared.id,
    ...(aliases.length > 0 && { aliases }),
    binding,
    variant: variant.slug,
    level: levels[variant.slug ?? ''] ?? declared.level,
    steps,
    expect: expectation(expanding),
    messages: steps.reduce((sum, step) => sum + recipientsOf(step, inputs.contract).length, 0),
  };
}

function expandStep(step: DeclaredStep, first: number, expanding: Expanding): readonly PlannedStep[] {
  const operation = operationNamed(expanding.inputs.contract, step.operation);
  const bindings = bindingsOf(step, expanding);
  // The form in which every request of the case is written, and what that of a probe does besides.
  const text = (declared: string | undefined) => declared && interpolate(declared, textNamed(expanding));
  const [form, change] = [text(expanding.declared.form), text(expanding.declared.change)];
  const { twice } = step;
  const asksNothing = descriptions.some((one) => one === change);
  const planned = bindings.map((binding, i): PlannedStep => {
    const values = asksNothing ? {} : stepValues(operation, step, `${expanding.id}#${first + i}`, expanding);
    const reportsOn = packetSource(operation, values);
    return {
      operation: operation.name,
      binding,
      values,
      // Stryker disable next-line ConditionalExpression: readers treat an undefined form and a missing one alike
      ...(form === undefined ? {} : { form }),
      ...(change === undefined ? {} : { change }),
      ...(twice === undefined ? {} : { twice: twice.map((text) => interpolate(text, textNamed(expanding))) }),
      ...(reportsOn === undefined ? {} : { reportsOn }),
      ...(isAsked(step, expanding.declared) ? { expected: true } : {}),
    };
  });
  for (const [name, captured] of Object.entries(step.capture)) {
    expanding.names.set(name, { step: first, ...captured });
  }
  const reread = planned[0];
  const comparing = step.over === 'every-binding' && expanding.declared.expect.sameContent;
  return comparing && reread ? [...planned, { ...reread, rereads: first }] : planned;
}

/** Whether the case expects something of the reply to a step that --binding may leave out: then no other is asked for it. */
function isAsked(step: DeclaredStep, { steps, expect }: DeclaredCase): boolean {
  const { sameContent: _, packet, eachDelivery, ...rest } = expect;
  const asked = [packet, eachDelivery, rest].some((some) => Object.keys(some).length > 0);
  return asked && step.over !== 'same' && step === steps.at(-1);
}

function operationNamed(contract: Contract, name: string): Operation {
  const operation = contract.operations.find((candidate) => candidate.name === name);
  if (!operation) throw new Error(`the plan met an operation that the contract does not have: ${name}`);
  return operation;
}

function bindingsOf(step: DeclaredStep, { binding, inputs, names }: Expanding): readonly BindingId[] {
  if (step.over === 'same') return [binding];
  const all = inputs.contract.bindings.map((candidate) => candidate.id);
  if (step.over === 'every-binding') return [binding, ...all.filter((id) => id !== binding)];
  const reference = wholeReference(step.over);
  const wanted = reference === undefined ? step.over : names.get(reference);
  const found = all.find((id) => id === wanted);
  if (!found) throw new Error(`the plan met a binding that the contract does not have: ${String(wanted)}`);
  return [found];
}

function stepValues(
  operation: Operation,
  step: DeclaredStep,
  scope: string,
  expanding: Expanding,
): Readonly<Record<string, PlannedValue>> {
  const omitted = (step.omit ?? []).map((text) => interpolate(text, textNamed(expanding)));
  const given = operation.parameters.filter(({ name }) => !omitted.includes(name));
  const entries = given.map((parameter): [string, PlannedValue] => {
    const { name } = parameter;
    const ofCase = step.with[name];
    const { values } = expanding.inputs;
    const ofTarget = Object.hasOwn(values, name) ? values[name] : undefined;
    // Not the case language: whoever gives it writes what is to be sent.
    if (ofCase === undefined && ofTarget !== undefined) return [name, ofTarget];
    const declared = ofCase ?? parameter.canonical;
    if (declared === undefined && parameter.role === 'ticket') return [name, expanding.inputs.ticket];
    if (declared === undefined) throw new Error(`${expanding.id} gives no value for ${name}`);
    return [name, resolve(declared, `${scope}#${name}`, expanding)];
  });
  return Object.fromEntries(entries);
}

function resolve(value: DeclaredValue, scope: string, expanding: Expanding): PlannedValue {
  if (typeof value === 'string') {
    const whole = wholeReference(value);
    return whole === undefined ? interpolate(value, textNamed(expanding)) : named(whole, expanding);
  }
  if (isTexts(value)) return value.map((text) => interpolate(text, textNamed(expanding)));
  return generate(value, expanding.inputs, scope);
}

function isTexts(value: DeclaredValue): value is readonly string[] {
  return Array.isArray(value);
}

function named(name: string, { names, id }: Expanding): PlannedValue {
  const value = names.get(name);
  if (value === undefined) throw new Error(`the plan met \${${name}}, which nothing defines, in ${id}`);
  return value;
}

function textNamed(expanding: Expanding): (name: string) => string {
  return (name) => {
    const value = named(name, expanding);
    if (typeof value !== 'string')
      throw new Error(`\${${name}} in ${expanding.id} is no text to put into a text`);
    return value;
  };
}

/** The step whose packet a report asks for, by the capture that its packet parameter takes. */
function packetSource(
  operation: Operation,
  values: Readonly<Record<string, PlannedValue>>,
): number | undefined {
  const parameter = operation.parameters.find((candidate) => candidate.role === 'packet');
  const value = parameter && values[parameter.name];
  const isPacket = typeof value === 'object' && 'step' in value && value.delivery === undefined;
  return isPacket ? value.step : undefined;
}

function expectation(expanding: Expanding): Expectation {
  const { packet, eachDelivery, fault, ...rest } = expanding.declared.expect;
  const written = (text: string) => interpolate(text, textNamed(expanding));
  const resolved = (expected: ExpectedText): ExpectedText => {
    if (typeof expected === 'string') return written(expected);
    return 'one-of' in expected ? { 'one-of': expected['one-of'].map(written) } : expected;
  };
  const texts = <T extends Readonly<Record<string, ExpectedText>>>(declared: T) =>
    Object.fromEntries(Object.entries(declared).map(([field, text]) => [field, resolved(text)]));
  return {
    ...rest,
    packet: texts(packet),
    eachDelivery: texts(eachDelivery),
    ...(fault === undefined ? {} : { fault: texts(fault) }),
  };
}

/** One combination of matrix values; the slug joins theirs with full stops, and is null where there is no matrix. */
interface Variant {
  readonly slug: string | null;
  readonly values: Readonly<Record<string, DeclaredValue>>;
}

type Matrix = Readonly<Record<string, Readonly<Record<string, DeclaredValue>>>>;

/** Every combination of a matrix, the last name varying fastest. */
function combinations(matrix: Matrix): readonly Variant[] {
  let variants: readonly Variant[] = [{ slug: null, values: {} }];
  for (const [name, values] of Object.entries(matrix)) {
    variants = variants.flatMap((variant) =>
      Object.entries(values).map(([slug, value]) => ({
        slug: variant.slug === null ? slug : `${variant.slug}.${slug}`,
        values: { ...variant.values, [name]: value },
      })),
    );
  }
  return variants;
}

/**
 * The parameters for which a target may want values of its own: not the ticket, the recipients, the text and the
 * packet, which are what a case is about or have a setting of their own.
 */
export function openParameters({ operations }: Contract): readonly string[] {
  const open = operations.flatMap(({ parameters }) => parameters.filter(({ role }) => role === undefined));
  return [...new Set(open.map(({ name }) => name))];
}
