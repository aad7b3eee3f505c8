import type { Problem } from '../../model/problem.ts';
import type { CaseEntry, CaseFile } from '../case-file.ts';
import type { YamlPath, YamlSource } from '../yaml/yaml-source.ts';
import { checkAnyPacket } from './check-any-packet.ts';
import { checkForm } from './check-form.ts';
import { checkAllUsed, checkNoReferences, checkText } from './check-references.ts';
import { checkStep } from './check-step.ts';
import { checkPacketGiven, checkValues } from './check-values.ts';
import {
  type Checking,
  type KnownNames,
  operationOf,
  report,
  reportLack,
  reportUnknownOperation,
  textFields,
} from './checking.ts';
import { scopeAt } from './scope.ts';

/**
 * What a schema cannot see: names of operations, parameters, fields and requirements that do not exist,
 * `${…}` that nothing defines or that cannot stand where it does, lists where a text belongs.
 * @param whole false where what breaks the schema was left out of the entry
 */
export function caseProblems(
  source: YamlSource,
  file: Pick<CaseFile, 'operation'>,
  entry: CaseEntry,
  { index, whole }: { readonly index: number; readonly whole: boolean },
  known: KnownNames,
): readonly Problem[] {
  const checking: Checking = { source, known, whole, problems: [] };
  const path: YamlPath = ['cases', index];
  const operation = entry.operation ?? file.operation;
  checkOperationGiven(checking, entry, operation, path);
  checkRequirements(checking, entry, path);
  checkNameClashes(checking, entry, path);
  checkLevels(checking, entry, path);
  checkForm(checking, entry, path);
  checkAnyPacket(checking, entry, path);
  checkNoReferences(checking, entry, path);
  checkAllUsed(checking, entry, path);
  if (entry.steps) {
    entry.steps.forEach((_, i) => {
      checkStep(checking, entry, i, [...path, 'steps', i]);
    });
  } else if (operation !== undefined) {
    checkValues(checking, operation, entry.with ?? {}, [...path, 'with'], scopeAt(entry, 0));
    checkPacketGiven(checking, operation, entry.with ?? {}, [...path, 'id']);
  }
  checkExpect(checking, entry, path);
  return checking.problems;
}

function checkOperationGiven(
  checking: Checking,
  entry: CaseEntry,
  name: string | undefined,
  path: YamlPath,
): void {
  if (name === undefined) {
    const message = 'the key "operation" is missing here and at the top of the file';
    reportLack(checking, [...path, 'id'], { at: 'key', message });
  } else if (!operationOf(checking, name)) {
    const place = entry.operation === undefined ? ['operation'] : [...path, 'operation'];
    reportUnknownOperation(checking, place, name);
  }
}

function checkRequirements(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  const allowed = checking.known.requirements;
  (entry.requirements ?? []).forEach((id, i) => {
    if (allowed.includes(id)) return;
    const message = `unknown requirement "${id}"`;
    report(checking, [...path, 'requirements', i], { message, allowed, given: id });
  });
}

function checkNameClashes(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  for (const name of Object.keys(entry.generate ?? {})) {
    if (!Object.hasOwn(entry.matrix ?? {}, name)) continue;
    const message = `the matrix of this case defines "${name}" already`;
    report(checking, [...path, 'generate', name], { at: 'key', message });
  }
}

/** Each variant that has a level of its own is one of the matrix. */
function checkLevels(checking: Checking, { levels = {}, matrix = {} }: CaseEntry, path: YamlPath): void {
  if (Object.keys(matrix).length === 0) return;
  const allowed = Object.values(matrix).reduce<readonly string[]>(
    (slugs, values) =>
      slugs.flatMap((slug) => Object.keys(values).map((key) => (slug === '' ? key : `${slug}.${key}`))),
    [''],
  );
  for (const slug of Object.keys(levels)) {
    if (allowed.includes(slug)) continue;
    const message = `the matrix of this case makes no variant "${slug}"`;
    report(checking, [...path, 'levels', slug], { at: 'key', message, allowed, given: slug });
  }
}

function checkExpect(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  if (entry.expect === undefined || entry.expect === 'same-content') return;
  const scope = scopeAt(entry, entry.steps?.length ?? 0);
  const deliveryFields = checking.known.contract.deliveryResult.fields.map((field) => field.name);
  const parts = [
    ['packet', 'packet result', textFields(checking)],
    ['each-delivery', 'delivery result', deliveryFields],
  ] as const;
  for (const [key, what, allowed] of parts) {
    for (const [field, text] of Object.entries(entry.expect[key] ?? {})) {
      const place = [...path, 'expect', key, field];
      if (!allowed.includes(field)) {
        const message = `"${field}" is not a text field of the ${what}`;
        report(checking, place, { at: 'key', message, allowed, given: field });
      }
      checkText(checking, text, place, scope, 'part');
    }
  }
}
