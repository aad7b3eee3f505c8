import { join } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import type { Masked } from '../model/running/masked.ts';
import { codeBlock, codeSpan } from '../report/formats/format-helpers.ts';
import { type JunitCase, junitDocument } from '../report/formats/junit.ts';
import { linkedReport, markOwn, reportsIn } from '../report-folder/own-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { slashed } from '../text/paths.ts';
import { plainJson } from '../text/printable.ts';
import { isoTime } from '../text/times.ts';
import { comparisonPage } from './compare-page.ts';
import {
  type Accepted,
  acceptedText,
  breakageText,
  type Comparison,
  comparisonFacts,
  comparisonOutcome,
  differenceText,
  expiredText,
  fromToText,
  shortFact,
  shortValue,
  unusedText,
} from './compare-text.ts';
import { limits } from './limits.ts';

/** Files of a comparison; a later one replaces them. */
const NAMES = ['compare.html', 'compare.json', 'compare.md', 'compare.xml'] as const;

/** Refuses a file that a comparison would replace although no comparison wrote it, and a link that it would follow. */
export async function foreignComparison(folder: string): Promise<Refusal | undefined> {
  const { foreign } = reportsIn(folder, NAMES, NAMES);
  const why = `holds ${foreign[0]}, which this suite did not write and a comparison would replace`;
  const advice = 'choose another folder with --report-dir, or remove that file';
  if (foreign.length > 0) return refusal(2, `${folder} ${why}; ${advice}`);
  return linkedReport(folder, [...NAMES, 'old', 'new', 'again']);
}

/** Writes compare.html, compare.json, compare.md and compare.xml, and returns their paths. */
export async function writeComparison(folder: string, comparison: Comparison): Promise<string[]> {
  const files: Readonly<Record<(typeof NAMES)[number], Masked>> = {
    'compare.html': comparisonPage(comparison),
    'compare.json': ours`${plainJson(comparison, 2)}\n`,
    'compare.md': comparisonMarkdown(comparison),
    'compare.xml': comparisonJunit(comparison),
  };
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files))
    paths.push(await writeAtomic(slashed(join(folder, name)), text));
  markOwn(folder, NAMES);
  return paths;
}

/** Writes the comparison as Markdown, for a pull request or a job summary. */
function comparisonMarkdown(comparison: Comparison): Masked {
  const { old, new: now, outcome, differences } = comparison;
  const cell = (text: Masked) => codeSpan(shortValue(text.replaceAll(/\s+/g, ' '))).replaceAll('|', '\\|');
  let room: number = limits.markdown;
  const rows = differences.flatMap(({ kind, field, from, to, replies, smallest }) => {
    const least = smallest === undefined ? ours`` : cell(smallest);
    const row = ours`| ${kind} | ${cell(field)} | ${cell(from)} | ${cell(to)} | ${replies} | ${least} |\n`;
    room -= Buffer.byteLength(row);
    return room > 0 ? [row] : [];
  });
  const missing = differences.length - rows.length;
  const more = missing === 0 ? '' : ours`_There is no room for ${missing} more: compare.json has them._\n\n`;
  const table = ours`| kind | field | old | new | replies | smallest input |\n|---|---|---|---|---|---|\n${rows}\n`;
  const sign = outcome === 'same' ? '✅' : '❌';
  return ours`## ${sign} ${codeSpan(old)} and ${codeSpan(now)}: ${comparisonOutcome(comparison)}

${rows.length === 0 ? '' : table}${more}${codeBlock(joinTexts(comparisonFacts(comparison).flatMap(shortFact), '\n'))}
`;
}

/** Writes the comparison as JUnit XML. Accepted differences are skipped with their reason, and those that do not gate with their text. */
function comparisonJunit(comparison: Comparison): Masked {
  const { differences, accepted, unused, expired, onlyOld, onlyNew, same, strict, outcome, why, wouldBreak } =
    comparison;
  const alone = [...onlyOld, ...onlyNew];
  const onOneSide = ours`${counted(alone.length, 'request')} on one side only`;
  const failed = (name: Masked, type: Masked, message: Masked, text = ours``): JunitCase => {
    return { group: ours`compare`, name, sort: 'failure', type, message, text };
  };
  const outdated = (entry: Accepted, type: Masked, text: Masked): JunitCase => {
    const message = ours`${type.toUpperCase()}: ${text}`;
    return { ...failed(fromToText(entry), type, message), group: ours`compare.accepted` };
  };
  const cases: readonly JunitCase[] = [
    ...differences.map((difference): JunitCase => {
      const { kind, examples } = difference;
      const name = fromToText(difference);
      const about = { group: ours`compare.${kind}`, name, message: differenceText(difference) };
      const steps = examples.map(({ exchange, step }) => ours`${exchange} step ${step + 1}`);
      if (!strict && kind !== 'meaning') return { ...about, sort: 'skipped' };
      return { ...about, sort: 'failure', type: ours`${kind}`, text: joinTexts(steps, '\n') };
    }),
    ...wouldBreak.map((breakage): JunitCase => {
      const { who, because, gates } = breakage;
      const about = { group: ours`compare.would-break`, name: because, message: breakageText(breakage) };
      return gates
        ? { ...about, sort: 'failure', type: ours`would-break`, text: who }
        : { ...about, sort: 'skipped' };
    }),
    ...accepted.map((acceptance): JunitCase => {
      const message = ours`accepted: ${acceptedText(acceptance)}`;
      return { group: ours`compare.accepted`, name: fromToText(acceptance.entry), sort: 'skipped', message };
    }),
    ...unused.map((entry) => outdated(entry, ours`unused`, unusedText(entry))),
    ...expired.map((entry) => outdated(entry, ours`expired`, expiredText(entry))),
    ...(alone.length === 0 ? [] : [failed(onOneSide, ours`one-side`, onOneSide, joinTexts(alone, '\n'))]),
    ...(outcome === 'nothing judged'
      ? [failed(ours`${outcome}`, ours`nothing-judged`, joinTexts(why, '; '))]
      : []),
    { group: ours`compare`, name: ours`${same} replies are the same`, sort: 'good' },
  ];
  return junitDocument(cases, isoTime(new Date()), [
    [ours`old`, comparison.old],
    [ours`new`, comparison.new],
  ]);
}
