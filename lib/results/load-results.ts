import type { Loaded } from '../model/result.ts';
import type { Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { pathFrom } from '../text/paths.ts';
import { readText } from '../yaml/read-text.ts';
import { fitsSchema, schemaProblems } from '../yaml/schema.ts';
import { parseYaml } from '../yaml/yaml-source.ts';
import { resultCauses } from './causes.ts';

const SCHEMA_VERSION = 1;

/** Reads a results.json of this or an earlier run by its published schema. Its texts are not trusted. */
export function loadResults(path: string): Loaded<Results> {
  const file = pathFrom(process.cwd(), path) || '.';
  const failed = (message: string): Loaded<never> => ({
    ok: false,
    error: [{ file, line: 1, column: 1, length: 1, sourceLine: '', message }],
  });
  const read = readText(path);
  if (!read.ok) return failed(`cannot be read: ${read.error}`);
  let value: unknown;
  try {
    value = JSON.parse(read.value);
  } catch (error) {
    return failed(`this is not JSON: ${(error as Error).message}`);
  }
  const { schemaVersion: version } = (value ?? {}) as { readonly schemaVersion?: unknown };
  if (version === undefined) return failed('not a results.json: schemaVersion is missing');
  if (version !== SCHEMA_VERSION) {
    return failed(`schemaVersion ${JSON.stringify(version)} is not supported; expected ${SCHEMA_VERSION}`);
  }
  // The parser that knows places is slow, so it reads only a file that breaks the schema.
  if (!fitsSchema('results', value))
    return { ok: false, error: schemaProblems('results', parseYaml(file, read.value)) };
  const results = value as Omit<Results, 'causes'> & Partial<Pick<Results, 'causes'>>;
  // Results of earlier versions have no causes, and of exchanges that were not run the id alone.
  const notRun = results.notRun.map((left) => {
    const [operation = ours``, name = ours``, binding = ours``] = left.id.split('/');
    return Object.assign({ operation, case: name, binding }, left);
  });
  const causes = results.causes ?? resultCauses(results.exchanges, results.gate);
  return { ok: true, value: { ...results, notRun, causes } };
}
