import type { BindingId, Contract, DeclaredValue } from '../../model/contract.ts';
import type { CapturedField, DeclaredCase, DeclaredStep, Expectation } from '../../model/exchange.ts';
import { characterName, forbiddenCharacter } from '../../text/printable.ts';
import { hasOpenReference, referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import type { ProblemText, YamlPath } from '../../yaml/yaml-source.ts';

/** A case as cases.schema.json allows it; load.ts adds what is derived. */
export interface CaseEntry
  extends Partial<Omit<DeclaredCase, 'steps' | 'expect' | 'source' | 'anyPacket' | 'keptConnection'>>,
    Partial<Pick<DeclaredStep, 'with' | 'omit' | 'twice'>> {
  readonly id: string;
  readonly title: string;
  readonly 'any-packet'?: true;
  readonly 'known-packet'?: true;
  readonly 'kept-connection'?: true;
  readonly steps?: readonly StepEntry[];
  readonly expect?: 'same-content' | ExpectEntry;
}

export interface StepEntry
  extends Partial<Pick<DeclaredStep, 'over' | 'with' | 'omit' | 'twice' | 'level' | 'pause' | 'repeat'>> {
  readonly send?: string;
  readonly call?: string;
  readonly capture?: Readonly<Record<string, string | CapturedField>>;
  readonly 'own-connection'?: boolean;
}

export interface ExpectEntry extends Partial<Pick<Expectation, 'packet' | 'status' | 'fault'>> {
  readonly 'same-content'?: true;
  readonly 'each-delivery'?: Expectation['eachDelivery'];
}

/** True if a case says that it is a probe, or makes a request that the contract does not describe. */
export function isProbe(entry: CaseEntry): boolean {
  const { probe = false, change, steps = [entry] } = entry;
  return probe || change !== undefined || steps.some(({ omit, twice }) => omit ?? twice);
}

/** Ways to write a request, equal to the plain one or not, and the bindings that they fit. */
type KnownForms = readonly { readonly id: string; readonly bindings: readonly BindingId[] }[];

/** The names that cases may use besides their own. */
export interface KnownNames {
  readonly contract: Contract;
  readonly requirements: readonly string[];
  readonly forms: KnownForms;
  readonly changes: KnownForms;
}

/** A case that is valid against the schema, while it is checked. */
export interface Checking {
  readonly entry: CaseEntry;
  readonly known: KnownNames;
  report(path: YamlPath, text: ProblemText): void;
}

/** The names that mean something at one place of a case. */
export type KnownReferences = ReturnType<typeof scopeAt>;

/** Returns the names that are defined before the step with this index. */
export function scopeAt({ matrix = {}, generate = {}, steps = [] }: CaseEntry, step: number) {
  const captures = steps.map(({ capture = {} }) => Object.keys(capture));
  const names = new Map<string, readonly DeclaredValue[] | 'captured'>([
    ...captures.slice(0, step).flatMap((captured) => captured.map((name) => [name, 'captured'] as const)),
    ...Object.entries(generate).map(([name, generator]) => [name, [generator]] as const),
    ...Object.entries(matrix).map(([name, values]) => [name, Object.values(values)] as const),
  ]);
  return { names, later: captures.slice(step).flat() };
}

/** Checks that every `${name}` of a text means something that can appear there: a list or a capture only as `whole`. */
export function checkText(
  { report }: Checking,
  text: string,
  path: YamlPath,
  { names, later }: KnownReferences,
  whole = wholeReference(text),
): void {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sentence shows the case language
  const open = '"${" has no closing "}"; write $${ for the literal text';
  if (hasOpenReference(text)) report(path, { message: open });
  for (const name of new Set(referencesIn(text))) {
    const meaning = names.get(name);
    const kind = meaning === 'captured' ? 'capture' : meaning?.some(isListValue) ? 'list' : 'text';
    if (later.includes(name) && meaning === undefined) {
      const message = `"\${${name}}" is captured in this step or a later one; use a capture only in later steps`;
      report(path, { message });
    } else if (meaning === undefined) {
      const message = `unknown reference "\${${name}}"; write $\${${name}} for the literal text`;
      report(path, { message, allowed: [...names.keys()], got: name });
    } else if (kind !== 'text' && name !== whole) {
      const where =
        kind === 'capture'
          ? 'the only reference in a parameter, or the whole value of an expected field'
          : 'the whole value of a parameter';
      report(path, { message: `"\${${name}}" is a ${kind}; a ${kind} must be ${where}` });
    }
  }
}

/** Checks a word, or each value of the matrix that it stands for where it is one `${name}`. */
export function checkChoice(
  { entry: { matrix = {} }, report }: Checking,
  written: string,
  what: string,
  path: YamlPath,
  check: (got: string, path: YamlPath) => void,
): void {
  const name = wholeReference(written);
  if (name === undefined) check(written, path);
  else if (!Object.hasOwn(matrix, name)) {
    const message = `the matrix has no "${name}" to take the ${what} from`;
    report(path, { message, allowed: Object.keys(matrix), got: name });
  } else {
    for (const [slug, value] of Object.entries(matrix[name] ?? {})) {
      check(typeof value === 'string' ? value : 'a list or a generated value', ['matrix', name, slug]);
    }
  }
}

/** Returns every text in a value, with its path. */
export function textsWithPaths(
  value: unknown,
  path: YamlPath = [],
): readonly (readonly [string, YamlPath])[] {
  if (typeof value === 'string') return [[value, path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    textsWithPaths(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Reports every character in a value that neither XML 1.0 (§2.2) nor a contract string can carry. */
export function checkCharacters(value: unknown, path: YamlPath, report: Checking['report']): void {
  for (const [text, inside] of textsWithPaths(value, path)) {
    const character = forbiddenCharacter(text);
    const message = `a value cannot hold ${characterName(character ?? '')}, which XML 1.0 forbids`;
    if (character !== undefined) report(inside, { message });
  }
}

/** Reports every `${name}` in a value of the matrix or of a generator, which can refer to nothing. */
export function checkLiteral({ report }: Checking, value: unknown, path: YamlPath, what: string): void {
  for (const [text, inside] of textsWithPaths(value, path)) {
    for (const name of new Set(referencesIn(text))) {
      const message = `${what} cannot refer to "\${${name}}"; write $\${${name}} for the literal text`;
      report(inside, { message });
    }
  }
}

/** True if a declared value is a list once it is computed. */
export function isListValue(value: DeclaredValue): boolean {
  return Array.isArray(value) || (typeof value === 'object' && 'numbers' in value);
}
