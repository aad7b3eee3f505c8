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
  differenceText,
  extentText,
  shortValue,
} from './compare-text.ts';
import { limits } from './limits.ts';

/** A difference with its anchor on the page, and the kind under which it is listed. */
interface Numbered {
  readonly anchor: Masked;
  readonly title: 'meaning' | 'surface' | 'unstable';
  readonly difference: Difference;
}

/** Bytes for style, script, and the cells. */
const ROOM_FOR_STYLE = 60_000;

/** Returns the page of a comparison: one file that loads nothing and stays below its limit. */
export function comparisonPage(comparison: Comparison): Masked {
  const { old, new: now, outcome, cells } = comparison;
  const all = differencesOf(comparison)
    .flatMap(([title, group]) => group.map((difference) => ({ title, difference })))
    .map((entry, index): Numbered => ({ ...entry, anchor: ours`d${index + 1}` }));
  const facts = factList(comparisonFacts(comparison));
  let room = limits.page - ROOM_FOR_STYLE - sizeOf(facts);
  const fitting = (write: (numbered: Numbered, index: number) => Html, least: number) =>
    all.flatMap((numbered, index) => {
      const part = room > least ? write(numbered, index) : html``;
      room -= sizeOf(part);
      return room > least ? [part] : [];
    });
  // Their rows need the other half.
  const details = fitting(differenceHtml, room / 2);
  const rows = fitting((numbered, index) => rowHtml(numbered, index < details.length), 0);
  const left = [
    [all.length - rows.length, 'difference'],
    [rows.length - details.length, 'more example'],
  ] as const;
  const missing = left.flatMap(([count, what]) =>
    count === 0 ? [] : html`<p>There is no room for ${counted(count, what)}: compare.json has them.</p>`,
  );
  const headings = {
    same: ours`The replies are the ${comparisonOutcome(comparison)}`,
    differs: 'The replies differ' as const,
    'nothing judged': 'Nothing was judged: neither side gave a packet result' as const,
  };
  const body = html`<header>
<h1>${headings[outcome]}</h1>
<p>old: <code>${old}</code><br>new: <code>${now}</code></p>
<style>.differences pre{color:var(--soft)}.differences mark{color:CanvasText;font-weight:bold}</style>
${cells.length === 0 ? '' : cellTable(cells)}${differenceTable(rows, all.length)}${filterBar([ours`meaning`, ours`surface`, ours`unstable`])}</header>
<main>
<section class="differences">
${details}${missing}</section>
<h2>In all</h2>
${facts}
</main>`;
  return wholePage(html`Comparison of ${old} and ${now}`, body, pageScript);
}

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

function rowHtml({ anchor, title, difference }: Numbered, isShown: boolean): Html {
  const { field, from, to, replies } = difference;
  const name = isShown ? html`<a href="#${anchor}">${field}</a>` : html`${field}`;
  return html`<tr class="item" data-state="${title}"><th scope="row">${name} <span class="soft">${title}</span></th><td>${shortValue(from)}</td><td>${shortValue(to)}</td><td>${counted(replies, 'reply', 'replies')} <span class="soft">(${extentText(difference)})</span></td></tr>\n`;
}

function differenceTable(rows: readonly Html[], count: number): Html | '' {
  if (rows.length === 0) return '';
  return html`<h2>Differences <small class="soft">${count}</small></h2>
<table aria-label="Differences"><thead><tr><th>what</th><th>old</th><th>new</th><th>in</th></tr></thead>
<tbody>\n${rows}</tbody></table>\n`;
}

function differenceHtml({ anchor, title, difference }: Numbered): Html {
  const [first = html``, ...rest] = difference.examples.map((shown) => exampleHtml(shown, difference.field));
  const count = counted(rest.length, 'more example');
  const more = html`<details><summary>${count}</summary>\n${rest}</details>\n`;
  return html`<details id="${anchor}" class="item" data-state="${title}"><summary>${title}: ${differenceText(difference)}</summary>
<p class="soft">${joinTexts(difference.operations, ', ')}; ${joinTexts(difference.bindings, ', ')}</p>
${first}${rest.length === 0 ? '' : more}</details>\n`;
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
