import { printable, type Sections } from '../../findings/finding-text.ts';
import { toldEntries } from '../../known-failures/known-lines.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import type { ToldGroup } from '../../results/causes.ts';
import { countsText, statesText, verdictLabel } from '../../results/told/counts-text.ts';
import { notRunLines } from '../../results/told/not-run.ts';
import { remarksOf } from '../../results/told/remarks.ts';
import { INSECURE } from '../../results/verdict-counts.ts';
import { ownText } from '../../secrets/mask.ts';
import { someOf } from '../../text/counted.ts';
import {
  detailLines,
  headline,
  incompleteText,
  knownText,
  partText,
  sectionsIn,
  toldGroupsOf,
} from './format-helpers.ts';
import { codeBlock, codeSpan } from './markdown-code.ts';

/** Entries of the file of known failures that are listed; results.json has them all. */
const MOST_ENTRIES = 50;

/** Exchanges that are named below a finding; results.json has them all. */
const MOST_NAMED = 20;

const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * A run as Markdown for people: how it ended, then what is accepted for now, then the findings, then what was counted. Whatever a target or a user had
 * a part in stands in blocks and spans of code, where Markdown and HTML mean nothing.
 * @param most bytes at most, in UTF-8: findings are left out at the end, and the text says how many
 */
export function markdown(results: Results, most = NO_LIMIT): Masked {
  const sections = sectionsIn(results);
  const groups = toldGroupsOf(results);
  const [head, tail] = [`${headText(results)}${knownSection(results)}`, countsSection(results)];
  let room = most - bytes(head) - bytes(tail) - ROOM_FOR_NOTE;
  const shown: string[] = [];
  for (const group of groups) {
    const text = groupText(group, sections);
    room -= bytes(text);
    if (room < 0) break;
    shown.push(text);
  }
  const left = groups.length - shown.length;
  const note =
    left === 0 ? '' : `_${left} more groups of findings have no room here: results.json has them._\n\n`;
  return ownText(`${head}${shown.join('')}${note}${tail}`);
}

const ROOM_FOR_NOTE = 200;

function headText(results: Results): string {
  const { outcome, exitCode, suite, gate } = results;
  const known = knownText(results);
  const good = outcome === 'conforms' && exitCode === 0 && known === undefined;
  const sign = good ? '✅' : exitCode === 0 ? '⚠️' : '❌';
  const ended = known === undefined ? outcome : `${outcome}, with ${known}`;
  const incomplete = incompleteText(results) ?? partText(results);
  const told = incomplete === undefined ? remarksOf(results) : [incomplete];
  const why = told.length === 0 ? '' : `\n\n${fenced(told)}`;
  return `## ${sign} ${suite.name}: ${ended} (gate ${gate})${why}\n\n`;
}

/** What is broken and accepted for now: it makes no run red, so it must not be overlooked. */
function knownSection({ exchanges }: Results): string {
  const entries = toldEntries(exchanges);
  if (entries.length === 0) return '';
  const left = entries.length - MOST_ENTRIES;
  const lines = entries
    .slice(0, MOST_ENTRIES)
    .map(({ label, text }) => printable(`${label.padEnd(9)}  ${text}`));
  const more = left > 0 ? [`and ${left} more entries, which results.json has`] : [];
  return `### Known failures\n\n${fenced([...lines, ...more])}\n\n`;
}

function groupText({ first, others }: ToldGroup, sections: Sections): string {
  const lines = detailLines(first, sections);
  const ids = others.map(({ id }) => code(id));
  const same = ids.length === 0 ? '' : `The same in ${ids.length} more: ${someOf(ids, MOST_NAMED)}\n\n`;
  return `### ${verdictLabel(first.verdict)} ${code(first.id)}\n\n${fenced(lines.length === 0 ? [headline(first)] : lines)}\n\n${same}`;
}

function countsSection(results: Results): string {
  const { summary, target, notRun, durationMs, startedAt, suite } = results;
  const lines = [
    `target        ${target.baseUrl} (${target.kind}), namespace ${target.namespace}`,
    ...(target.insecure ? [`INSECURE      ${INSECURE}`] : []),
    `exchanges     ${countsText(summary)}`,
    ...notRunLines(notRun),
    `requirements  ${statesText(results)}`,
    `run           ${startedAt}, ${(durationMs / 1000).toFixed(1)} s, ${suite.name} ${suite.version}`,
  ];
  return `### Counts\n\n${fenced(lines.map(printable))}\n`;
}

/** Lines of text as a block of code. */
function fenced(lines: readonly string[]): string {
  return codeBlock(lines.join('\n'), 'text');
}

/** A text on one line as a span of code, with nothing alive in it. */
function code(text: string): string {
  return codeSpan(printable(text));
}

function bytes(text: string): number {
  return Buffer.byteLength(text);
}
