import type { DeclaredValue, Parameter } from '../../model/contract.ts';
import { wholeReference } from '../interpolate.ts';
import type { YamlPath } from '../yaml/yaml-source.ts';
import { checkLiteral, checkText } from './check-references.ts';
import { type Checking, operationOf, report, reportLack } from './checking.ts';
import { isListValue, type Scope } from './scope.ts';

type Values = Readonly<Record<string, DeclaredValue>>;

/** Every value belongs to a parameter of the operation, and is of its type. */
export function checkValues(
  checking: Checking,
  operationName: string,
  values: Values,
  path: YamlPath,
  scope: Scope,
): void {
  const parameters = operationOf(checking, operationName)?.parameters;
  if (!parameters) return;
  for (const [name, value] of Object.entries(values)) {
    const place = [...path, name];
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (!parameter) {
      const message = `${operationName} has no parameter "${name}"`;
      const allowed = parameters.map((candidate) => candidate.name);
      report(checking, place, { at: 'key', message, allowed, given: name });
      continue;
    }
    checkReferences(checking, value, place, scope);
    checkType(checking, parameter, value, place, scope);
  }
}

/** A report says for which packet: there is no canonical one. `path` is where the operation is named. */
export function checkPacketGiven(
  checking: Checking,
  operationName: string,
  values: Values,
  path: YamlPath,
): void {
  for (const parameter of operationOf(checking, operationName)?.parameters ?? []) {
    const known = parameter.role === 'ticket' || parameter.canonical !== undefined;
    if (known || Object.hasOwn(values, parameter.name)) continue;
    const message = `${operationName} needs a value for "${parameter.name}" under "with": it has no canonical value`;
    reportLack(checking, path, { message });
  }
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
