import type { BindingId, Contract, DeclaredValue } from '../../model/contract.ts';
import type {
  CapturedField,
  DeclaredCase,
  DeclaredStep,
  Expectation,
  ExpectedTexts,
} from '../../model/exchange.ts';
import { characterName, forbiddenCharacter } from '../../text/printable.ts';
import { hasOpenReference, referencesIn, wholeReference } from '../../yaml/interpolate.ts';
import type { ProblemText, YamlPath } from '../../yaml/yaml-source.ts';

/** A case as cases.schema.json allows it; what is derived is filled in by load-cases. */
export interface CaseEntry
  extends Pick<DeclaredCase, 'id' | 'title'>,
    Partial<
      Omit<DeclaredCase, 'id' | 'title' | 'steps' | 'expect' | 'source' | 'anyPacket' | 'keptConnection'>
    >,
    Partial<Pick<DeclaredStep, 'with' | 'omit' | 'twice'>> {
  readonly 'any-packet'?: true;
  readonly 'kept-connection'?: true;
  readonly steps?: readonly StepEntry[];
  readonly expect?: 'same-content' | ExpectEntry;
}

export interface StepEntry extends Partial<Pick<DeclaredStep, 'over' | 'with' | 'omit' | 'twice' | 'level'>> {
  readonly send?: string;
  readonly call?: string;
  readonly capture?: Readonly<Record<string, string | CapturedField>>;
}

export interface ExpectEntry {
  readonly 'same-content'?: true;
  readonly packet?: ExpectedTexts;
  readonly 'each-delivery'?: ExpectedTexts;
  readonly status?: number;
  readonly fault?: NonNullable<Expectation['fault']>;
}

/** Whether a case is a probe: it says so, or asks for something that the contract does not describe. */
export function isProbe({ probe, change, omit, twice, steps = [] }: CaseEntry): boolean {
  const outside = [change, ...[{ omit, twice }, ...steps].flatMap((one) => [one.omit, one.twice])];
  return probe === true || outside.some((one) => one !== undefined);
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

/** A case that keeps the schema, while it is checked. */
export interface Checking {
  readonly entry: CaseEntry;
  readonly known: KnownNames;
  report(path: YamlPath, text: ProblemText): void;
}

/** What `${name}` stands for: one of the declared values, or a field of an earlier reply. */
type Meaning = readonly DeclaredValue[] | 'captured';

/** The names that mean something at one place of a case. */
export type Scope = ReturnType<typeof scopeAt>;

/** The scope in front of the step with that index; past the last step every capture is known. */
export function scopeAt({ matrix = {}, generate = {}, steps = [] }: CaseEntry, step: number) {
  const captures = steps.map(({ capture = {} }) => Object.keys(capture));
  const names = new Map<string, Meaning>([
    ...captures.slice(0, step).flatMap((some) => some.map((name) => [name, 'captured'] as const)),
    ...Object.entries(generate).map(([name, generator]) => [name, [generator]] as const),
    ...Object.entries(matrix).map(([name, values]) => [name, Object.values(values)] as const),
  ]);
  // Captures of this step and of those behind it are too late to be used here.
  return { names, later: captures.slice(step).flat() };
}

/** Every `${name}` of a text means something that can appear there: a list or a capture only as the `whole` text. */
export function checkText(
  { report }: Checking,
  text: string,
  path: YamlPath,
  { names, later }: Scope,
  whole = wholeReference(text),
): void {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sentence shows the case language
  const open = '"${" has no closing "}"; write $${ for the literal text';
  if (hasOpenReference(text)) report(path, { message: open });
  for (const name of new Set(referencesIn(text))) {
    const meaning = names.get(name);
    if (meaning === undefined) {
      const unknown = `unknown reference "\${${name}}"; write $\${${name}} for the literal text`;
      const late = `"\${${name}}" is captured in this step or a later one; use a capture only in later steps`;
      if (later.includes(name)) report(path, { message: late });
      else report(path, { message: unknown, allowed: [...names.keys()], got: name });
      continue;
    }
    const kind = meaning === 'captured' ? 'capture' : meaning.some(isListValue) ? 'list' : 'text';
    if (kind === 'text' || name === whole) continue;
    const of = kind === 'capture' ? 'a parameter or of an expected field' : 'a parameter';
    const message = `"\${${name}}" is a ${kind}; a ${kind} must be the whole value of ${of}`;
    report(path, { message });
  }
}

/** Checks a text, or each value of the matrix that it stands for where it is one `${name}`. */
export function checkChoice(
  { entry: { matrix = {} }, report }: Checking,
  written: string,
  what: string,
  path: YamlPath,
  check: (value: DeclaredValue, path: YamlPath) => void,
): void {
  const name = wholeReference(written);
  if (name === undefined) check(written, path);
  else if (!Object.hasOwn(matrix, name)) {
    const message = `the matrix has no "${name}" to take the ${what} from`;
    report(path, { message, allowed: Object.keys(matrix), got: name });
  } else {
    for (const [slug, value] of Object.entries(matrix[name] ?? {})) check(value, ['matrix', name, slug]);
  }
}

/** Every text in a value, with the way to it. */
export function textsIn(value: unknown, path: YamlPath = []): readonly (readonly [string, YamlPath])[] {
  if (typeof value === 'string') return [[value, path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    textsIn(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Reports every character in a value that neither XML 1.0 (§2.2) nor a contract string can carry. */
export function checkCharacters(value: unknown, path: YamlPath, report: Checking['report']): void {
  for (const [text, inside] of textsIn(value, path)) {
    const character = forbiddenCharacter(text);
    const message = `a value cannot hold ${characterName(character ?? '')}, which XML 1.0 forbids`;
    if (character !== undefined) report(inside, { message });
  }
}

/** Reports every `${name}` in a value of the matrix or of a generator, which can refer to nothing. */
export function checkLiteral(checking: Checking, value: unknown, path: YamlPath, what: string): void {
  for (const [text, inside] of textsIn(value, path)) {
    for (const name of new Set(referencesIn(text))) {
      const message = `${what} cannot refer to "\${${name}}"; write $\${${name}} for the literal text`;
      checking.report(inside, { message });
    }
  }
}

/** Whether a declared value is a list once it is computed. */
export function isListValue(value: DeclaredValue): boolean {
  if (typeof value === 'string') return false;
  return Array.isArray(value) || 'numbers' in value;
}
