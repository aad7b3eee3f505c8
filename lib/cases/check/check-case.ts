import type { ExpectedText } from '../../model/exchange.ts';
import type { Problem } from '../../model/result.ts';
import { type CaseEntry, type CaseFile, isProbe } from '../case-file.ts';
import type { YamlPath, YamlSource } from '../yaml/source.ts';
import { checkCall, checkStep } from './check-step.ts';
import {
  type Checking,
  checkAllUsed,
  checkChoice,
  checkField,
  checkNoReferences,
  checkText,
  type KnownForm,
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
  const refused = (place: YamlPath, message: string) =>
    report(checking, [...path, ...place], { at: 'key', message });
  if (operation === undefined) {
    refused(['id'], 'the key "operation" is missing here and at the top of the file');
  } else if (!operationOf(checking, operation)) {
    reportUnknownOperation(
      checking,
      entry.operation === undefined ? ['operation'] : [...path, 'operation'],
      operation,
    );
  }
  checkRequirements(checking, entry, path);
  for (const name of Object.keys(entry.generate ?? {}).filter((name) =>
    Object.hasOwn(entry.matrix ?? {}, name),
  )) {
    refused(['generate', name], `the matrix of this case defines "${name}" already`);
  }
  checkLevels(checking, entry, path);
  checkForm(checking, entry, 'form', path);
  checkForm(checking, entry, 'change', path);
  // A probe is never judged, so it claims nothing.
  for (const key of ['level', 'levels', 'requirements', 'expect'] as const) {
    if (!isProbe(entry) || entry[key] === undefined) continue;
    report(checking, [...path, key], {
      at: 'key',
      message: `a probe is never judged, so it has no "${key}"`,
    });
  }
  checkAnyPacket(checking, entry, path);
  checkNoReferences(checking, entry, path);
  checkAllUsed(checking, entry, path);
  entry.steps?.forEach((step, i) => {
    checkStep(checking, entry, step, i, [...path, 'steps', i]);
  });
  if (!entry.steps && operation !== undefined)
    checkCall(checking, operation, entry, path, ['id'], scopeAt(entry, 0));
  checkExpect(checking, entry, path);
  return checking.problems;
}

function checkRequirements(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  const allowed = checking.known.requirements;
  (entry.requirements ?? []).forEach((id, i) => {
    if (allowed.includes(id)) return;
    const message = `unknown requirement "${id}"`;
    report(checking, [...path, 'requirements', i], { message, allowed, given: id });
  });
}

/** Each variant that has a level of its own is one of the matrix. */
function checkLevels(checking: Checking, { levels = {}, matrix = {} }: CaseEntry, path: YamlPath): void {
  if (Object.keys(matrix).length === 0) return;
  const allowed = Object.values(matrix)
    .map(Object.keys)
    .reduce((slugs, keys) => slugs.flatMap((slug) => keys.map((key) => `${slug}.${key}`)));
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

/** The form or change of a case is known and fits every binding that its requests go over, so no step goes over another. */
function checkForm(checking: Checking, entry: CaseEntry, key: 'form' | 'change', path: YamlPath): void {
  const written = entry[key];
  if (written === undefined) return;
  (entry.steps ?? []).forEach(({ over = 'same' }, i) => {
    if (over === 'same') return;
    const message = `every step of a case with a ${key} goes over the binding of its exchange`;
    report(checking, [...path, 'steps', i, 'over'], { message, allowed: ['same'] });
  });
  const { contract, forms, changes } = checking.known;
  const known = key === 'form' ? forms : changes;
  const bindings = entry.bindings ?? contract.bindings.map(({ id }) => id);
  const unfitting = (form: KnownForm) => bindings.filter((binding) => !form.bindings.includes(binding));
  checkChoice(checking, entry, written, key, [...path, key], (value, place) => {
    if (typeof value !== 'string') {
      report(checking, place, { message: `this is the ${key} of a variant, so it must be one` });
      return;
    }
    const form = known.find(({ id }) => id === value);
    if (!form) {
      const fitting = known.filter((one) => unfitting(one).length === 0);
      const allowed = (fitting.length > 0 ? fitting : known).map(({ id }) => id);
      report(checking, place, { message: `unknown ${key} "${value}"`, allowed, given: value });
    } else if (unfitting(form).length > 0) {
      const message = `the ${key} "${value}" does not fit ${unfitting(form).join(', ')}; "bindings" of this case can name ${form.bindings.join(', ')}`;
      report(checking, place, { message });
    }
  });
}
