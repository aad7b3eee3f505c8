import type { DeclaredValue, Operation } from '../../model/contract.ts';
import { wholeReference } from '../../yaml/interpolate.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { isTexts } from '../plan/generate.ts';
import { operationOf } from '../plan/recipients.ts';
import {
  type Checking,
  checkChoice,
  checkLiteral,
  checkText,
  isListValue,
  type Scope,
  type StepEntry,
  scopeAt,
} from './checking.ts';

/** One step of a case: its binding, and its call. */
export function checkStep(checking: Checking, step: StepEntry, index: number): void {
  const { over, send, call = '' } = step;
  const path = ['steps', index];
  if (over !== undefined) {
    const bindings: readonly string[] = checking.known.contract.bindings.map(({ id }) => id);
    checkChoice(checking, over, 'binding', [...path, 'over'], (value, place) => {
      const allowed = [...(value === over ? ['same', 'every-binding'] : []), ...bindings];
      const got = typeof value === 'string' ? value : 'a list or a generated value';
      const message = `"${got}" is not a value of "over"`;
      if (!allowed.includes(got)) checking.report(place, { message, allowed, got });
    });
  }
  const named = [...path, send === undefined ? 'call' : 'send'];
  checkCall(checking, send ?? call, step, path, named, scopeAt(checking.entry, index));
}

/** The call of a step, or that of a case without steps; `named` is where a missing parameter is reported. */
export function checkCall(
  checking: Checking,
  name: string,
  call: Pick<StepEntry, 'with' | 'omit' | 'twice'>,
  path: YamlPath,
  named: YamlPath,
  scope: Scope,
): void {
  const operation = operationOf({ operation: name }, checking.known.contract);
  for (const key of ['omit', 'twice'] as const) {
    for (const [index, text] of (call[key] ?? []).entries()) {
      checkChoice(checking, text, 'parameter', [...path, key, index], (value, place) => {
        checkOutside(checking, operation, call, key, String(value), place);
      });
    }
  }
  for (const [parameter, value] of Object.entries(call.with ?? {})) {
    checkValue(checking, operation, parameter, value, [...path, 'with', parameter], scope);
  }
  // A report says for which packet: there is no canonical one.
  for (const { name: parameter, role, canonical } of operation.parameters) {
    const isSaid = Object.hasOwn(call.with ?? {}, parameter) || call.omit?.includes(parameter);
    if (isSaid || role === 'ticket' || canonical !== undefined) continue;
    const message = `${name} needs a value for "${parameter}" under "with": it has no canonical value`;
    checking.report(named, { message });
  }
}

/** A value belongs to a parameter of the operation, is of its type, and refers to what is there. */
function checkValue(
  checking: Checking,
  { name: operation, parameters }: Operation,
  name: string,
  value: DeclaredValue,
  path: YamlPath,
  scope: Scope,
): void {
  const type = parameters.find((candidate) => candidate.name === name)?.type;
  if (type === undefined) {
    const allowed = parameters.map((candidate) => candidate.name);
    const message = `${operation} has no parameter "${name}"`;
    checking.report(path, { at: 'key', message, allowed, got: name });
    return;
  }
  if (typeof value === 'string') checkText(checking, value, path, scope);
  else if (isTexts(value)) {
    for (const [i, text] of value.entries()) checkText(checking, text, [...path, i], scope, '');
  } else checkLiteral(checking, value, path, 'a generated value');
  const meaning = typeof value === 'string' ? scope.names.get(wholeReference(value) ?? '') : undefined;
  const possible = meaning === 'captured' ? ['captured text'] : (meaning ?? [value]);
  if (possible.every((one) => isListValue(one) === (type === 'list'))) return;
  const message =
    type === 'list' ? `${name} takes a list of texts, not one text` : `${name} takes one text, not a list`;
  checking.report(path, { message });
}

/** What a probe leaves out or writes twice is a parameter, and no recipients twice: each could be sent to twice. */
function checkOutside(
  { report }: Checking,
  { name: operation, parameters }: Operation,
  { with: values = {} }: Pick<StepEntry, 'with'>,
  key: 'omit' | 'twice',
  got: string,
  path: YamlPath,
): void {
  if (key === 'omit' && Object.hasOwn(values, got)) {
    report(path, { message: `"${got}" has a value under "with", and is left out here` });
    return;
  }
  const fitting = parameters.filter(({ role }) => key === 'omit' || role !== 'recipients');
  const allowed = fitting.map(({ name }) => name);
  if (allowed.includes(got)) return;
  const message = parameters.some(({ name }) => name === got)
    ? `"${got}" names recipients, and cannot be written twice`
    : `${operation} has no parameter "${got}"`;
  report(path, { message, allowed, got });
}
