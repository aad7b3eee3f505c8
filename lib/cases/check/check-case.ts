import type { Problem } from '../../model/result.ts';
import { referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import type { YamlPath, YamlSource } from '../../yaml/yaml-source.ts';
import { combinations } from '../plan/expand.ts';
import { operationOf } from '../plan/recipients.ts';
import { checkCall, checkStep } from './check-step.ts';
import {
  type CaseEntry,
  type Checking,
  checkCharacters,
  checkChoice,
  checkLiteral,
  checkText,
  isProbe,
  type KnownNames,
  scopeAt,
  textsIn,
} from './checking.ts';

/** What a schema cannot see: unknown names, `${…}` that nothing defines or that is misplaced, lists for texts. */
export function caseProblems(
  source: YamlSource,
  operation: string,
  entry: CaseEntry,
  index: number,
  known: KnownNames,
): readonly Problem[] {
  const problems: Problem[] = [];
  const checking: Checking = {
    entry,
    known,
    report: (path, text) => {
      problems.push(source.problem(['cases', index, ...path], text));
    },
  };
  checkRequirements(checking);
  checkLevels(checking);
  checkNames(checking);
  checkForm(checking, 'form');
  checkForm(checking, 'change');
  checkProbe(checking);
  checkAnyPacket(checking);
  for (const [i, step] of (entry.steps ?? []).entries()) checkStep(checking, step, i);
  if (!entry.steps) checkCall(checking, operation, entry, [], ['id'], scopeAt(entry, 0));
  checkExpect(checking);
  const { with: values, matrix, generate, expect, steps: written } = entry;
  checkCharacters({ with: values, matrix, generate, steps: written, expect }, [], checking.report);
  return problems;
}

function checkRequirements({ entry, known: { requirements: allowed }, report }: Checking): void {
  for (const [i, got] of (entry.requirements ?? []).entries()) {
    const message = `unknown requirement "${got}"`;
    if (!allowed.includes(got)) report(['requirements', i], { message, allowed, got });
  }
}

/** Each variant that has a level of its own is one of the matrix. */
function checkLevels({ entry: { levels = {}, matrix = {} }, report }: Checking): void {
  const allowed = combinations(matrix).map(({ slug }) => slug ?? '');
  for (const got of Object.keys(levels)) {
    const message = `the matrix of this case makes no variant "${got}"`;
    if (!allowed.includes(got)) report(['levels', got], { at: 'key', message, allowed, got });
  }
}

/** Every name is defined once, by a value that refers to nothing; those that make exchanges or values are used. */
function checkNames(checking: Checking): void {
  const { entry, report } = checking;
  const { matrix = {}, generate = {}, steps = [] } = entry;
  const asked = steps.map((step) => [step.over, step.with, step.omit, step.twice]);
  const texts = textsIn([entry.form, entry.change, entry.omit, entry.twice, entry.with, entry.expect, asked]);
  const used = texts.flatMap(([text]) => referencesIn(text));
  const defined = new Set<string>();
  const define = (name: string, path: readonly (string | number)[]) => {
    const again = `"${name}" is defined already in this case`;
    if (defined.has(name)) report([...path, name], { at: 'key', message: again });
    defined.add(name);
  };
  for (const key of ['matrix', 'generate'] as const) {
    for (const name of Object.keys(entry[key] ?? {})) {
      define(name, [key]);
      const unused = `unused in this case: "\${${name}}"`;
      if (!used.includes(name)) report([key, name], { at: 'key', message: unused });
    }
  }
  for (const [i, { capture = {} }] of steps.entries()) {
    for (const name of Object.keys(capture)) define(name, ['steps', i, 'capture']);
  }
  checkLiteral(checking, matrix, ['matrix'], 'a matrix value');
  checkLiteral(checking, generate, ['generate'], 'a generated value');
}

/** The form or change of a case fits every binding that its requests go over, so no step goes over another. */
function checkForm(checking: Checking, key: 'form' | 'change'): void {
  const { entry, known, report } = checking;
  const written = entry[key];
  if (written === undefined) return;
  for (const [i, { over = 'same' }] of (entry.steps ?? []).entries()) {
    const message = `every step of a case with a ${key} goes over the binding of its exchange`;
    if (over !== 'same') report(['steps', i, 'over'], { message, allowed: ['same'] });
  }
  const bindings = entry.bindings ?? known.contract.bindings.map(({ id }) => id);
  const forms = key === 'form' ? known.forms : known.changes;
  const fitting = forms.filter((form) => bindings.every((binding) => form.bindings.includes(binding)));
  const allowed = fitting.map(({ id }) => id);
  checkChoice(checking, written, key, [key], (value, place) => {
    const whole = typeof value === 'string' ? value : 'a list or a generated value';
    const parts = key === 'form' ? whole.split('+') : [whole];
    for (const got of parts.filter((part) => !allowed.includes(part))) {
      const message = `"${got}" is not a ${key} of requests over ${bindings.join(', ')}`;
      report(place, { message, allowed, got });
    }
  });
}

/** A probe is never judged, so it claims nothing. */
function checkProbe({ entry, report }: Checking): void {
  if (!isProbe(entry)) return;
  for (const key of ['level', 'levels', 'requirements', 'expect'] as const) {
    const message = `a probe is never judged, so it has no "${key}"`;
    if (entry[key] !== undefined) report([key], { at: 'key', message });
  }
}

/** A case whose packet may be any other has a send in front that can be left out: nothing of it is asked for later. */
function checkAnyPacket(checking: Checking): void {
  const { entry, known, report } = checking;
  if (entry['any-packet'] === undefined) return;
  const [first, ...others] = entry.steps ?? [];
  const sends = others.some(
    ({ send, call = '' }) =>
      operationOf({ operation: send ?? call }, checking.known.contract).kind === 'send',
  );
  const captured = Object.values(first?.capture ?? {});
  const { identifier } = known.contract.packetResult;
  const plain = first?.send !== undefined && first.with === undefined && first.over === undefined;
  if (plain && !sends && captured.length > 0 && captured.every((field) => field === identifier)) return;
  const message = `with any-packet, the first step must be the only send, without "over" and "with", and capture only ${identifier}`;
  report(['any-packet'], { at: 'key', message });
}

/** A field may have to say what an earlier reply said. */
function checkExpected(checking: Checking, text: string, path: YamlPath): void {
  const { entry } = checking;
  // What else is under `matches` is a regular expression.
  if (path.at(-1) === 'matches') return;
  // What the last reply itself says, it always says.
  const scope = scopeAt(entry, Math.max(0, (entry.steps?.length ?? 0) - 1));
  const name = wholeReference(text) ?? '';
  const isCapture = path.length === 3 && path[1] !== 'fault' && scope.names.get(name) === 'captured';
  if (isCapture && entry['any-packet']) {
    const message = `with any-packet, other packets take the place of the reply that "\${${name}}" is captured from`;
    checking.report(path, { message });
  } else checkText(checking, text, path, scope, isCapture ? name : '');
}

function checkExpect(checking: Checking): void {
  const { entry, known, report } = checking;
  if (entry.expect === undefined || entry.expect === 'same-content') return;
  const { status, fault, ...others } = entry.expect;
  for (const [text, path] of textsIn({ fault, ...others }, ['expect'])) checkExpected(checking, text, path);
  const { bindings } = known.contract;
  const isRefusal =
    fault || !(status === undefined || bindings.some(({ response }) => response.status === status));
  for (const key of ['packet', 'each-delivery'] as const) {
    if (!isRefusal || others[key] === undefined) continue;
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
