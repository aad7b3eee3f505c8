import { printable } from '../../findings/finding-text.ts';
import { type ChangeKind, changes, type Diff } from '../../model/running/diff.ts';
import type { Masked } from '../../model/running/masked.ts';
import { ownText } from '../../secrets/mask.ts';
import { codeSpan } from '../formats/markdown-code.ts';
import { judgedCounts, levelText, type Row, rowsOf, runText, sorts, titles } from './diff-words.ts';
import { type FindingGroup, groupFindings } from './group-findings.ts';

const MOST_GROUPS = 24;
const MOST_ROWS = 50;
const MOST_NAMED = 10;
const MOST_CHARACTERS = 500;

/** Findings are told of what became worse; of the rest the exchanges say enough. */
const told: readonly ChangeKind[] = ['newlyBroken', 'unanswered', 'tolerated'];

/**
 * A comparison as Markdown, for a pull request or the summary of a CI job. Whatever comes from the results stands in code
 * spans, in which no markup, link, mention or HTML is alive.
 */
export function diffMarkdown(diff: Diff): Masked {
  const parts = changes.flatMap((kind) => {
    const lines = kindLines(diff, kind);
    return lines.length === 0 ? [] : [`## ${capital(titles[kind])}\n\n${lines.join('\n')}\n`];
  });
  return ownText(`${[header(diff), ...parts].join('\n')}`);
}

function header(diff: Diff): string {
  const rows = judgedCounts(diff).map(([sort, was, is]) => {
    const { newlyBroken, unanswered, gone, lost, newlyHeld } = diff[sort];
    const broken = newlyBroken.length + unanswered.length;
    return `| ${sort} | ${was} | ${is} | ${broken} | ${newlyHeld.length} | ${gone.length + lost.length} |`;
  });
  return [
    `# ${capital(diff.outcome)}: ${diff.why}\n`,
    '| | judged before | judged now | newly broken | newly held | gone or less judged |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `- OLD ${code(runText(diff.old))}`,
    `- NEW ${code(runText(diff.new))}`,
    ...diff.notes.map((note) => `- note: ${code(note)}`),
    '',
  ].join('\n');
}

function kindLines(diff: Diff, kind: ChangeKind): readonly string[] {
  const groups = told.includes(kind) ? groupFindings(diff.findings[kind]) : [];
  return [
    ...groups.slice(0, MOST_GROUPS).map(groupText),
    ...rest(groups.length - MOST_GROUPS, 'groups of findings'),
    ...sorts.flatMap((sort) => rowLines(sort, rowsOf(diff, sort, kind))),
  ];
}

function groupText({ first, exchanges }: FindingGroup): string {
  const named = exchanges.slice(0, MOST_NAMED).map(code).join(', ');
  const more = exchanges.length > MOST_NAMED ? ` and ${exchanges.length - MOST_NAMED} more` : '';
  return [
    `- ${code(first.rule)} ${levelText(first)}: ${code(first.message)}`,
    `  - at ${code(first.path)}`,
    `  - expected ${code(first.expected)}`,
    `  - actual ${code(first.actual)}`,
    `  - in ${named}${more}`,
  ].join('\n');
}

function rowLines(sort: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS).map(({ id, was, is, reason }) => {
    return `  - ${code(id)} ${was} → ${is}${reason === undefined ? '' : `: ${code(reason)}`}`;
  });
  return [`- ${sort}: ${rows.length}`, ...shown, ...rest(rows.length - MOST_ROWS, sort)];
}

function rest(count: number, what: string): readonly string[] {
  return count > 0 ? [`  - and ${count} more ${what}`] : [];
}

/** A text as a code span, with nothing alive in it, cut where it grows long. */
function code(text: string): string {
  return codeSpan(printable(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
}
