import { join } from 'node:path';
import { type Refusal, refusal } from '../model/result.ts';
import type { Masked } from '../model/running/masked.ts';
import { codeBlock, codeSpan } from '../report/formats/format-helpers.ts';
import { type JunitCase, junitDocument } from '../report/formats/junit.ts';
import { linkedReport, markOwn, reportsIn } from '../report-folder/own-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { type Mask, maskAll, ownText } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { slashed } from '../text/paths.ts';
import type { Accepted, Comparison } from './compare.ts';
import { comparisonPage } from './compare-page.ts';
import {
  acceptedText,
  changeText,
  differenceText,
  expiredText,
  factsOf,
  outcomeText,
  shortFact,
  shownValue,
  unusedText,
} from './compare-text.ts';

/** Files of a comparison; a later one replaces them. */
const NAMES = ['compare.html', 'compare.json', 'compare.md', 'compare.xml'] as const;

/** Refuses a file that a comparison would replace although none wrote it, and a link that it would follow. */
export async function foreignComparison(folder: string): Promise<Refusal | undefined> {
  const { foreign } = await reportsIn(folder, NAMES, NAMES);
  const why = `holds ${foreign[0]}, which this suite did not write and a comparison would replace`;
  const advice = 'choose another folder with --report-dir, or remove that file';
  if (foreign.length > 0) return refusal(2, `${folder} ${why}; ${advice}`);
  return linkedReport(folder, [...NAMES, 'old', 'new', 'again']);
}

/** Writes compare.html, compare.json, compare.md and compare.xml, and returns their paths. */
export async function writeComparison(folder: string, comparison: Comparison, mask: Mask): Promise<string[]> {
  const masked = maskAll(comparison, mask);
  const files: Readonly<Record<(typeof NAMES)[number], Masked>> = {
    'compare.html': comparisonPage(masked),
    'compare.json': ownText(`${JSON.stringify(masked, null, 2)}\n`),
    'compare.md': comparisonMarkdown(masked),
    'compare.xml': comparisonJunit(masked),
  };
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files))
    paths.push(await writeAtomic(slashed(join(folder, name)), text));
  await markOwn(folder, NAMES);
  return paths;
}

/** The comparison as Markdown, for a pull request or a job summary. */
function comparisonMarkdown(comparison: Comparison): Masked {
  const { old, new: now, outcome, differences } = comparison;
  const cell = (text: string) => codeSpan(shownValue(text.replace(/\s+/g, ' '))).replaceAll('|', '\\|');
  const rows = differences.map(
    ({ kind, field, from, to, replies }) =>
      `| ${kind} | ${cell(field)} | ${cell(from)} | ${cell(to)} | ${replies} |\n`,
  );
  const table = `| kind | field | old | new | replies |\n|---|---|---|---|---|\n${rows.join('')}\n`;
  const sign = outcome === 'same' ? '✅' : '❌';
  return ownText(`## ${sign} ${codeSpan(old)} and ${codeSpan(now)}: ${outcomeText(comparison)}

${rows.length === 0 ? '' : table}${codeBlock(factsOf(comparison).flatMap(shortFact).join('\n'))}
`);
}

/** The comparison as JUnit XML; what is accepted is skipped with its reason, and what does not gate with its text. */
function comparisonJunit(comparison: Comparison): Masked {
  const { differences, accepted, unused, expired, onlyOld, onlyNew, same, strict, outcome, why } = comparison;
  const alone = [...onlyOld, ...onlyNew];
  const onOneSide = `${counted(alone.length, 'request')} on one side only`;
  const failed = { group: 'compare', sort: 'failure', text: '' } as const;
  const outdated = (entry: Accepted, type: string, text: string): JunitCase => {
    const message = `${type.toUpperCase()}: ${text}`;
    return { ...failed, group: 'compare.accepted', name: changeText(entry), type, message };
  };
  const cases: readonly JunitCase[] = [
    ...differences.map((one): JunitCase => {
      const { kind, examples } = one;
      const about = { group: `compare.${kind}`, name: changeText(one), message: differenceText(one) };
      const text = examples.map(({ exchange, step }) => `${exchange} step ${step + 1}`).join('\n');
      const gates = strict || kind === 'meaning';
      return gates ? { ...about, sort: 'failure', type: kind, text } : { ...about, sort: 'skipped' };
    }),
    ...accepted.map((one): JunitCase => {
      const message = `accepted: ${acceptedText(one)}`;
      return { group: 'compare.accepted', name: changeText(one.entry), sort: 'skipped', message };
    }),
    ...unused.map((one) => outdated(one, 'unused', unusedText(one))),
    ...expired.map((one) => outdated(one, 'expired', expiredText(one))),
    ...(alone.length === 0
      ? []
      : [{ ...failed, name: onOneSide, type: 'one-side', message: onOneSide, text: alone.join('\n') }]),
    ...(outcome === 'nothing judged'
      ? [{ ...failed, name: outcome, type: 'nothing-judged', message: why.join('; ') }]
      : []),
    { group: 'compare', name: `${same} replies are the same`, sort: 'good' },
  ];
  return junitDocument(cases, new Date().toISOString(), { old: comparison.old, new: comparison.new });
}
