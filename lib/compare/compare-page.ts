import { whereText } from '../findings/run/blocks.ts';
import type { Masked } from '../model/running/masked.ts';
import {
  factList,
  type Html,
  html,
  operationTable,
  printedLines,
  sizeOf,
  wholePage,
} from '../report/page/html.ts';
import { filterBar, pageScript } from '../report/page/page-script.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import {
  type Comparison,
  comparisonFacts,
  comparisonOutcome,
  type Difference,
  differencesOf,
  seenText,
  shortValue,
} from './compare-text.ts';
import { limits } from './limits.ts';

const headings: Readonly<Record<ReturnType<typeof differencesOf>[number][0], Masked>> = {
  meaning: ours`Differences of meaning`,
  surface: ours`Differences of surface`,
  unstable: ours`Unstable: the old side differs from itself`,
};

/** Bytes for style, script, and the cells; and for the elements around a difference. */
const ROOM_FOR_STYLE = 60_000;
const ROOM_FOR_ELEMENTS = 120;

/** Returns the page of a comparison: one file that loads nothing and stays below its limit. */
export function comparisonPage(comparison: Comparison): Masked {
  const { old, new: now, outcome, cells, wouldBreak } = comparison;
  const groups = differencesOf(comparison);
  const all = groups.flatMap(([, group]) => group);
  const facts = factList(comparisonFacts({ ...comparison, wouldBreak: [] }));
  const broken = breakageSection(wouldBreak);
  let room = limits.page - ROOM_FOR_STYLE - sizeOf(facts) - sizeOf(broken) - all.length * ROOM_FOR_ELEMENTS;
  const fitting = (write: (difference: Difference) => Html, listed: readonly Difference[], least: number) =>
    listed.flatMap((difference) => {
      const part = room > least ? write(difference) : html``;
      room -= sizeOf(part);
      return room > least ? [part] : [];
    });
  // Their examples need the other half.
  const rows = fitting(rowHtml, all, room / 2);
  const examples = fitting(examplesHtml, all.slice(0, rows.length), 0);
  const left = [
    [all.length - rows.length, 'difference'],
    [rows.length - examples.length, 'more example'],
  ] as const;
  const missing = left.flatMap(([count, what]) =>
    count === 0 ? [] : html`<p>There is no room for ${counted(count, what)}: compare.json has them.</p>`,
  );
  const sections = groups.map(([kind, group], place) => {
    const first = groups.slice(0, place).reduce((sum, [, before]) => sum + before.length, 0);
    const listed = rows.slice(first, first + group.length).map((row, index) => {
      const shown = examples[first + index];
      const about = html`class="item" data-state="${kind}"`;
      return shown
        ? html`<details ${about}><summary class="row">${row}</summary>\n${shown}</details>\n`
        : html`<div ${about}><div class="row">${row}</div></div>\n`;
    });
    return html`<section class="differences group">
<h2>${headings[kind]} <small class="soft">${group.length}</small></h2>
<div class="row soft"><span>what</span><span>old</span><span>new</span><span>in</span></div>
${listed}</section>\n`;
  });
  const titles = {
    same: ours`The replies are the ${comparisonOutcome(comparison)}`,
    differs: 'The replies differ' as const,
    'nothing judged': 'Nothing was judged: neither side gave a packet result' as const,
  };
  const body = html`<header>
<h1>${titles[outcome]}</h1>
${outcome === 'differs' ? html`<p class="outcome bad">${comparisonOutcome(comparison)}</p>\n` : ''}<p>old: <code>${old}</code><br>new: <code>${now}</code></p>
<style>${style}</style>
</header>
${filterBar([ours`meaning`, ours`surface`, ours`unstable`])}<main>
${sections}${missing}${broken}<h2>In all</h2>
${cells.length === 0 ? '' : cellTable(cells)}${facts}
</main>`;
  return wholePage(html`Comparison of ${old} and ${now}`, body, pageScript);
}

const style = html`
.differences pre { color: var(--soft); }
.differences mark { color: CanvasText; font-weight: bold; }
.row { border-top: 1px solid var(--line); display: grid; gap: 0 1rem; grid-template-columns: 3fr 4fr 4fr 4fr; padding: .4rem 0; white-space: pre-wrap; }
summary.row > :first-child::before { content: '▸ '; }
[open] > summary.row > :first-child::before { content: '▾ '; }
h2 + .row { border: 0; padding: 0; }
@media (max-width: 44rem) {
  .row { display: block; }
  .row > * { display: block; }
  h2 + .row { display: none; }
  .row > :nth-child(2)::before { color: var(--soft); content: 'old '; }
  .row > :nth-child(3)::before { color: var(--soft); content: 'new '; }
}
`;

const whereOf = ({ operations, bindings, clients }: Difference) =>
  clients ? joinTexts(clients, ', ') : whereText({ operations, bindings: bindings.map((id) => ours`${id}`) });

function cellTable(cells: Comparison['cells']): Html {
  return operationTable(ours`Replies by operation and binding`, cells, ({ operation, binding }) => {
    const found = cells.find((cell) => cell.operation === operation && cell.binding === binding);
    const { compared = 0, meaning = 0, surface = 0 } = found ?? {};
    const counts = [
      [compared - meaning - surface, 'passed', 'same'],
      [meaning, 'failed', 'differ in meaning'],
      [surface, 'warned', 'in surface alone'],
    ] as const;
    const shown = counts.map(([count, tone, what]) =>
      count === 0 ? html`` : html`<span class="${tone}">${count} ${what}</span> `,
    );
    return html`<span class="where">${binding}</span> ${shown}`;
  });
}

