import { join } from 'node:path';
import { printable } from '../findings/finding-text.ts';
import type { Masked } from '../model/running/masked.ts';
import { codeBlock, codeSpan } from '../report/formats/markdown-code.ts';
import { type Html, html, wholePage } from '../report/requirements/html.ts';
import { isForeign } from '../report-folder/own-folder.ts';
import { writeAtomic } from '../report-folder/write-atomic.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { escapeAttribute, escapeText, withoutForbidden } from '../xml/escape.ts';
import {
  acceptedText,
  changeText,
  differenceText,
  expiredText,
  outcomeText,
  unusedText,
} from './compare-text.ts';
import type { Difference, EndedComparison, Example } from './comparison.ts';
import { marked, withLines } from './marked.ts';

/** Files of a comparison, and how they begin, so that a later comparison may replace them. */
const BEGINNINGS = {
  'compare.html': /^<!doctype html>\n[\s\S]{0,600}<title>Comparison of /,
  'compare.json': /^\{\n {2}"schemaVersion": 1,\n {2}"compared":/,
  'compare.md': /^## (?:✅|❌) `.+: (?:same|differs)/,
  'compare.xml': /^<\?xml .+\?>\n<testsuites>\n<testsuite name="compare" /,
} as const;

/** Returns the name of a file that a comparison would replace although none wrote it. */
export async function foreignComparison(folder: string): Promise<string | undefined> {
  for (const [name, begins] of Object.entries(BEGINNINGS)) {
    if (await isForeign(join(folder, name), begins)) return name;
  }
  return undefined;
}

/** Writes compare.html, compare.json, compare.md and compare.xml, and returns their paths. */
export async function writeComparison(
  folder: string,
  comparison: EndedComparison,
  mask: Mask,
): Promise<string[]> {
  const masked = JSON.parse(
    JSON.stringify(comparison, (_, value: unknown) => (typeof value === 'string' ? mask(value) : value)),
  ) as EndedComparison;
  const files: Readonly<Record<keyof typeof BEGINNINGS, Masked>> = {
    'compare.html': comparisonPage(masked),
    'compare.json': ownText(`${JSON.stringify(masked, null, 2)}\n`),
    'compare.md': comparisonMarkdown(masked),
    'compare.xml': comparisonJunit(masked),
  };
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files)) paths.push(await writeAtomic(join(folder, name), text));
  return paths;
}

const KINDS = ['meaning', 'surface'] as const;

function ofKind({ differences }: EndedComparison, kind: Difference['kind']): readonly Difference[] {
  return differences.filter((one) => one.kind === kind);
}

/** The page: differences first, each with both replies of its examples side by side. One file that loads nothing. */
function comparisonPage(comparison: EndedComparison): Masked {
  const { old, new: now, compared, same, outcome, unstable, onlyOld, onlyNew } = comparison;
  const sections = KINDS.map((kind) => {
    const own = ofKind(comparison, kind);
    return own.length === 0 ? html`` : html`<h2>${TITLES[kind]}</h2>\n${own.map(differenceHtml)}`;
  });
  const lists = [
    listHtml('Unstable on the old side, left out', unstable.map(differenceText)),
    ...acceptedLists(comparison).map(([title, items]) => listHtml(title, items)),
    listHtml(
      'Requirements newly broken',
      comparison.newlyBroken.map(({ id, text }) => `${id}: ${text}`),
    ),
    listHtml(
      'Requirements newly held',
      comparison.newlyHeld.map(({ id, text }) => `${id}: ${text}`),
    ),
    listHtml('Requests that only the old side has', onlyOld),
    listHtml('Requests that only the new side has', onlyNew),
  ];
  const body = html`<h1>The replies ${outcome === 'same' ? `are the ${outcomeText(comparison)}` : 'differ'}</h1>
<p>old: <code>${old}</code><br>new: <code>${now}</code></p>
<p>${compared} replies compared, ${same} the same; ${outcomeText(comparison)}</p>
<style>.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));gap:.5rem}pre{overflow:auto;max-height:24rem;padding:.5rem;border:1px solid #8888;white-space:pre-wrap;overflow-wrap:anywhere}mark{background:var(--mark);color:inherit}</style>
${sections}
${lists}`;
  return wholePage(html`Comparison of ${old} and ${now}`, body);
}

/** What a file of accepted differences lists, under titles; a title without items is not shown. */
function acceptedLists({
  accepted,
  unused,
  expired,
}: EndedComparison): readonly [string, readonly string[]][] {
  return [
    ['Accepted differences', accepted.map(acceptedText)],
    ['Accepted differences that were not seen', unused.map(unusedText)],
    ['Accepted differences that have expired', expired.map(expiredText)],
  ];
}

const TITLES = { meaning: 'Meaning', surface: 'Surface' } as const;

