import type { BindingId } from '../../model/contract.ts';
import type { ExpectedText } from '../../model/exchange.ts';
import type { Problem } from '../../model/result.ts';
import { type CaseEntry, type CaseFile, isProbe } from '../case-file.ts';
import type { YamlPath, YamlSource } from '../yaml/source.ts';
import { checkOutside, checkPacketGiven, checkStep, checkValues } from './check-step.ts';
import {
  type Checking,
  checkAllUsed,
  checkChoice,
  checkField,
  checkNoReferences,
  checkText,
  type KnownNames,
  operationOf,
  report,
  reportUnknownOperation,
  type Scope,
  scopeAt,
} from './checking.ts';

/**
 * What a schema cannot see: names of operations, parameters, fields and requirements that do not exist,
 * `${…}` that nothing defines or that cannot stand where it does, lists where a text belongs.
 */
export function caseProblems(
  source: YamlSource,
  file: Pick<CaseFile, 'operation'>,
  entry: CaseEntry,
  index: number,
  known: KnownNames,
): readonly Problem[] {
  const checking: Checking = { source, known, problems: [] };
  const path: YamlPath = ['cases', index];
  const operation = entry.operation ?? file.operation;
  checkOperationGiven(checking, entry, operation, path);
  checkRequirements(checking, entry, path);
  checkNameClashes(checking, entry, path);
  checkLevels(checking, entry, path);
  checkForm(checking, entry, 'form', path);
  checkForm(checking, entry, 'change', path);
  checkProbe(checking, entry, path);
  checkAnyPacket(checking, entry, path);
  checkNoReferences(checking, entry, path);
  checkAllUsed(checking, entry, path);
  if (entry.steps) {
    entry.steps.forEach((_, i) => {
      checkStep(checking, entry, i, [...path, 'steps', i]);
    });
  } else if (operation !== undefined) {
    checkValues(checking, operation, entry.with ?? {}, [...path, 'with'], scopeAt(entry, 0));
    checkOutside(checking, operation, entry, path, scopeAt(entry, 0));
    checkPacketGiven(checking, operation, entry, [...path, 'id']);
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
    report(checking, [...path, 'id'], { at: 'key', message });
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
  const { status, fault } = entry.expect;
  const place = [...path, 'expect'];
  const scope = scopeAt(entry, entry.steps?.length ?? 0);
  for (const key of ['packet', 'each-delivery', 'fault'] as const) {
    const texts: Readonly<Partial<Record<string, ExpectedText>>> = entry.expect[key] ?? {};
    for (const [field, expected = ''] of Object.entries(texts)) {
      const here = [...place, key, field];
      if (key !== 'fault') checkField(checking, key, field, here, 'key');
      checkExpected(checking, expected, here, scope);
    }
  }
  const { bindings } = checking.known.contract;
  const isRefusal =
    fault || !(status === undefined || bindings.some(({ response }) => response.status === status));
  for (const key of ['packet', 'each-delivery'] as const) {
    if (!isRefusal || entry.expect[key] === undefined) continue;
    const message = `"${key}" expects a packet result, which a ${fault ? 'fault' : `reply with status ${status}`} is not; remove one of them`;
    report(checking, [...place, key], { at: 'key', message });
  }
  if (fault) checkOverSoap(checking, entry, [...place, 'fault']);
}

function checkExpected(checking: Checking, expected: ExpectedText, path: YamlPath, scope: Scope): void {
  if (typeof expected === 'string') checkText(checking, expected, path, scope, 'part');
  else if ('one-of' in expected) {
    expected['one-of'].forEach((text, i) => {
      checkText(checking, text, [...path, 'one-of', i], scope, 'part');
    });
  } else if ('matches' in expected) {
    const { matches } = expected;
    const why = matches.includes('${') ? 'it cannot refer to a name' : patternMistake(matches);
    if (why === undefined) return;
    const message = `"${matches}" is not a regular expression of JavaScript: ${why}`;
    report(checking, [...path, 'matches'], { message });
  }
}

/** Says why a text is no regular expression, in the words of the runtime. */
function patternMistake(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return String(error).replace(/^.*\/u?: /s, '');
  }
}

