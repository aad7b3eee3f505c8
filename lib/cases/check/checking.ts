import type { BindingId, Contract, DeclaredValue, Operation } from '../../model/contract.ts';
import type { Problem } from '../../model/result.ts';
import type { CaseEntry } from '../case-file.ts';
import { hasOpenReference, referencesIn, wholeReference } from '../interpolate.ts';
import type { ProblemText, YamlPath, YamlSource } from '../yaml/source.ts';

/** A way to write a request, equal to the plain one or not, and the bindings that it fits. */
export interface KnownForm {
  readonly id: string;
  readonly bindings: readonly BindingId[];
}

/** The names that cases may use besides their own. */
export interface KnownNames {
  readonly contract: Contract;
  readonly requirements: readonly string[];
  readonly forms: readonly KnownForm[];
  /** What the request of a probe can do. */
  readonly changes: readonly KnownForm[];
}

/** A case file while it is checked: where it stands, what it may name, and what was found so far. */
export interface Checking {
  readonly source: YamlSource;
  readonly known: KnownNames;
  readonly problems: Problem[];
}

export function report(checking: Checking, path: YamlPath, text: ProblemText): void {
  checking.problems.push(checking.source.problem(path, text));
}

export function operationOf(checking: Checking, name: string): Operation | undefined {
  return checking.known.contract.operations.find((operation) => operation.name === name);
}

export function reportUnknownOperation(checking: Checking, path: YamlPath, name: string): void {
  const allowed = checking.known.contract.operations.map((operation) => operation.name);
  report(checking, path, { message: `unknown operation "${name}"`, allowed, given: name });
}

/** A field of the packet result, or of every delivery result, is one that holds a text. */
export function checkField(
  checking: Checking,
  of: 'packet' | 'each-delivery',
  field: string,
  path: YamlPath,
  at?: 'key',
): void {
  const { packetResult, deliveryResult } = checking.known.contract;
  const { fields } = of === 'packet' ? packetResult : deliveryResult;
  const allowed = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
  if (allowed.includes(field)) return;
  const message = `"${field}" is not a text field of the ${of === 'packet' ? 'packet' : 'delivery'} result`;
  report(checking, path, { ...(at && { at }), message, allowed, given: field });
}

/** Where a text stands: as the whole value of a parameter, or as an item of a list or an expected text. */
export type TextUse = 'parameter' | 'part';

/** Every `${name}` of a text means something that can stand there. */
export function checkText(
  checking: Checking,
  text: string,
  path: YamlPath,
  scope: Scope,
  use: TextUse,
): void {
  checkClosed(checking, text, path);
  const whole = use === 'parameter' ? wholeReference(text) : undefined;
  for (const name of new Set(referencesIn(text))) {
    const meaning = scope.names.get(name);
    if (!meaning) reportUnknown(checking, name, path, scope);
    else if (name !== whole) checkPartOfText(checking, name, meaning, path);
  }
}

/** Matrix values and generated values refer to nothing: they are what they are. */
export function checkNoReferences(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  for (const [name, values] of Object.entries(entry.matrix ?? {})) {
    for (const [slug, value] of Object.entries(values)) {
      checkLiteral(checking, value, [...path, 'matrix', name, slug], 'a matrix value');
    }
  }
  for (const [name, generator] of Object.entries(entry.generate ?? {})) {
    checkLiteral(checking, generator, [...path, 'generate', name], 'a generated value');
  }
}

/** Checks a text, or each value of the matrix that it stands for where it is one `${name}`. */
export function checkChoice(
  checking: Checking,
  { matrix = {} }: CaseEntry,
  written: string,
  what: string,
  path: YamlPath,
  check: (value: DeclaredValue, path: YamlPath) => void,
): void {
  const name = wholeReference(written);
  if (name === undefined) {
    check(written, path);
    return;
  }
  if (!Object.hasOwn(matrix, name)) {
    const message = `the matrix has no "${name}" to take the ${what} from`;
    report(checking, path, { message, allowed: Object.keys(matrix), given: name });
    return;
  }
  for (const [slug, value] of Object.entries(matrix[name] ?? {})) {
    check(value, [...path.slice(0, 2), 'matrix', name, slug]);
  }
}

