import { basename, join } from 'node:path';
import type { Masked } from '../model/running/masked.ts';
import { codeBlock, codeSpan } from '../report/formats/format-helpers.ts';
import { attribute, content } from '../report/formats/junit.ts';
import { linkedReport, markOwn, reportsIn } from '../report-folder/own-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { type Mask, maskAll, ownText } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { slashed } from '../text/paths.ts';
import type { Comparison } from './compare.ts';
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
import type { Change } from './comparison.ts';

/** Files of a comparison; a later one replaces them. */
const NAMES = ['compare.html', 'compare.json', 'compare.md', 'compare.xml'] as const;

/** Returns the name of a file that a comparison would replace although none wrote it, or of a link that it would follow. */
export async function foreignComparison(folder: string): Promise<string | undefined> {
  const linked = await linkedReport(folder, [...NAMES, 'old', 'new', 'again']);
  return linked === undefined ? (await reportsIn(folder, NAMES, NAMES)).foreign[0] : basename(linked);
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
  const cases = [
    ...differences.map((one) => {
      const text = differenceText(one);
      const places = one.examples.map(({ exchange, step }) => `${exchange} step ${step + 1}`);
      const gates = strict || one.kind === 'meaning';
      return testCase(one.kind, one, gates ? failure(text, one.kind, places) : skipped(text));
    }),
    ...accepted.map((one) => testCase('accepted', one.entry, skipped(`accepted: ${acceptedText(one)}`))),
    ...unused.map((one) => testCase('accepted', one, failure(`UNUSED: ${unusedText(one)}`, 'unused'))),
    ...expired.map((one) => testCase('accepted', one, failure(`EXPIRED: ${expiredText(one)}`, 'expired'))),
    ...(alone.length === 0 ? [] : [testCase('', onOneSide, failure(onOneSide, 'one-side', alone))]),
    ...(outcome === 'nothing judged'
      ? [testCase('', outcome, failure(why.join('; '), 'nothing-judged'))]
      : []),
    testCase('', `${same} replies are the same`, ''),
  ];
  const count = (element: string) => cases.filter((one) => one.includes(`<${element} `)).length;
  return ownText(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="compare" tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}">\n${cases.join('')}</testsuite>\n</testsuites>\n`,
  );
}

function testCase(group: string, about: Change | string, outcome: string): string {
  const name = attribute(typeof about === 'string' ? about : changeText(about));
  return `<testcase classname="compare${group && `.${group}`}" name="${name}">${outcome}</testcase>\n`;
}

function failure(message: string, type: string, places: readonly string[] = []): string {
  return `<failure message="${attribute(message)}" type="${type}">${content(places.join('\n'))}</failure>`;
}

function skipped(message: string): string {
  return `<skipped message="${attribute(message)}"/>`;
}
