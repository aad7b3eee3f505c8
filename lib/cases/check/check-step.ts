import type { DeclaredValue, Operation, Parameter } from '../../model/contract.ts';
import type { CaseEntry, StepEntry } from '../case-file.ts';
import { wholeReference } from '../interpolate.ts';
import type { YamlPath } from '../yaml/source.ts';
import {
  type Checking,
  checkChoice,
  checkField,
  checkLiteral,
  checkText,
  isListValue,
  operationOf,
  report,
  reportUnknownOperation,
  type Scope,
  scopeAt,
} from './checking.ts';

/** One step of a case: its operation, binding, values and captures. */
export function checkStep(
  checking: Checking,
  entry: CaseEntry,
  step: StepEntry,
  index: number,
  path: YamlPath,
): void {
  const scope = scopeAt(entry, index);
  const key = step.send === undefined ? 'call' : 'send';
  const name = step.send ?? step.call;
  checkOver(checking, entry, step, path);
  checkCaptures(checking, step, path, scope);
  if (name === undefined) return;
  const operation = operationOf(checking, name);
  if (!operation) reportUnknownOperation(checking, [...path, key], name);
  else if (key === 'send' && operation.kind !== 'send') {
    const sends = checking.known.contract.operations.filter((candidate) => candidate.kind === 'send');
    const message = `${name} sends nothing; write "call" for an operation that only reports`;
    report(checking, [...path, key], { message, allowed: sends.map((candidate) => candidate.name) });
  }
  checkCall(checking, name, step, path, [key], scope);
}

/** The call of a step, or that of a case without steps; `named` leads from `path` to its operation. */
export function checkCall(
  checking: Checking,
  name: string,
  call: Pick<StepEntry, 'with' | 'omit' | 'twice'>,
  path: YamlPath,
  named: YamlPath,
  scope: Scope,
): void {
  const operation = operationOf(checking, name);
  checkOutside(checking, name, call, path, scope);
  if (!operation) return;
  checkValues(checking, operation, call.with ?? {}, [...path, 'with'], scope);
  // A report says for which packet: there is no canonical one.
  for (const { name: parameter, role, canonical } of operation.parameters) {
    const given = Object.hasOwn(call.with ?? {}, parameter) || call.omit?.includes(parameter);
    if (given || role === 'ticket' || canonical !== undefined) continue;
    const message = `${name} needs a value for "${parameter}" under "with": it has no canonical value`;
    report(checking, [...path, ...named], { message });
  }
}

function checkOver(checking: Checking, entry: CaseEntry, { over }: StepEntry, path: YamlPath): void {
  if (over === undefined) return;
  const bindings: readonly string[] = checking.known.contract.bindings.map(({ id }) => id);
  checkChoice(checking, entry, over, 'binding', [...path, 'over'], (value, place) => {
    const allowed = [...(value === over ? ['same', 'every-binding'] : []), ...bindings];
    if (typeof value === 'string' && allowed.includes(value)) return;
    const given = typeof value === 'string' ? value : 'a list or a generated value';
    report(checking, place, { message: `"${given}" is not a value of "over"`, allowed, given });
  });
}

function checkCaptures(checking: Checking, step: StepEntry, path: YamlPath, scope: Scope): void {
  for (const [name, captured] of Object.entries(step.capture ?? {})) {
    const place = [...path, 'capture', name];
    if (scope.names.has(name)) {
      report(checking, place, { at: 'key', message: `"${name}" is defined already in this case` });
    }
    if (typeof captured === 'string') checkField(checking, 'packet', captured, place);
    else checkField(checking, 'each-delivery', captured.field, [...place, 'field']);
  }
}

/** Every value belongs to a parameter of the operation, and is of its type. */
function checkValues(
  checking: Checking,
  { name: operation, parameters }: Operation,
  values: Readonly<Record<string, DeclaredValue>>,
  path: YamlPath,
  scope: Scope,
): void {
  for (const [name, value] of Object.entries(values)) {
    const place = [...path, name];
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (!parameter) {
      const message = `${operation} has no parameter "${name}"`;
      const allowed = parameters.map((candidate) => candidate.name);
      report(checking, place, { at: 'key', message, allowed, given: name });
      continue;
    }
    checkReferences(checking, value, place, scope);
    checkType(checking, parameter, value, place, scope);
  }
}

/**
 * What a probe leaves out or writes twice are parameters of the operation. Recipients are never written twice: a gateway
 * could send to each of them twice.
 */
function checkOutside(
  checking: Checking,
  operationName: string,
  entry: Pick<StepEntry, 'omit' | 'twice' | 'with'>,
  path: YamlPath,
  scope: Scope,
): void {
  for (const key of ['omit', 'twice'] as const) {
    for (const [index, text] of (entry[key] ?? []).entries()) {
      const place = [...path, key, index];
      checkText(checking, text, place, scope, 'parameter');
      for (const name of possibleValues(text, scope)) {
        const given = typeof name === 'string' ? name : 'a list';
        if (key === 'omit' && Object.hasOwn(entry.with ?? {}, given)) {
          report(checking, place, { message: `"${given}" has a value under "with", and is left out here` });
        } else checkName(checking, operationName, key, given, place);
      }
    }
  }
}

function checkName(
  checking: Checking,
  operationName: string,
  key: 'omit' | 'twice',
  given: string,
  path: YamlPath,
): void {
  const parameters = operationOf(checking, operationName)?.parameters;
  if (!parameters) return;
  const fitting = parameters.filter(({ role }) => key === 'omit' || role !== 'recipients');
  const allowed = fitting.map(({ name }) => name);
  if (allowed.includes(given)) return;
  const message = parameters.some(({ name }) => name === given)
    ? `"${given}" names recipients, and cannot be written twice`
    : `${operationName} has no parameter "${given}"`;
  report(checking, path, { message, allowed, given });
}

function checkReferences(checking: Checking, value: DeclaredValue, path: YamlPath, scope: Scope): void {
  if (typeof value === 'string') checkText(checking, value, path, scope, 'parameter');
  else if (isTexts(value)) {
    value.forEach((text, i) => {
      checkText(checking, text, [...path, i], scope, 'part');
    });
  } else checkLiteral(checking, value, path, 'a generated value');
}

function checkType(
  checking: Checking,
  { name, type }: Parameter,
  value: DeclaredValue,
  path: YamlPath,
  scope: Scope,
): void {
  const wrong = possibleValues(value, scope).some((possible) => isListValue(possible) !== (type === 'list'));
  if (!wrong) return;
  const message =
    type === 'list' ? `${name} takes a list of texts, not one text` : `${name} takes one text, not a list`;
  report(checking, path, { message });
}

/** The values that a text can stand for when it is exactly one `${name}`; none where nothing defines it. */
function possibleValues(value: DeclaredValue, scope: Scope): readonly DeclaredValue[] {
  const name = typeof value === 'string' ? wholeReference(value) : undefined;
  if (name === undefined) return [value];
  const meaning = scope.names.get(name);
  if (!meaning) return [];
  return meaning.kind === 'capture' ? ['captured text'] : meaning.values;
}

function isTexts(value: DeclaredValue): value is readonly string[] {
  return Array.isArray(value);
}