function differenceHtml(difference: Difference): Html {
  return html`<details><summary>${differenceText(difference)}</summary>
<p class="soft">${difference.operations.join(', ')}; ${difference.bindings.join(', ')}</p>
${difference.examples.map(exampleHtml)}</details>\n`;
}

function exampleHtml({ exchange, step, request, old, new: now, curl }: Example): Html {
  const [before, after] = marked(old, now);
  const commands = (['old', 'new'] as const).map((side) =>
    curl[side] === null ? html`` : html`<div>to the ${side} side${pre(withLines(curl[side]))}</div>`,
  );
  return html`<h3>${exchange}, step ${step + 1}</h3>
<div class="pair"><div>old${pre(before)}</div><div>new${pre(after)}</div></div>
<details><summary>request</summary>${pre(withLines(request))}${commands}</details>\n`;
}

function pre(text: Html): Html {
  return html`<pre>${text}</pre>`;
}

function listHtml(title: string, items: readonly string[]): Html {
  if (items.length === 0) return html``;
  return html`<h2>${title}</h2>
<ul>${items.map(
    (item) => html`<li>${item}</li>
`,
  )}</ul>
`;
}

/** The comparison as Markdown, for a pull request or a job summary; the first example of each difference of meaning. */
function comparisonMarkdown(comparison: EndedComparison): Masked {
  const { old, new: now, compared, same, outcome } = comparison;
  const rows = comparison.differences.map(
    ({ kind, field, from, to, replies }) =>
      `| ${kind} | ${cell(field)} | ${cell(from)} | ${cell(to)} | ${replies} |`,
  );
  const table =
    rows.length === 0 ? [] : ['| kind | field | old | new | replies |', '|---|---|---|---|---|', ...rows, ''];
  const examples = ofKind(comparison, 'meaning').flatMap(({ field, examples: [first] }) =>
    first
      ? [
          `<details><summary>${escapeText(field)}: ${escapeText(first.exchange)}</summary>`,
          '',
          codeBlock(first.old, ''),
          '',
          codeBlock(first.new, ''),
          '',
          '</details>',
          '',
        ]
      : [],
  );
  const lines = [
    `## ${outcome === 'same' ? '✅' : '❌'} ${codeSpan(old)} and ${codeSpan(now)}: ${outcomeText(comparison)}`,
    '',
    `${compared} replies compared, ${same} the same`,
    '',
    ...table,
    ...acceptedLists(comparison).flatMap(([title, items]) =>
      items.length === 0 ? [] : [`### ${title}`, '', codeBlock(items.map(printable).join('\n'), 'text'), ''],
    ),
    ...examples,
  ];
  return ownText(`${lines.join('\n')}\n`);
}

function cell(text: string): string {
  return codeSpan(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');
}

/**
 * The comparison as JUnit XML: a test case for each difference and each entry of the file of accepted differences. What is
 * accepted is skipped with its reason and last day, and a difference that does not gate with its text.
 */
function comparisonJunit(comparison: EndedComparison): Masked {
  const { differences, accepted, unused, expired, onlyOld, onlyNew, why, same } = comparison;
  const gates = (kind: Difference['kind']) => kind === 'meaning' || why.some((one) => /of surface/.test(one));
  const cases = [
    ...differences.map((one) => {
      const places = one.examples.map(({ exchange, step }) => `${exchange} step ${step + 1}`);
      const text = differenceText(one);
      const outcome = gates(one.kind) ? failure(text, one.kind, places) : skipped(text);
      return testCase(`compare.${one.kind}`, changeText(one), outcome);
    }),
    ...accepted.map((one) =>
      testCase('compare.accepted', changeText(one.entry), skipped(`accepted: ${acceptedText(one)}`)),
    ),
    ...unused.map((one) =>
      testCase('compare.accepted', changeText(one), failure(`UNUSED: ${unusedText(one)}`, 'unused')),
    ),
    ...expired.map((one) =>
      testCase('compare.accepted', changeText(one), failure(`EXPIRED: ${expiredText(one)}`, 'expired')),
    ),
    ...why
      .filter((one) => /one side only/.test(one))
      .map((one) => testCase('compare', one, failure(one, 'one-side', [...onlyOld, ...onlyNew]))),
    testCase('compare', `${same} replies are the same`, ''),
  ].join('');
  const count = (element: string) => cases.split(`<${element} `).length - 1;
  return ownText(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="compare" tests="${count('testcase')}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}">\n${cases}</testsuite>\n</testsuites>\n`,
  );
}

function testCase(group: string, name: string, outcome: string): string {
  return `<testcase classname="${group}" name="${xml(name)}">${outcome}</testcase>\n`;
}

function failure(message: string, type: string, places: readonly string[] = []): string {
  return `<failure message="${xml(message)}" type="${type}">${xml(places.join('\n'))}</failure>`;
}

function skipped(message: string): string {
  return `<skipped message="${xml(message)}"/>`;
}

function xml(text: string): string {
  return escapeAttribute(withoutForbidden(text));
}
