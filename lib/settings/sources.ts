import { resolve } from 'node:path';
import type { Result } from '../model/result.ts';
import type { Environment } from '../model/running/settings.ts';
import { maskFor } from '../secrets/mask.ts';
import { didYouMean } from '../text/nearest.ts';
import { formatProblem } from '../yaml/format-problem.ts';
import { hasOpenReference, interpolate, referencesIn } from '../yaml/interpolate.ts';
import { readText } from '../yaml/read-text.ts';
import { NOT_IN_A_FILE } from '../yaml/without-secrets.ts';
import type { Configuration } from './configuration.ts';
import { good, type Reading, type Refused, refused } from './kinds.ts';
import { flagKeyOf, flagOf, type SettingName, settingKeys } from './table.ts';

/** The sources of settings besides the file. */
export interface SettingInputs {
  /** Flags by the names that the command line hands on. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  /** Returns the name of a flag in messages where it is an argument of a command, or an option of `run()`. */
  readonly called?: (name: SettingName | 'config', flag: string) => string;
  /** The URL that messages go to where it is not the target: what `listen` forwards to. */
  readonly destination?: string | undefined;
}

export interface Sources extends SettingInputs {
  readonly configuration: Configuration | null;
}

export type Origin =
  | { readonly kind: 'flag' | 'environment'; readonly name: string }
  | {
      readonly kind: 'file';
      readonly file: string;
      readonly line: number;
      /** The named target that has it. */
      readonly target?: string;
      /** Its references, such as env:STAGING_TICKET. */
      readonly refersTo?: string;
    }
  | { readonly kind: 'default' };

export interface Effective {
  readonly value: unknown;
  readonly origin: Origin;
  /** The variables that the file refers to for it, where it may be a secret. */
  readonly variables?: Environment;
}

