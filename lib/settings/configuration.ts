import { dirname, resolve } from 'node:path';
import { schemaKeys, schemaProblems } from '../cases/schema.ts';
import type { ProblemText, YamlPath } from '../cases/yaml/source.ts';
import { hasLiteralPassword, NOT_IN_A_FILE, withoutSecrets } from '../cases/yaml/without-secrets.ts';
import { readYamlFile } from '../cases/yaml/yaml-source.ts';
import type { Loaded, Problem } from '../model/result.ts';

/** What may stand behind a key of the file. */
export type ConfigurationValue = string | number | boolean | readonly string[];

export type ConfigurationValues = Readonly<Record<string, ConfigurationValue>>;

/** A conformance.yaml that keeps its schema; its references are still unresolved. */
export interface Configuration {
  /** As seen from the working folder. */
  readonly file: string;
  /** Absolute; file names in the file are relative to it. */
  readonly folder: string;
  readonly values: ConfigurationValues;
  /** What each named target says, its `url` included. */
  readonly targets: Readonly<Record<string, ConfigurationValues>>;
  /** A problem at the value under `path`, with a source line that shows no secret. */
  problem(path: YamlPath, text: ProblemText): Problem;
}

/** Reads a file of settings. No message ever repeats a ticket or a password that stands in it. */
export function loadConfiguration(path: string): Loaded<Configuration> {
  const source = readYamlFile(path);
  const keys = schemaKeys('config').filter((key) => !HIDDEN.includes(key));
  const safe = (problem: Problem) => withoutSecrets(problem, keys, source.value !== undefined);
  const problems = schemaProblems('config', source).map(safe);
  if (problems.length > 0) return { ok: false, error: problems };
  const { targets = {}, ...values } = source.value as ConfigurationValues & Pick<Configuration, 'targets'>;
  const passwords = [
    ...passwordsIn(values),
    ...Object.entries(targets).flatMap(([name, target]) => passwordsIn(target, ['targets', name])),
  ].map((place) => safe(source.problem(place, { at: 'key', message: PASSWORD })));
  if (passwords.length > 0) return { ok: false, error: passwords };
  return {
    ok: true,
    value: {
      file: source.file,
      folder: dirname(resolve(path)),
      values,
      targets,
      problem: (place, text) => {
        const problem = safe(source.problem(place, text));
        // An item stands on a line without its key.
        return place.includes('values') && place.at(-1) !== 'values'
          ? { ...problem, sourceLine: '' }
          : problem;
      },
    },
  };
}

/** Keys whose values may be a secret, or hold one by mistake. */
const HIDDEN: readonly string[] = ['ticket', 'proxy', 'values'];

const PASSWORD = `the password of a proxy ${NOT_IN_A_FILE}`;

/** Where values that stand under a path hold a password themselves. */
function passwordsIn({ proxy }: ConfigurationValues, path: YamlPath = []): readonly YamlPath[] {
  return typeof proxy === 'string' && hasLiteralPassword(proxy) ? [[...path, 'proxy']] : [];
}
