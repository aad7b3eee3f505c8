import type { DeclaredValue, Operation } from '../../model/contract.ts';
import { referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { isTexts } from '../plan/generate.ts';
import { operationOf } from '../plan/recipients.ts';
import {
  type Checking,
  checkChoice,
  checkLiteral,
  checkText,
  isListValue,
  type StepEntry,
  scopeAt,
} from './checking.ts';

/** Checks one step: its binding, and its call. A case without steps is one call of the operation `ofCase`. */
export function checkStep(checking: Checking, ofCase: string, step: StepEntry, index: number): void {
  const { entry, known, report } = checking;
  const { over = 'same', send, call = ofCase, with: values = {}, omit = [], twice = [] } = step;
  const path = entry.steps ? ['steps', index] : [];
  checkChoice(checking, over, 'binding', [...path, 'over'], (got, place) => {
    const bindings = known.contract.bindings.map(({ id }) => id);
    const allowed = [...(got === over ? ['same', 'every-binding'] : []), ...bindings];
    const message = `"${got}" is not a value of "over"`;
    if (!allowed.includes(got)) report(place, { message, allowed, got });
  });
  const operation = operationOf({ operation: send ?? call }, known.contract);
  const { parameters } = operation;
  for (const [key, texts] of Object.entries({ omit, twice })) {
    // Each of recipients that are written twice could be sent to twice.
    const fitting = parameters.filter(({ role }) => key === 'omit' || role !== 'recipients');
    const allowed = fitting.map(({ name }) => name);
    for (const [i, text] of texts.entries()) {
      checkChoice(checking, text, 'parameter', [...path, key, i], (got, place) => {
        if (key === 'omit' && Object.hasOwn(values, got)) {
          report(place, { message: `"${got}" has a value under "with", and is left out here` });
        } else if (!allowed.includes(got)) {
          const message = parameters.some(({ name }) => name === got)
            ? `"${got}" names recipients, and cannot be written twice`
            : `${operation.name} has no parameter "${got}"`;
          report(place, { message, allowed, got });
        }
      });
    }
  }
  for (const [name, value] of Object.entries(values)) {
    checkValue(checking, operation, name, value, [...path, 'with', name], index);
  }
  const named = entry.steps ? [...path, send === undefined ? 'call' : 'send'] : ['id'];
  for (const { name, role, canonical } of parameters) {
    const isSaid = Object.hasOwn(values, name) || omit.includes(name);
    if (isSaid || role === 'ticket' || canonical !== undefined) continue;
    const message = `${operation.name} needs a value for "${name}" under "with": it has no canonical value`;
    report(named, { message });
  }
}

/** Checks that a value belongs to a parameter of the operation, has its type, and refers to defined names. */
function checkValue(
  checking: Checking,
  { name: operation, parameters }: Operation,
  name: string,
  value: DeclaredValue,
  path: YamlPath,
  step: number,
): void {
  const type = parameters.find((candidate) => candidate.name === name)?.type;
  if (type === undefined) {
    const allowed = parameters.map((candidate) => candidate.name);
    const message = `${operation} has no parameter "${name}"`;
    checking.report(path, { at: 'key', message, allowed, got: name });
    return;
  }
  const scope = scopeAt(checking.entry, step);
  if (typeof value === 'string') {
    const [name = '', ...more] = referencesIn(value);
    const isAlone = more.length === 0 && scope.names.get(name) === 'captured';
    checkText(checking, value, path, scope, isAlone ? name : wholeReference(value));
  } else if (isTexts(value)) {
    for (const [i, text] of value.entries()) checkText(checking, text, [...path, i], scope, '');
  } else checkLiteral(checking, value, path, 'a generated value');
  const meaning = typeof value === 'string' ? scope.names.get(wholeReference(value) ?? '') : undefined;
  const possible = meaning === 'captured' ? ['captured text'] : (meaning ?? [value]);
  if (possible.every((candidate) => isListValue(candidate) === (type === 'list'))) return;
  const message =
    type === 'list' ? `${name} takes a list of texts, not one text` : `${name} takes one text, not a list`;
  checking.report(path, { message });
}
