import pc from 'picocolors';
import { printable } from '../../findings/finding-text.ts';
import { type ChangeKind, changes, type Diff } from '../../model/running/diff.ts';
import type { Masked } from '../../model/running/masked.ts';
import { ownText } from '../../secrets/mask.ts';
import { judgedCounts, levelText, type Row, rowsOf, runText, sorts, titles } from './diff-words.ts';
import { type FindingGroup, groupFindings } from './group-findings.ts';

/** Groups of findings, and rows of one sort, that are shown for each kind of change; the JSON has them all. */
const MOST_GROUPS: Readonly<Partial<Record<ChangeKind, number>>> = { newlyBroken: 12, unanswered: 6 };
const MOST_OTHER_GROUPS = 5;
const MOST_ROWS = 8;

/** Exchanges named under a group of findings. */
const MOST_NAMED = 3;

const MOST_CHARACTERS = 300;

/** Findings are told of what became worse or was mended; of the rest the exchanges say enough. */
const told: readonly ChangeKind[] = ['newlyBroken', 'unanswered', 'tolerated', 'newlyHeld'];

/** A comparison for a terminal: what became worse first, then the rest, then counts and the outcome. */
export function diffText(diff: Diff): Masked {
  const parts = changes.flatMap((kind) => {
    const lines = kindLines(diff, kind);
    return lines.length === 0 ? [] : [[paint(kind)(titles[kind].toUpperCase()), ...lines, ''].join('\n')];
  });
  const notes = diff.notes.map((note) => `${pc.yellow('note')}          ${line(note)}`);
  const runs = [`OLD           ${line(runText(diff.old))}`, `NEW           ${line(runText(diff.new))}`];
  return ownText(`${[...runs, ...notes, '', ...parts, ...countLines(diff), outcomeLine(diff)].join('\n')}\n`);
}

function kindLines(diff: Diff, kind: ChangeKind): readonly string[] {
  const groups = told.includes(kind) ? groupFindings(diff.findings[kind]) : [];
  const most = MOST_GROUPS[kind] ?? MOST_OTHER_GROUPS;
  return [
    ...groups.slice(0, most).flatMap((group) => groupLines(group, kind !== 'newlyHeld')),
    ...rest(groups.length - most, 'groups of findings'),
    ...sorts.flatMap((sort) => rowLines(sort, rowsOf(diff, sort, kind))),
  ];
}

function groupLines({ first, exchanges }: FindingGroup, whole: boolean): readonly string[] {
  const named = exchanges.slice(0, MOST_NAMED).join(', ');
  const more = exchanges.length > MOST_NAMED ? ` and ${exchanges.length - MOST_NAMED} more` : '';
  const detail = [
    `      at        ${first.path}`,
    `      expected  ${first.expected}`,
    `      actual    ${first.actual}`,
  ];
  return [
    `  ${first.rule}  ${levelText(first)}`,
    `    ${first.message}`,
    ...(whole ? detail : []),
    `      in        ${named}${more}`,
  ].map(line);
}

function rowLines(sort: string, rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS).map(({ id, was, is, reason }) => {
    const why = reason === undefined ? '' : `: ${reason}`;
    return line(`    ${id}  ${was} -> ${is}${why}`);
  });
  return [`  ${rows.length} ${nounOf(sort, rows.length)}`, ...shown, ...rest(rows.length - MOST_ROWS, sort)];
}

function nounOf(sort: string, count: number): string {
  return count === 1 ? sort.replace(/s$/, '') : sort;
}

function rest(count: number, what: string): readonly string[] {
  return count > 0 ? [`    and ${count} more ${what}`] : [];
}

/** On one line, with nothing alive in it. */
function line(text: string): string {
  return printable(text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text);
}

function paint(kind: ChangeKind): (text: string) => string {
  if (kind === 'newlyBroken' || kind === 'unanswered') return pc.red;
  return kind === 'gone' || kind === 'lost' ? pc.yellow : pc.bold;
}

function countLines(diff: Diff): readonly string[] {
  return judgedCounts(diff).map(([sort, was, is]) => {
    const changed = changes
      .map((kind) => [diff[sort][kind].length, titles[kind]] as const)
      .filter(([count]) => count > 0)
      .map(([count, title]) => `${count} ${title}`);
    return `${sort.padEnd(14)}${was} judged before, ${is} now: ${changed.join('; ') || 'no change'}`;
  });
}

function outcomeLine({ outcome, exitCode, why, gate }: Diff): string {
  const word = exitCode === 0 ? (outcome === 'less' ? pc.yellow : pc.green)(outcome) : pc.red(outcome);
  return `outcome       ${word}: ${why} (gate ${gate})`;
}
