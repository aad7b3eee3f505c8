import type { CaseEntry, StepEntry } from '../case-file.ts';
import { wholeReference } from '../interpolate.ts';
import type { YamlPath } from '../yaml/yaml-source.ts';
import { checkPacketGiven, checkValues } from './check-values.ts';
import {
  type Checking,
  operationOf,
  report,
  reportLack,
  reportUnknownOperation,
  textFields,
} from './checking.ts';
import { type Scope, scopeAt } from './scope.ts';

/** One step of a case: its operation, binding, values and captures. */
export function checkStep(checking: Checking, entry: CaseEntry, index: number, path: YamlPath): void {
  const step = entry.steps?.[index];
  if (!step) return;
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
  checkValues(checking, name, step.with ?? {}, [...path, 'with'], scope);
  checkPacketGiven(checking, name, step.with ?? {}, [...path, key]);
}

function checkOver(checking: Checking, entry: CaseEntry, step: StepEntry, path: YamlPath): void {
  if (step.over === undefined) return;
  const place = [...path, 'over'];
  const bindings: readonly string[] = checking.known.contract.bindings.map((binding) => binding.id);
  const allowed = ['same', 'every-binding', ...bindings];
  const reference = wholeReference(step.over);
  if (reference === undefined) {
    if (allowed.includes(step.over)) return;
    const message = `"${step.over}" is not a value of "over"`;
    report(checking, place, { message, allowed, given: step.over });
    return;
  }
  const matrix = new Map(Object.entries(entry.matrix ?? {}));
  const values = matrix.get(reference);
  if (!values) {
    const message = `the matrix has no "${reference}", which "over" names`;
    reportLack(checking, place, { message, allowed: [...matrix.keys()], given: reference });
    return;
  }
  for (const [slug, value] of Object.entries(values)) {
    if (typeof value === 'string' && bindings.includes(value)) continue;
    const message = `a step goes over "\${${reference}}", so each of its values must be a binding`;
    const valuePath = [...path.slice(0, 2), 'matrix', reference, slug];
    report(checking, valuePath, { message, allowed: bindings, given: String(value) });
  }
}

function checkCaptures(checking: Checking, step: StepEntry, path: YamlPath, scope: Scope): void {
  const fields = textFields(checking);
  for (const [name, field] of Object.entries(step.capture ?? {})) {
    const place = [...path, 'capture', name];
    if (scope.names.has(name)) {
      report(checking, place, { at: 'key', message: `"${name}" is defined already in this case` });
    }
    if (!fields.includes(field)) {
      const message = `"${field}" is not a text field of the packet result`;
      report(checking, place, { message, allowed: fields, given: field });
    }
  }
}
