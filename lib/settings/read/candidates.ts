import { referencesIn } from '../../cases/interpolate.ts';
import { formatProblem } from '../../cases/yaml/format-problem.ts';
import { readText, withoutLastBreak } from '../../cases/yaml/read-text.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { settingKeys } from '../keys/index.ts';
import { type Environment, good, type Reading, type Refused } from '../keys/kinds.ts';
import { flagKeyOf, flagOf, variableOf } from '../names.ts';
import type { Configuration, ConfigurationValue } from './load-configuration.ts';
import type { Origin } from './origin.ts';
import { resolveReferences } from './references.ts';
import type { SettingName } from './setting-values.ts';

export type { Environment } from '../keys/kinds.ts';

/** Everything that can say something about a setting. */
export interface Sources {
  /** What was given, by the names that the command line hands on. */
  readonly flags: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly configuration: Configuration | null;
  /** Whether a program gave them, to which a flag is called an option. */
  readonly ofProgram?: boolean;
}

/** What one source says about a setting. */
export interface Candidate {
  readonly origin: Origin;
  /** What file names are relative to. */
  readonly folder: string;
  readonly texts: Reading<readonly string[]>;
  /** The message for the person who wrote what cannot be used. */
  message(refused: Refused): string;
}

/** A flag, as often as it was given; `--name` and `--no-name` are true and false. */
export function flagCandidate(name: SettingName, { flags, ofProgram }: Sources): Candidate | null {
  const given = flags[flagKeyOf(name)];
  if (given === undefined) return null;
  const all = (Array.isArray(given) ? given : [given]).map(String);
  const flag = ofProgram ? `option ${name}` : `--${given === false ? 'no-' : ''}${flagOf(name)}`;
  const origin: Origin = { kind: 'flag', name: flag };
  if (!settingKeys[name].flagIsFile) return plainCandidate(name, origin, good(all));
  const path = all.at(-1) ?? '';
  const texts = fileText(path);
  // The name may be a secret by mistake, but not that of a file that there is.
  const subject = texts.ok ? `${flag} ${path === '-' ? '- (standard input)' : JSON.stringify(path)}` : flag;
  return plainCandidate(name, origin, texts, subject);
}

/** A variable of the environment; an empty one counts as not set (that of the target does not, see readTarget). */
export function variableCandidate(
  name: SettingName,
  { environment }: Sources,
  variable = variableOf(name),
): Candidate | null {
  const value = environment[variable];
  if (!value) return null;
  return plainCandidate(name, { kind: 'environment', name: variable }, good([value]));
}

function plainCandidate(
  name: SettingName,
  origin: Extract<Origin, { name: string }>,
  texts: Reading<readonly string[]>,
  subject = origin.name,
): Candidate {
  return {
    origin,
    folder: process.cwd(),
    texts: settingKeys[name].kind.list ? split(name, origin.kind, texts) : texts,
    message: ({ why, given, allowed = [] }) =>
      `${subject} ${why}${given === undefined ? '' : didYouMean(given, allowed)}`,
  };
}

/** The file's value at a path: of a named target, or at the top. */
export function fileCandidate(
  name: SettingName,
  { configuration, environment }: Sources,
  target?: string,
): Candidate | null {
  if (configuration === null) return null;
  // A target has its URL where the file has what chooses a target.
  const key = target !== undefined && name === 'target' ? 'url' : name;
  const value = (target === undefined ? configuration.values : configuration.targets[target])?.[key];
  if (value === undefined) return null;
  const { folder, file } = configuration;
  const path = target === undefined ? [key] : ['targets', target, key];
  const { line } = configuration.problem(path, { message: '' });
  const { texts, refersTo } = resolved(name, value, environment, folder);
  return {
    origin: {
      kind: 'file',
      file,
      line,
      ...(target === undefined ? {} : { target }),
      ...(refersTo && { refersTo }),
    },
    folder,
    texts,
    message: ({ why, item, ...rest }) => {
      const from = texts.ok && refersTo !== '' ? ` (${refersTo})` : '';
      const colon = why.startsWith('"') ? ':' : '';
      const place = item !== undefined && Array.isArray(value) ? [...path, item] : path;
      return formatProblem(
        configuration.problem(place, { message: `"${key}"${from}${colon} ${why}`, ...rest }),
      );
    },
  };
}

interface Resolved {
  readonly texts: Reading<readonly string[]>;
  readonly refersTo: string;
}

function resolved(
  name: SettingName,
  value: ConfigurationValue,
  environment: Environment,
  folder: string,
): Resolved {
  const written = (Array.isArray(value) ? value : [value]).map(String);
  const found: string[] = [];
  const refersTo = written.flatMap(referencesIn).join(', ');
  for (const text of written) {
    const read = resolveReferences(text, environment, folder);
    if (!read.ok) return { texts: read, refersTo };
    found.push(read.value);
  }
  const whole = settingKeys[name].kind.list && typeof value === 'string';
  return { texts: whole ? split(name, 'file', good(found)) : good(found), refersTo };
}

/** Several values in one text: with commas, but not those of a glob such as {a,b}, or one on each line. */
function split(
  name: SettingName,
  from: Origin['kind'],
  texts: Reading<readonly string[]>,
): Reading<readonly string[]> {
  if (!texts.ok) return texts;
  if (settingKeys[name].kind.commas) {
    if (from === 'flag') return texts;
    return good(texts.value.flatMap((text) => text.split(/\r?\n/).filter((line) => line !== '')));
  }
  return good(texts.value.flatMap((text) => text.split(/,(?![^{]*\})|\r?\n/).map((part) => part.trim())));
}

/** The text of a file that a flag names, or of standard input for `-`. */
function fileText(path: string): Reading<readonly string[]> {
  const read = readText(path === '-' ? 0 : path);
  if (read.ok) return good([withoutLastBreak(read.text)]);
  return { ok: false, why: `names a file that cannot be read: ${read.why}` };
}
