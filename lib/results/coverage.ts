import { existsSync } from 'node:fs';
import { allBindings } from '../model/contract.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Coverage, PlannedCoverage, Unjudged } from '../model/running/prepared-run.ts';
import type { ResultExchange, Results } from '../model/running/results.ts';
import { joinTexts, ours, ownText, ownWords } from '../secrets/mask.ts';
import { groupedBy } from '../text/add-to.ts';
import { counted, someOf } from '../text/counted.ts';
import { formatProblem, shownPath } from '../yaml/format-problem.ts';
import { schemaProblems } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';

/** Reads a file of coverage; null for none. */
export function readCoverage(
  path: string | null,
): { readonly ok: true; readonly value: PlannedCoverage | null } | Refusal {
  if (path === null) return { ok: true, value: null };
  const file = shownPath(path);
  if (!existsSync(path))
    return refusal(
      2,
      `the file of coverage ${JSON.stringify(file)} does not exist; --write-coverage creates it`,
    );
  const source = readYamlFile(path, file);
  const problems = schemaProblems('coverage', source);
  if (problems.length > 0) return refusal(2, problems.map(formatProblem).join('\n\n'));
  return { ok: true, value: { ...(source.value as Coverage), file } };
}

/** Writes what a run leaves unjudged as a file of coverage, a line for each case over each binding. */
export function coverageText({ unjudged = [], requirements }: Results): string {
  const rows = unjudged.map(
    ({ because, over, case: name, exchanges }) =>
      `  - { because: ${because}, over: ${over}, case: ${name}, exchanges: ${exchanges} }\n`,
  );
  const untested = untestedIn(requirements).map((id) => `  - ${id}\n`);
  const list = (name: string, lines: readonly string[]) =>
    `${name}:${lines.length === 0 ? ' []\n' : `\n${lines.join('')}`}`;
  return `# What a run leaves unjudged; one that leaves more is red ("Coverage" in cases/running.md).\n${list('unjudged', rows)}${list('untested', untested)}`;
}

const untestedIn = (requirements: Results['requirements']) =>
  requirements.flatMap(({ state, id }) => (state === 'untested' ? [id] : []));

/** Counts what a run did not judge, or judged without a verdict that can fail it, by reason, binding and case. */
export function unjudgedIn(
  filtered: readonly Unjudged[],
  { exchanges, notRun, gate }: Pick<Results, 'exchanges' | 'notRun' | 'gate'>,
  recorded = false,
): readonly Unjudged[] {
  const reasonOf = ({ verdict }: ResultExchange) => {
    if (verdict === 'warned') return gate === 'must' ? 'below-gate' : undefined;
    return verdict === 'known-failure' || verdict === 'blocked' ? verdict : undefined;
  };
  const rows = exchanges.flatMap((exchange) => {
    const because = reasonOf(exchange);
    return because === undefined ? [] : [rowOf(ours`${because}`, exchange)];
  });
  const left = notRun.map((exchange) => rowOf(recorded ? ours`not-exact` : ours`sends`, exchange));
  return addedUp([...filtered, ...left, ...rows]);
}

/** Returns one exchange that was not judged for a reason. */
export function rowOf(
  because: Unjudged['because'],
  { operation, case: name, binding }: Readonly<Record<'operation' | 'case' | 'binding', string>>,
): Unjudged {
  return ownWords({ because, over: binding, case: `${operation}/${name}`, exchanges: 1 });
}

/** Adds up rows of the same reason, binding and case. */
export function addedUp(rows: readonly Unjudged[]): readonly Unjudged[] {
  const groups = groupedBy(rows, ({ because, over, case: name }) => [because, over, name].join(' '));
  return [...groups.values()].map((group) => ({ ...group[0], exchanges: sumOf(group) }));
}

const sumOf = (rows: readonly Pick<Unjudged, 'exchanges'>[]) =>
  rows.reduce((sum, { exchanges }) => sum + exchanges, 0);

/** Words for why exchanges were not judged, which follow "because of"; filters are flags. */
const reasons: Readonly<Record<string, string>> = {
  sends: 'sends that are not permitted',
  'known-failure': 'known failures',
  'below-gate': 'the gate',
  blocked: 'steps that could not be made',
  'not-exact': 'recordings that are not exact',
};

/** True if rows of this reason are what filters leave out, which is the same for each shard of a plan. */
export const isFilter = (because: string): boolean => !(because in reasons);

/** Words rows by reason, such as `12 exchanges over soap11, soap12, because of --binding`. */
export function unjudgedText(rows: readonly Unjudged[]) {
  const texts = [...groupedBy(rows, ({ because }) => because)].map(([because, group]) => {
    const over = joinTexts(
      allBindings.filter((id) => group.some((row) => row.over === id)),
      ', ',
    );
    const why = ownText(reasons[because] ?? `--${because}`);
    return ours`${counted(sumOf(group), 'exchange')} over ${over}, because of ${why}`;
  });
  return joinTexts(texts, '; ');
}

/** Says where a run judges less than its file of coverage allows, or else where it judges more. */
export function comparedCoverage(
  { unjudged = [], requirements }: Pick<Results, 'unjudged' | 'requirements'>,
  { file, ...allowed }: PlannedCoverage,
) {
  const untested = untestedIn(requirements);
  const less = excess({ unjudged, untested }, allowed);
  const more = excess(ownWords(allowed), { unjudged, untested });
  const name = ownText(file);
  return {
    less: less === '' ? undefined : ours`judges less than ${name} says: ${less}`,
    more:
      less !== '' || more === ''
        ? undefined
        : ours`judges more than ${name} says; tighten it with --write-coverage ${name}: ${more}`,
  };
}

/** Words what one coverage leaves and the other does not; a case that changes its reason is left as before. */
function excess(left: Coverage<ResultExchange['case']>, other: Coverage) {
  const keyOf = ({ over, case: name }: Unjudged<string>) => `${over} ${name}`;
  const others = groupedBy(other.unjudged, keyOf);
  const rows = [...groupedBy(left.unjudged, keyOf)].flatMap(([key, group]) => {
    const before = others.get(key) ?? [];
    let room = sumOf(group) - sumOf(before);
    return group.flatMap((row) => {
      const same = before.find(({ because }) => because === row.because)?.exchanges ?? 0;
      const exchanges = Math.min(room, Math.max(0, row.exchanges - same));
      room -= Math.max(0, exchanges);
      return exchanges > 0 ? [{ ...row, exchanges }] : [];
    });
  });
  const ids = left.untested.filter((id) => !other.untested.includes(id));
  const untested =
    ids.length === 0 ? [] : [ours`${counted(ids.length, 'requirement')} untested: ${someOf(ids)}`];
  return joinTexts([...(rows.length === 0 ? [] : [unjudgedText(rows)]), ...untested], '; ');
}
