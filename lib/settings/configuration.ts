import { dirname, resolve } from 'node:path';
import type { Loaded, Problem } from '../model/result.ts';
import { schemaKeys, schemaProblems } from '../yaml/schema.ts';
import { hasLiteralPassword, NOT_IN_A_FILE, withoutSecrets } from '../yaml/without-secrets.ts';
import { type ProblemText, readYamlFile, type YamlPath } from '../yaml/yaml-source.ts';

export type ConfigurationValues = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A conformance.yaml that is valid against its schema; its references are not resolved yet. */
export interface Configuration {
  /** As seen from the working folder. */
  readonly file: string;
  /** Absolute; file names in the file are relative to it. */
  readonly folder: string;
  readonly values: ConfigurationValues;
  /** The settings of each named target, with its `url`. */
  readonly targets: Readonly<Record<string, ConfigurationValues>>;
  /** A problem at the value under `path`, with a source line that shows no secret. */
  problem(path: YamlPath, text: ProblemText): Problem;
}

/** Keys whose values may be a secret, or hold one by mistake. */
const HIDDEN: readonly string[] = ['ticket', 'tickets', 'proxy', 'values', 'headers'];

/** Reads a file of settings. No message ever repeats a ticket or a password that appears in it. */
export function loadConfiguration(path: string): Loaded<Configuration> {
  const source = readYamlFile(path);
  const keys = schemaKeys('config').filter((key) => !HIDDEN.includes(key));
  const safe = (problem: Problem) => withoutSecrets(problem, keys, source.value !== undefined);
  const problems = schemaProblems('config', source).map(safe);
  if (problems.length > 0) return { ok: false, error: problems };
  const { targets = {}, ...values } = source.value as ConfigurationValues & Pick<Configuration, 'targets'>;
  const message = `the password of a proxy ${NOT_IN_A_FILE}`;
  const proxies: readonly (readonly [YamlPath, unknown])[] = [
    [['proxy'], values.proxy],
    ...Object.entries(targets).map(([name, { proxy }]) => [['targets', name, 'proxy'], proxy] as const),
  ];
  const passwords = proxies
    .filter(([, proxy]) => typeof proxy === 'string' && hasLiteralPassword(proxy))
    .map(([place]) => safe(source.problem(place, { at: 'key', message })));
  if (passwords.length > 0) return { ok: false, error: passwords };
  const problem: Configuration['problem'] = (place, text) => {
    const shown = safe(source.problem(place, text));
    // The line of an item does not show its key.
    const isItem = place.includes('values') && place.at(-1) !== 'values';
    return isItem || place.includes('headers') ? { ...shown, sourceLine: '' } : shown;
  };
  return { ok: true, value: { file: source.file, folder: dirname(resolve(path)), values, targets, problem } };
}
