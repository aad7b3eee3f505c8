import { relative } from 'node:path';
import { fitsSchema, schemaProblems } from '../cases/schema.ts';
import { readText } from '../cases/yaml/read-text.ts';
import { parseYaml, type YamlSource } from '../cases/yaml/yaml-source.ts';
import type { Loaded, Problem } from '../model/problem.ts';
import type { Results } from '../model/running/results.ts';

const SCHEMA_VERSION = 1;

/** Of a run of hundreds of thousands of exchanges; more is no text that Node can hold. */
const MOST_MIB = 500;

/**
 * Reads a results.json of this run or of an earlier one, by its published schema. Whatever keeps the schema is read by
 * JSON.parse alone; the parser that knows places is slow, and is asked only where there is something to point at.
 * The texts come from whoever wrote the file.
 */
export function loadResults(path: string): Loaded<Results> {
  const file = relative(process.cwd(), path) || '.';
  const read = readText(path, MOST_MIB);
  if (!read.ok) return failed(at(file, `cannot be read: ${read.why}`));
  const parsed = parseJson(read.text);
  if (!parsed.ok) return failed(...notJson(file, read.text));
  const version = versionOf(parsed.value);
  if (version === undefined) return failed(at(file, NO_RESULTS));
  if (version !== SCHEMA_VERSION) {
    const message = `schemaVersion ${JSON.stringify(version)} is not supported`;
    const place = placed(file, read.text, (source) => [source.problem(['schemaVersion'], { message })]);
    return failed({ ...(place[0] ?? at(file, message)), allowed: [String(SCHEMA_VERSION)] });
  }
  if (fitsSchema('results', parsed.value)) return onceEach(file, read.text, parsed.value as Results);
  const problems = placed(file, read.text, (source) => schemaProblems('results', source));
  return failed(
    ...(problems.length > 0 ? problems : [at(file, 'the file does not match the schema of results.json')]),
  );
}

/** Ids are what two runs are compared and joined by, so each stands once; a schema cannot say that. */
function onceEach(file: string, text: string, value: Results): Loaded<Results> {
  const seen = new Set<string>();
  for (const [index, { id }] of value.exchanges.entries()) {
    if (!seen.has(id)) {
      seen.add(id);
      continue;
    }
    const message = `the exchange ${JSON.stringify(id)} is listed twice`;
    const place = placed(file, text, (source) => [source.problem(['exchanges', index, 'id'], { message })]);
    return failed(place[0] ?? at(file, message));
  }
  return { ok: true, value };
}

const NO_RESULTS = 'not a results.json: schemaVersion is missing';

function versionOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as { readonly schemaVersion?: unknown }).schemaVersion;
}

function parseJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

function notJson(file: string, text: string): readonly Problem[] {
  if (text.trim() === '') return [at(file, 'this is not JSON: the file is empty')];
  const [first] = placed(file, text, (source) => source.problems);
  if (!first) return [at(file, 'this is not JSON')];
  return [{ ...first, message: first.message.replace(/^not valid YAML/, 'this is not JSON') }];
}

/** Problems at their places; none where the parser that knows them finds none, or gives up on what is nested deeply. */
function placed(
  file: string,
  text: string,
  problemsIn: (source: YamlSource) => readonly Problem[],
): readonly Problem[] {
  try {
    return problemsIn(parseYaml(file, text))
      .filter(({ message }) => !message.includes('call stack'))
      .map(short);
  } catch {
    return [];
  }
}

/** Characters of a source line or of a message that somebody reads; a file without line breaks has one long line. */
const MOST_CHARACTERS = 200;

function short(problem: Problem): Problem {
  const { sourceLine, message } = problem;
  return {
    ...problem,
    sourceLine: sourceLine.length > MOST_CHARACTERS ? '' : sourceLine,
    message: message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message,
  };
}

function at(file: string, message: string): Problem {
  return { file, line: 1, column: 1, length: 1, sourceLine: '', message };
}

function failed(...problems: readonly Problem[]): Loaded<never> {
  return { ok: false, problems };
}
