import { fitsSchema, inFileOrder, schemaProblems } from '../cases/schema.ts';
import { readYamlFile } from '../cases/yaml/read-yaml-file.ts';
import { shownPath } from '../cases/yaml/shown-path.ts';
import type { ProblemText, YamlPath, YamlSource } from '../cases/yaml/yaml-source.ts';
import type { Loaded, Problem } from '../model/problem.ts';
import type { KnownFailure } from '../model/running/known-failure.ts';

/** A file of known failures that keeps its schema; which exchanges it means is still open. */
export interface KnownFailures {
  readonly entries: readonly KnownFailure[];
  /** A problem at a pattern of an entry, both counted from 0. */
  problem(entry: number, pattern: number, text: ProblemText): Problem;
}

/** The rules that an entry can name, and those that it cannot. */
export interface RuleNames {
  readonly listable: readonly string[];
  /** Rules about our requests and about whether there is an answer at all. */
  readonly others: readonly string[];
}

/** An entry as the schema known-failures.schema.json lets it stand. */
interface Entry extends Omit<KnownFailure, 'place' | 'patterns'> {
  readonly exchanges: string | readonly string[];
}

/** Reads a file of known failures. */
export function loadKnownFailures(path: string, rules: RuleNames): Loaded<KnownFailures> {
  const source = readYamlFile(path, shownPath(path));
  const found = entriesOf(source);
  const problems = [
    ...schemaProblems('known-failures', source),
    ...found.flatMap(({ entry, index }) => entryProblems(entry, ['known-failures', index], source, rules)),
  ];
  if (problems.length > 0) return { ok: false, problems: inFileOrder(problems) };
  return {
    ok: true,
    value: {
      entries: found.map(({ entry, index }) => knownFailure(entry, index, source)),
      problem: (entry, pattern, text) => {
        const place = ['known-failures', entry, 'exchanges'];
        return source.problem(source.written(place) === '' ? [...place, pattern] : place, text);
      },
    },
  };
}

function knownFailure({ exchanges, ...entry }: Entry, index: number, source: YamlSource): KnownFailure {
  const { file, line } = source.problem(['known-failures', index], { message: '' });
  return {
    ...entry,
    place: `${file}:${line}`,
    reason: asTold(entry.reason),
    patterns: typeof exchanges === 'string' ? [exchanges] : exchanges,
  };
}

/** A long text over several lines is one sentence or two where it is told. */
function asTold(reason: string): string {
  return reason.trim().replace(/\s+/g, ' ');
}

/** As the schema has it of the text that is written. */
const LEAST_REASON = 10;

function entryProblems(
  { rules: named, expires, reason }: Entry,
  place: YamlPath,
  source: YamlSource,
  rules: RuleNames,
): readonly Problem[] {
  const problems = named.flatMap((rule, index) => {
    const text = ruleProblem(rule, rules);
    return text === undefined ? [] : [source.problem([...place, 'rules', index], text)];
  });
  if (asTold(reason).length < LEAST_REASON) {
    const message = `"reason" needs at least ${LEAST_REASON} characters; spaces around it do not count, and several in a row count as one`;
    problems.push(source.problem([...place, 'reason'], { message }));
  }
  if (isDay(expires)) return problems;
  const message = `no calendar has the day "${expires}"`;
  return [...problems, source.problem([...place, 'expires'], { message })];
}

function ruleProblem(rule: string, { listable, others }: RuleNames): ProblemText | undefined {
  if (listable.includes(rule)) return undefined;
  if (!others.includes(rule)) return { message: `unknown rule "${rule}"`, allowed: listable, given: rule };
  const why = 'a missing answer or a wrong request of the suite cannot be expected';
  return { message: `"${rule}" cannot be a known failure: ${why}`, allowed: listable };
}

/** Whether a `YYYY-MM-DD` stands in the calendar. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The entries that keep the schema, each by itself: a mistake in one must not hide those in the next. */
function entriesOf(source: YamlSource): readonly { readonly entry: Entry; readonly index: number }[] {
  const { 'known-failures': entries } = (source.value ?? {}) as { 'known-failures'?: unknown };
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown, index) =>
    fitsSchema('known-failures', { 'known-failures': [entry] }) ? [{ entry: entry as Entry, index }] : [],
  );
}