/** Returns an origin in words: `--rate`, `POSTSMS_RATE`, `conformance.yaml:3 (target staging)`, `default`. */
export function originText(origin: Origin): string {
  if (origin.kind === 'default') return 'default';
  if (origin.kind !== 'file') return origin.name;
  const { file, line, target, refersTo } = origin;
  const notes = [target && `target ${target}`, refersTo].filter(Boolean);
  return `${file}:${line}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

export type Origins = Readonly<Record<SettingName, Origin>>;

/** Returns the name of a setting in messages: its source, `--ca`, `conformance.yaml:3: ca`, or else its flag. */
export function sourceOf({ origins }: { readonly origins: Origins }, name: SettingName): string {
  const origin = origins[name];
  if (origin.kind === 'default') return `--${flagOf(name)}`;
  return origin.kind === 'file' ? `${originText(origin)}: ${name}` : origin.name;
}

/** A setting as one source has it. */
export interface Candidate {
  readonly origin: Origin;
  readonly variables?: Environment;
  /** The folder that file names are relative to. */
  readonly folder: string;
  readonly texts: Reading<readonly string[]>;
  /** True if each text is one value, as an item of a list in the file is. */
  readonly whole?: true;
  /** Returns the message about a text that cannot be used. */
  message(refused: Refused): string;
}

/** Returns a flag, as often as it was written; `--name` and `--no-name` are true and false. */
export function flagCandidate(name: SettingName, { flags, called }: Sources): Candidate | null {
  const said = flags[flagKeyOf(name)];
  if (said === undefined) return null;
  const flag = `--${said === false ? 'no-' : ''}${flagOf(name)}`;
  const shown = called?.(name, flag) ?? flag;
  const all = (Array.isArray(said) ? said : [said]).map(String);
  if (!settingKeys[name].flagIsFile) return plainCandidate('flag', shown, good(all));
  const path = all.at(-1) ?? '';
  // The name of the file may be a secret by mistake.
  const read = valueIn(path === '-' ? 0 : path, 'names a file that cannot');
  return plainCandidate('flag', shown, read.ok ? good([read.value]) : read);
}

/** Reads a value that a file holds; editors and `echo` end it with a line break that is no part of it. */
function valueIn(path: string | 0, whatCannot: string): Reading<string> {
  const read = readText(path);
  if (!read.ok) return refused(`${whatCannot} be read: ${read.error}`);
  return good(read.value.replace(/(?:\r?\n)+$/, ''));
}

/** Returns a variable of the environment; an empty one counts as not set (that of the target does not, see readTarget). */
export function variableCandidate(name: string, { environment }: Sources): Candidate | null {
  const value = environment[name];
  return value ? plainCandidate('environment', name, good([value])) : null;
}

function plainCandidate(kind: 'flag' | 'environment', name: string, texts: Candidate['texts']): Candidate {
  return {
    origin: { kind, name },
    folder: process.cwd(),
    texts,
    message: ({ why, got = '', allowed = [] }) => `${name} ${why}${didYouMean(got, allowed)}`,
  };
}

/** Returns the file's value: of a named target, or at the top. */
export function fileCandidate(name: SettingName, sources: Sources, target?: string): Candidate | null {
  const { configuration, environment } = sources;
  if (configuration === null) return null;
  // A target has its URL where the file has what chooses a target.
  const key = target !== undefined && name === 'target' ? 'url' : name;
  const value = (target === undefined ? configuration.values : configuration.targets[target])?.[key];
  if (value === undefined) return null;
  const { folder, file } = configuration;
  const path = target === undefined ? [key] : ['targets', target, key];
  const { line } = configuration.problem(path, { message: '' });
  const written = (Array.isArray(value) ? value : [value]).map(String);
  const references = written.flatMap(referencesIn);
  const refersTo = references.join(', ');
  const variables = variablesOf(references, environment);
  const isLiteral = (text: string) => referencesIn(text.replace(/^[^=]*=/, '')).length === 0;
  const texts =
    settingKeys[name].byReference && written.some(isLiteral)
      ? refused(`has a value that ${NOT_IN_A_FILE}`)
      : resolved(written, (reference) => referenced(reference, environment, folder));
  return {
    origin: { kind: 'file', file, line, ...(target && { target }), ...(refersTo && { refersTo }) },
    folder,
    texts,
    ...(settingKeys[name].mayBeSecret && { variables }),
    ...(Array.isArray(value) && { whole: true }),
    message: ({ why, item, ...rest }) => {
      const from = texts.ok && refersTo !== '' ? ` (${refersTo})` : '';
      const message = `"${key}"${from}${why.startsWith('"') ? ':' : ''} ${why}`;
      const place = item !== undefined && Array.isArray(value) ? [...path, item] : path;
      return formatProblem(configuration.problem(place, { message, ...rest }));
    },
  };
}

function variablesOf(references: readonly string[], environment: Environment): Environment {
  const names = references.flatMap((name) => /^env:(.+)$/.exec(name)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

const NO_REFERENCE = refused(
  'needs NAME=env:VARIABLE or NAME=file:path, such as X-Api-Key=env:API_KEY, and never the value itself, which may be a secret',
);

/** Resolves `NAME=env:VARIABLE` and `NAME=file:path`, which no shell expands, where nothing else may be. */
export function withReferences(name: SettingName, candidate: Candidate, environment: Environment): Candidate {
  const { origin, texts, folder } = candidate;
  if (!settingKeys[name].byReference || origin.kind === 'file' || !texts.ok) return candidate;
  const isFlag = origin.kind === 'flag';
  const written = isFlag ? texts.value : texts.value.flatMap((text) => text.match(/[^\r\n]+/g) ?? []);
  const form = /^([^=]*=)((?:env|file):[^{}]+)$/s;
  if (!written.every((line) => form.test(line))) return { ...candidate, texts: NO_REFERENCE };
  const inFile = written.map((line) => line.replace(form, '$1$${$2}'));
  const read = resolved(inFile, (reference) => referenced(reference, environment, folder));
  const variables = variablesOf(inFile.flatMap(referencesIn), environment);
  return { ...candidate, texts: read, variables, whole: true };
}

/** Reads a setting of a source. Commas and line breaks separate values, but not the commas of a glob {a,b}. */
export function readCandidate(name: SettingName, candidate: Candidate): Result<Effective, string> {
  const { origin, variables = {}, folder, texts, whole, message } = candidate;
  const { kind } = settingKeys[name];
  // The message may quote a value that is none.
  const masked = maskFor(Object.values(variables).map((text) => text ?? ''));
  const isSplit = kind.list && !whole && !(kind.commas && origin.kind === 'flag');
  const parts = (text: string) =>
    kind.commas
      ? text.split(/\r?\n/).filter((line) => line !== '')
      : text.split(/,(?![^{]*\})|\r?\n/).map((part) => part.trim());
  const read = texts.ok ? kind.read(isSplit ? texts.value.flatMap(parts) : texts.value, folder) : texts;
  return read.ok
    ? { ok: true, value: { value: read.value, origin, variables } }
    : { ok: false, error: masked(message(read)) };
}

/** Replaces every `${env:NAME}` and `${file:path}`; `$${` is the literal `${`. */
function resolved(written: readonly string[], look: (name: string) => Reading<string>): Candidate['texts'] {
  if (written.some(hasOpenReference))
    return refused(`has "\${" without "}"; write "$\${" for the literal text`);
  let missing: Refused | undefined;
  const textOf = (name: string) => {
    const read = look(name);
    if (!read.ok) missing ??= read;
    return read.ok ? read.value : '';
  };
  const texts = written.map((text) => interpolate(text, textOf));
  return missing ?? good(texts);
}

function referenced(name: string, environment: Environment, folder: string): Reading<string> {
  const [, kind, what = ''] = /^(env|file):(.+)$/.exec(name) ?? [];
  if (kind === 'env') {
    const value = environment[what];
    if (value) return good(value);
    return refused(`refers to the variable ${what}, which is ${value === '' ? 'empty' : 'not set'}`);
  }
  if (kind === 'file') return valueIn(resolve(folder, what), `refers to the file ${what}, which cannot`);
  return refused(`holds \${${name}}; a reference is \${env:NAME} or \${file:path}`);
}
