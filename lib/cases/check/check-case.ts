import type { Problem } from '../../model/result.ts';
import { referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import type { YamlSource } from '../../yaml/yaml-source.ts';
import { combinations } from '../plan/expand.ts';
import { operationOf } from '../plan/recipients.ts';
import { checkStep } from './check-step.ts';
import {
  type CaseEntry,
  type Checking,
  checkCharacters,
  checkChoice,
  checkLiteral,
  checkText,
  type ExpectEntry,
  isProbe,
  type KnownNames,
  scopeAt,
  textsWithPaths,
} from './checking.ts';

/** Returns the problems that a schema cannot see: unknown names, undefined or misplaced `${…}`, lists for texts. */
export function caseProblems(
  source: YamlSource,
  operation: string,
  entry: CaseEntry,
  index: number,
  known: KnownNames,
): readonly Problem[] {
  const problems: Problem[] = [];
  const report: Checking['report'] = (path, text) =>
    problems.push(source.problem(['cases', index, ...path], text));
  const checking: Checking = { entry, known, report };
  checkKnown(checking);
  checkNames(checking);
  checkForm(checking, 'form', known.forms);
  checkForm(checking, 'change', known.changes);
  checkProbe(checking);
  checkAnyPacket(checking);
  for (const [i, step] of (entry.steps ?? [entry]).entries()) checkStep(checking, operation, step, i);
  checkExpect(checking);
  checkCharacters(entry, [], report);
  return problems;
}

/** Checks that requirements are of the register, and variants with a level of their own of the matrix. */
function checkKnown({ entry, known, report }: Checking): void {
  const { requirements = [], levels = {}, matrix = {} } = entry;
  for (const [i, got] of requirements.entries()) {
    const allowed = known.requirements;
    const message = `unknown requirement "${got}"`;
    if (!allowed.includes(got)) report(['requirements', i], { message, allowed, got });
  }
  const allowed = combinations(matrix).map(({ slug }) => slug ?? '');
  for (const got of Object.keys(levels)) {
    const message = `the matrix of this case makes no variant "${got}"`;
    if (!allowed.includes(got)) report(['levels', got], { at: 'key', message, allowed, got });
  }
}

/** Checks that every name is defined once, by a value that refers to nothing, and that those of values are used. */
function checkNames(checking: Checking): void {
  // What only a title or a reason names is sent nowhere.
  const { title, because, matrix = {}, generate = {}, ...rest } = checking.entry;
  const { steps = [] } = rest;
  const used = textsWithPaths(rest).flatMap(([text]) => referencesIn(text));
  const names = [
    ...Object.keys(matrix).map((name) => ['matrix', name]),
    ...Object.keys(generate).map((name) => ['generate', name]),
    ...steps.flatMap(({ capture = {} }, i) =>
      Object.keys(capture).map((name) => ['steps', i, 'capture', name]),
    ),
  ];
  for (const [i, path] of names.entries()) {
    const name = String(path.at(-1));
    const report = (message: string) => checking.report(path, { at: 'key', message });
    if (names.findIndex((earlier) => earlier.at(-1) === name) < i)
      report(`"${name}" is already defined in this case`);
    if (path.length === 2 && !used.includes(name)) report(`unused in this case: "\${${name}}"`);
  }
  checkLiteral(checking, matrix, ['matrix'], 'a matrix value');
  checkLiteral(checking, generate, ['generate'], 'a generated value');
}

/** Checks that a form or change fits every binding that its requests go over, so that no step goes over another. */
function checkForm(checking: Checking, key: 'form' | 'change', known: KnownNames['forms']): void {
  const { entry, report } = checking;
  if (entry[key] === undefined) return;
  for (const [i, { over = 'same' }] of (entry.steps ?? []).entries()) {
    const message = `every step of a case with a ${key} goes over the binding of its exchange`;
    if (over !== 'same') report(['steps', i, 'over'], { message, allowed: ['same'] });
  }
  const bindings = entry.bindings ?? checking.known.contract.bindings.map(({ id }) => id);
  const allowed = known.flatMap((form) =>
    bindings.every((binding) => form.bindings.includes(binding)) ? form.id : [],
  );
  checkChoice(checking, entry[key], key, [key], (whole, place) => {
    const parts = key === 'form' ? whole.split('+') : [whole];
    for (const got of parts.filter((part) => !allowed.includes(part))) {
      const message = `"${got}" is not a ${key} of requests over ${bindings.join(', ')}`;
      report(place, { message, allowed, got });
    }
  });
}

/** Checks that a probe, which is never judged, expects nothing. */
function checkProbe({ entry, report }: Checking): void {
  if (!isProbe(entry)) {
    const message = 'only a probe asks for a known packet';
    if (entry['known-packet']) report(['known-packet'], { at: 'key', message });
    return;
  }
  for (const key of ['level', 'levels', 'requirements', 'expect'] as const) {
    const message = `a probe is never judged, so it has no "${key}"`;
    if (entry[key] !== undefined) report([key], { at: 'key', message });
  }
}

/** Checks that a case with any-packet can do without its send: no later step or expectation needs it. */
function checkAnyPacket({ entry, known: { contract }, report }: Checking): void {
  if (entry['any-packet'] === undefined) return;
  const [first, ...others] = entry.steps ?? [];
  const sends = others.some(
    ({ send, call = '' }) => operationOf({ operation: send ?? call }, contract).kind === 'send',
  );
  const captured = Object.values(first?.capture ?? {});
  const { identifier } = contract.packetResult;
  const plain = first?.send !== undefined && first.with === undefined && first.over === undefined;
  if (plain && !sends && captured.length > 0 && captured.every((field) => field === identifier)) return;
  const message = `with any-packet, the first step must be the only send, without "over" and "with", and capture only ${identifier}`;
  report(['any-packet'], { at: 'key', message });
}

/** Checks the expected texts; a field may be expected to repeat an earlier reply. */
function checkExpect(checking: Checking): void {
  const { expect, steps = [], 'any-packet': anyPacket } = checking.entry;
  if (expect === undefined || expect === 'same-content') return;
  checkKind(checking, expect);
  // The last reply would always equal its own capture.
  const scope = scopeAt(checking.entry, Math.max(0, steps.length - 1));
  for (const [text, path] of textsWithPaths(expect, ['expect'])) {
    const name = wholeReference(text) ?? '';
    const isCapture = path.length === 3 && path[1] !== 'fault' && scope.names.get(name) === 'captured';
    if (isCapture && anyPacket) {
      const message = `with any-packet, "\${${name}}" cannot be expected, because other packets replace the captured reply`;
      checking.report(path, { message });
      // What is under `matches` is a regular expression.
    } else if (path.at(-1) !== 'matches') checkText(checking, text, path, scope, isCapture ? name : '');
  }
}

/** Checks that a reply can meet the expectation: an impossible one would never be looked at, or always fail. */
function checkKind({ entry, known, report }: Checking, { status, fault, ...others }: ExpectEntry): void {
  const { bindings } = known.contract;
  const isStatus = status === undefined || bindings.some(({ response }) => response.status === status);
  for (const key of ['packet', 'each-delivery'] as const) {
    if ((!fault && isStatus) || others[key] === undefined) continue;
    const message = `"${key}" expects a packet result, which a ${fault ? 'fault' : `reply with status ${status}`} is not; remove one of them`;
    report(['expect', key], { at: 'key', message });
  }
  if (!fault) return;
  // Only SOAP has faults; a last step over a binding of its own decides for every exchange.
  const over = entry.steps?.at(-1)?.over ?? 'same';
  const asked = over === 'same' ? (entry.bindings ?? bindings.map(({ id }) => id)) : [over];
  const plain = bindings.filter(({ id, envelope }) => envelope === undefined && asked.includes(id));
  if (plain.length === 0) return;
  const allowed = bindings.filter(({ envelope }) => envelope !== undefined).map(({ id }) => id);
  const message = `there are no SOAP faults over ${plain.map(({ id }) => id).join(', ')}; name SOAP bindings only in "bindings", or expect a status`;
  report(['expect', 'fault'], { at: 'key', message, allowed });
}