/** Every name of the matrix and every generated value is used: else exchanges would only repeat each other. */
export function checkAllUsed(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  const texts = textsIn([
    [entry.form, entry.change, entry.omit, entry.twice],
    entry.with,
    entry.expect,
    entry.steps?.map((step) => [step.over, step.with, step.omit, step.twice]),
  ]);
  const used = new Set(texts.flatMap(([text]) => referencesIn(text)));
  for (const key of ['matrix', 'generate'] as const) {
    for (const name of Object.keys(entry[key] ?? {})) {
      if (used.has(name)) continue;
      const message = `unused in this case: "\${${name}}"`;
      report(checking, [...path, key, name], { at: 'key', message });
    }
  }
}

/** Every text in a value, with the way to it. */
function textsIn(value: unknown, path: YamlPath = []): readonly (readonly [text: string, path: YamlPath])[] {
  if (typeof value === 'string') return [[value, path]];
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inside]) =>
    textsIn(inside, [...path, isList ? Number(key) : key]),
  );
}

/** No `${name}` in a value that refers to nothing; a generator is such a value wherever it stands. */
export function checkLiteral(checking: Checking, value: DeclaredValue, path: YamlPath, what: string): void {
  for (const [text, place] of textsIn(value, path)) {
    checkClosed(checking, text, place);
    for (const name of new Set(referencesIn(text))) {
      const message = `${what} cannot refer to "\${${name}}"; write $\${${name}} for the literal text`;
      report(checking, place, { message });
    }
  }
}

function checkClosed(checking: Checking, text: string, path: YamlPath): void {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sentence shows the case language
  const message = '"${" has no closing "}"; write $${ for the literal text';
  if (hasOpenReference(text)) report(checking, path, { message });
}

function reportUnknown(checking: Checking, name: string, path: YamlPath, scope: Scope): void {
  if (scope.later.has(name)) {
    const message = `"\${${name}}" is captured in this step or a later one; use a capture only in later steps`;
    report(checking, path, { message });
    return;
  }
  const message = `unknown reference "\${${name}}"; write $\${${name}} for the literal text`;
  report(checking, path, { message, allowed: [...scope.names.keys()], given: name });
}

function checkPartOfText(checking: Checking, name: string, meaning: Meaning, path: YamlPath): void {
  if (meaning.kind === 'capture') {
    const message = `"\${${name}}" is a capture; a capture must be the whole value of a parameter`;
    report(checking, path, { message });
  } else if (meaning.values.some(isListValue)) {
    const message = `"\${${name}}" is a list; a list must be the whole value of a parameter`;
    report(checking, path, { message });
  }
}

/** What `${name}` stands for: one of the declared values, or a field of an earlier reply. */
export type Meaning =
  | { readonly kind: 'declared'; readonly values: readonly DeclaredValue[] }
  | { readonly kind: 'capture' };

/** The names that mean something at one place of a case. */
export interface Scope {
  readonly names: ReadonlyMap<string, Meaning>;
  /** Captures of this step and of those behind it: too late to be used here. */
  readonly later: ReadonlySet<string>;
}

/** The scope in front of the step with that index; past the last step every capture is known. */
export function scopeAt(entry: CaseEntry, step: number): Scope {
  const names = new Map<string, Meaning>();
  for (const [name, values] of Object.entries(entry.matrix ?? {})) {
    names.set(name, { kind: 'declared', values: Object.values(values) });
  }
  for (const [name, generator] of Object.entries(entry.generate ?? {})) {
    if (!names.has(name)) names.set(name, { kind: 'declared', values: [generator] });
  }
  const captures = (entry.steps ?? []).map((each) => Object.keys(each.capture ?? {}));
  for (const name of captures.slice(0, step).flat()) {
    if (!names.has(name)) names.set(name, { kind: 'capture' });
  }
  const later = captures.slice(step).flat();
  return { names, later: new Set(later.filter((name) => !names.has(name))) };
}

/** Whether a declared value is a list once it is computed. */
export function isListValue(value: DeclaredValue): boolean {
  if (typeof value === 'string') return false;
  return Array.isArray(value) || 'numbers' in value;
}