function breakageSection(wouldBreak: Comparison['wouldBreak']): Html {
  if (wouldBreak.length === 0) return html``;
  const rows = wouldBreak.map(({ who, because }) => html`<dt>${who}</dt><dd>${because}</dd>\n`);
  return html`<section><h2>Who would break</h2>\n<dl>\n${rows}</dl></section>\n`;
}

function rowHtml(difference: Difference): Html {
  const { field, from, to, replies, smallest, places } = difference;
  const least = smallest === undefined ? '' : html`; smallest: ${smallest}`;
  const seen = places
    ? html`${seenText(difference, ours``)}`
    : html`${counted(replies, 'reply', 'replies')} <span class="soft">(${whereOf(difference)})${least}</span>`;
  return html`<b>${field}</b><span>${shortValue(from)}</span><span>${shortValue(to)}</span><span>${seen}</span>`;
}

function examplesHtml({ examples, field }: Difference): Html {
  const [first = html``, ...rest] = examples.map((shown) => exampleHtml(shown, field));
  const more = html`<details><summary>${counted(rest.length, 'more example')}</summary>\n${rest}</details>\n`;
  return html`${first}${rest.length === 0 ? '' : more}`;
}

function exampleHtml(example: Difference['examples'][number], field: Masked): Html {
  const { exchange, step, request, curl } = example;
  const [before, after] = markedAt(field, example.old, example.new);
  const commands = (['old', 'new'] as const).map((side) =>
    curl[side] === null ? html`` : html`<div>to the ${side} side<pre>${printedLines(curl[side])}</pre></div>`,
  );
  return html`<h3>${exchange}, step ${step + 1}</h3>
<div class="pair"><div>old<pre>${before}</pre></div><div>new<pre>${after}</pre></div></div>
<details><summary>request</summary><pre>${printedLines(request)}</pre>${commands}</details>\n`;
}

/** Headers or elements that say what a field of a difference is about; else elements of its own name. */
const PLACES: Readonly<Record<string, string>> = {
  'media type': 'header content-type',
  charset: 'header content-type',
  'fault code': 'faultcode|Code',
  'fault text': 'faultstring|Text',
  namespace: 'EmPostSmsResult',
  'namespace of the envelope': 'Envelope',
};

/** Returns the pattern of what a field of a difference is about: the status line, a header, or elements. */
function patternOf(field: string): RegExp {
  if (/^(?:status|reply|reason phrase|status line)$/.test(field)) return /^.*/g;
  if (field === 'XML declaration') return /<\?xml[^>]*>/g;
  const name = PLACES[field] ?? field.replace(/[^\w ]/g, '\\$&');
  if (name.startsWith('header ')) return new RegExp(`^${name.slice('header '.length)}:.*`, 'gim');
  return new RegExp(`<(?:[\\w.-]+:)?(${name})(?=[\\s>/])[^>]*>(?:[^<]*</(?:[\\w.-]+:)?\\1\\s*>)?`, 'g');
}

/** Marks in both replies the thing that a difference is about; without a place of its own, the body. */
export function markedAt(field: Masked, old: Masked, now: Masked): readonly [old: Html, now: Html] {
  type Span = readonly [from: number, to: number];
  const [before = [], after = []] = [old, now].map((text) =>
    [...text.matchAll(patternOf(field))].map((found): Span => [found.index, found.index + found[0].length]),
  );
  // Many delivery results have the field: the first in which it differs is marked.
  const differs = before.findIndex((span, at) => old.slice(...span) !== now.slice(...(after[at] ?? [0, 0])));
  const at = Math.max(0, differs);
  const bodyOf = (text: Masked): Span => [Math.max(0, text.indexOf('\n\n')), text.length];
  const isBody = before.length + after.length === 0;
  const [oldSpan, newSpan] = isBody ? [bodyOf(old), bodyOf(now)] : [before[at], after[at]];
  const slice = (text: Masked, span: Span | undefined) => (span ? text.slice(...span) : ours``);
  const [from, to] = marked(slice(old, oldSpan), slice(now, newSpan));
  const within = (text: Masked, span: Span | undefined, part: Html) =>
    span
      ? html`${printedLines(text.slice(0, span[0]))}${part}${printedLines(text.slice(span[1]))}`
      : printedLines(text);
  return [within(old, oldSpan, from), within(now, newSpan, to)];
}

/** Marks the words in which two texts differ, in each line and element by itself where both texts have as many. */
export function marked(old: Masked, now: Masked): readonly [old: Html, now: Html] {
  const [before = [], after = []] = [old, now].map((text) => text.split(/(?<=[\n>])/));
  if (before.length !== after.length) return [markedIn(old, now), markedIn(now, old)];
  const beside = (parts: readonly Masked[], counterparts: readonly Masked[]) =>
    html`${parts.map((text, at) => markedIn(text, counterparts[at] ?? ours``))}`;
  return [beside(before, after), beside(after, before)];
}

function markedIn(text: Masked, counterpart: Masked): Html {
  const [words, against] = [wordsOf(text), wordsOf(counterpart)];
  const least = Math.min(words.length, against.length);
  let start = 0;
  while (start < least && words[start] === against[start]) start += 1;
  let end = 0;
  while (start + end < least && words.at(-1 - end) === against.at(-1 - end)) end += 1;
  const part = (from: number, to: number) => printedLines(ours`${words.slice(from, to)}`);
  const last = words.length - end;
  const middle = start < last ? html`<mark>${part(start, last)}</mark>` : html``;
  return html`${part(0, start)}${middle}${part(last, words.length)}`;
}

/** Splits a text into words and every other character by itself. */
function wordsOf(text: Masked): readonly Masked[] {
  return text.split(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/u);
}