/** Only SOAP has faults; a last step over a binding of its own decides for every exchange. */
function checkOverSoap(checking: Checking, { bindings, steps }: CaseEntry, path: YamlPath): void {
  const all = checking.known.contract.bindings;
  const over = steps?.at(-1)?.over ?? 'same';
  const used = over === 'same' ? (bindings ?? all.map(({ id }) => id)) : [over];
  const plain = all.filter(({ id, envelope }) => envelope === undefined && used.includes(id));
  if (plain.length === 0) return;
  const allowed = all.filter(({ envelope }) => envelope !== undefined).map(({ id }) => id);
  const message = `there are no SOAP faults over ${plain.map(({ id }) => id).join(', ')}; name SOAP bindings only in "bindings", or expect a status`;
  report(checking, path, { at: 'key', message, allowed });
}

/** A case whose packet may be any other has a send in front that can be left out: nothing of it is asked for later. */
function checkAnyPacket(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  if (entry['any-packet'] === undefined) return;
  const [first, ...others] = entry.steps ?? [];
  const sends = others.some((step) => operationOf(checking, step.send ?? step.call ?? '')?.kind === 'send');
  const captured = Object.values(first?.capture ?? {});
  const identifier = checking.known.contract.packetResult.fields.find(
    (field) => field.type === 'string' && field.role === 'identifier',
  )?.name;
  const plain = first?.send !== undefined && first.with === undefined && first.over === undefined;
  if (plain && !sends && captured.length > 0 && captured.every((field) => field === identifier)) return;
  const message = `with any-packet, the first step must be the only send, without "over" and "with", and capture only ${identifier ?? 'the packet'}`;
  report(checking, [...path, 'any-packet'], { at: 'key', message });
}

/** A probe is never judged, so it claims nothing. */
function checkProbe(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  if (!isProbe(entry)) return;
  for (const key of ['level', 'levels', 'requirements', 'expect'] as const) {
    if (entry[key] === undefined) continue;
    const message = `a probe is never judged, so it has no "${key}"`;
    report(checking, [...path, key], { at: 'key', message });
  }
}

/** The form or change of a case is known and fits every binding that its requests go over. */
function checkForm(checking: Checking, entry: CaseEntry, key: 'form' | 'change', path: YamlPath): void {
  const written = entry[key];
  if (written === undefined) return;
  checkSteps(checking, entry, key, path);
  checkChoice(checking, entry, written, key, [...path, key], (value, place) => {
    if (typeof value === 'string') checkFits(checking, entry, key, value, place);
    else report(checking, place, { message: `this is the ${key} of a variant, so it must be one` });
  });
}

function checkFits(
  checking: Checking,
  entry: CaseEntry,
  key: 'form' | 'change',
  id: string,
  path: YamlPath,
): void {
  const { contract, forms, changes } = checking.known;
  const known = key === 'form' ? forms : changes;
  const bindings = entry.bindings ?? contract.bindings.map((binding) => binding.id);
  const form = known.find((one) => one.id === id);
  if (!form) {
    const fitting = known.filter((one) => fits(one.bindings, bindings));
    const allowed = (fitting.length > 0 ? fitting : known).map((one) => one.id);
    report(checking, path, { message: `unknown ${key} "${id}"`, allowed, given: id });
    return;
  }
  const unfitting = bindings.filter((binding) => !form.bindings.includes(binding));
  if (unfitting.length === 0) return;
  const message = `the ${key} "${id}" does not fit ${unfitting.join(', ')}; "bindings" of this case can name ${form.bindings.join(', ')}`;
  report(checking, path, { message });
}

function fits(form: readonly BindingId[], bindings: readonly BindingId[]): boolean {
  return bindings.every((binding) => form.includes(binding));
}

/** A form fits the case's bindings, so no step can go over another. */
function checkSteps(checking: Checking, entry: CaseEntry, key: string, path: YamlPath): void {
  (entry.steps ?? []).forEach((step, i) => {
    if (step.over === undefined || step.over === 'same') return;
    const message = `every step of a case with a ${key} goes over the binding of its exchange`;
    report(checking, [...path, 'steps', i, 'over'], { message, allowed: ['same'] });
  });
}
