import { placeInMessage, type Span } from '../findings/run/place-in-message.ts';
import type { Masked } from '../model/running/masked.ts';
import { factList, type Html, html, wholePage } from '../report/page/html.ts';
import { filterBar, pageScript } from '../report/page/page-script.ts';
import { counted } from '../text/counted.ts';
import { differencesOf, differenceText, factsOf, outcomeText, shownValue } from './compare-text.ts';
import type { Cell, Comparison, Difference, Example } from './comparison.ts';
import { marked, withLines } from './marked.ts';

/** A difference with its anchor on the page, and the kind under which it is listed. */
interface Numbered {
  readonly anchor: string;
  readonly title: string;
  readonly difference: Difference;
}

/**
 * The page of a comparison: its outcome, the operations by binding, a table of differences, and each difference with both
 * replies of its examples side by side, of which what it is about is marked. One file that loads nothing.
 */
export function comparisonPage(comparison: Comparison): Masked {
  const { old, new: now, outcome, cells } = comparison;
  const all = differencesOf(comparison).flatMap(([title, own]) =>
    own.map((difference) => ({ title, difference })),
  );
  const numbered = all.map((one, index): Numbered => ({ ...one, anchor: `d${index + 1}` }));
  const body = html`<header>
<h1>${headings[outcome](comparison)}</h1>
<p>old: <code>${old}</code><br>new: <code>${now}</code></p>
<style>.differences pre{color:var(--soft)}.differences mark{color:CanvasText;font-weight:bold}</style>
${cellTable(cells)}${differenceTable(numbered)}${filterBar(['meaning', 'surface', 'unstable'])}</header>
<main>
<section class="differences">
${numbered.map(differenceHtml)}</section>
<h2>In all</h2>
${factList(factsOf(comparison))}
</main>`;
  return wholePage(html`Comparison of ${old} and ${now}`, body, pageScript);
}

const headings: Readonly<Record<Comparison['outcome'], (comparison: Comparison) => string>> = {
  same: (comparison) => `The replies are the ${outcomeText(comparison)}`,
  differs: () => 'The replies differ',
  'nothing judged': () => 'Nothing was judged: neither side gave a packet result',
};

/** Operations by binding, with how many of their replies differ. */
function cellTable(cells: readonly Cell[]): Html | string {
  if (cells.length === 0) return '';
  const bindings = [...new Set(cells.map(({ binding }) => binding))];
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  const cell = (operation: string, binding: string) => {
    const found = cells.find((one) => one.operation === operation && one.binding === binding);
    if (!found) return html`<td><span class="where">${binding}</span></td>`;
    const { compared, meaning, surface } = found;
    const counts = [
      [compared - meaning - surface, 'passed', 'same'],
      [meaning, 'failed', 'differ in meaning'],
      [surface, 'warned', 'in surface alone'],
    ] as const;
    const shown = counts.map(([count, tone, what]) =>
      count === 0 ? html`` : html`<span class="${tone}">${count} ${what}</span> `,
    );
    return html`<td><span class="where">${binding}</span> ${shown}</td>`;
  };
  const rows = operations.map(
    (operation) =>
      html`<tr><th scope="row">${operation}</th>${bindings.map((binding) => cell(operation, binding))}</tr>\n`,
  );
  return html`<table class="overview" aria-label="Replies by operation and binding"><tbody>\n${rows}</tbody></table>\n`;
}

/** What differs, the gravest and most frequent first, each with a link to its replies. */
function differenceTable(all: readonly Numbered[]): Html | string {
  if (all.length === 0) return '';
  const rows = all.map(
    ({ anchor, title, difference: { field, from, to, replies, operations, bindings } }) => {
      const where = `${counted(operations.length, 'operation')}, ${counted(bindings.length, 'binding')}`;
      return html`<tr class="item" data-state="${title}"><th scope="row"><a href="#${anchor}">${field}</a> <span class="soft">${title}</span></th><td>${shownValue(from)}</td><td>${shownValue(to)}</td><td>${counted(replies, 'reply', 'replies')} <span class="soft">(${where})</span></td></tr>\n`;
    },
  );
  return html`<h2>Differences <small class="soft">${all.length}</small></h2>
<table aria-label="Differences"><thead><tr><th>what</th><th>old</th><th>new</th><th>in</th></tr></thead>
<tbody>\n${rows}</tbody></table>\n`;
}

function differenceHtml({ anchor, title, difference }: Numbered): Html {
  const [first, ...others] = difference.examples;
  const more =
    others.length === 0
      ? ''
      : html`<details><summary>${counted(others.length, 'more example')}</summary>\n${others.map((one) => exampleHtml(one, difference.field))}</details>\n`;
  return html`<details id="${anchor}" class="item" data-state="${title}"><summary>${title}: ${differenceText(difference)}</summary>
<p class="soft">${difference.operations.join(', ')}; ${difference.bindings.join(', ')}</p>
${first ? exampleHtml(first, difference.field) : ''}${more}</details>\n`;
}

function exampleHtml({ exchange, step, request, old, new: now, curl }: Example, field: string): Html {
  const [before, after] = markedAt(field, old, now);
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

/** Where a message says what a field of a difference is about, by the names of paths of findings. */
const PATHS: Readonly<Record<string, string>> = {
  ...{ status: 'status line', reply: 'status line', 'reason phrase': 'status line' },
  ...{ 'status line': 'status line', 'media type': 'Content-Type', charset: 'Content-Type' },
};

/** Elements that say what a field of a difference is about; else those of its own name. */
const ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  'fault code': ['faultcode', 'Code'],
  'fault text': ['faultstring', 'Text'],
  namespace: ['EmPostSmsResult'],
  'namespace of the envelope': ['Envelope'],
};

/** Returns both replies with the one thing marked that a difference is about; without a place of its own, in the body. */
export function markedAt(field: string, old: string, now: string): readonly [old: Html, now: Html] {
  const places = [old, now].map((text) => placesOf(field, text));
  const [before = [], after = []] = places;
  // Of delivery results that all have the field, the first in which it differs.
  const differs = before.findIndex((span, at) => old.slice(...span) !== now.slice(...(after[at] ?? [0, 0])));
  const at = Math.max(0, differs);
  const [one, other] = [before[at], after[at]];
  if (!one && !other) return markedInBody(old, now);
  const [from, to] = marked(one ? old.slice(...one) : '', other ? now.slice(...other) : '');
  return [within(old, one, from), within(now, other, to)];
}

function placesOf(field: string, message: string): readonly Span[] {
  const path = PATHS[field] ?? (/^header (.+)$/.exec(field)?.[1] || undefined);
  const isPath = path !== undefined || field === 'XML declaration';
  const span = isPath ? placeInMessage(message, path ?? field) : undefined;
  if (isPath) return span ? [span] : [];
  const names = (ELEMENTS[field] ?? [field]).map((name) => name.replace(/\W/g, '\\$&')).join('|');
  const elements = new RegExp(
    `<(?:[\\w.-]+:)?(${names})(?=[\\s>/])[^>]*>(?:[^<]*</(?:[\\w.-]+:)?\\1\\s*>)?`,
    'g',
  );
  return [...message.matchAll(elements)].map((found) => [found.index, found.index + found[0].length]);
}

function within(message: string, span: Span | undefined, part: Html): Html {
  if (!span) return withLines(message);
  return html`${withLines(message.slice(0, span[0]))}${part}${withLines(message.slice(span[1]))}`;
}

function markedInBody(old: string, now: string): readonly [old: Html, now: Html] {
  const [before, after] = [old, now].map((text) => text.indexOf('\n\n')) as [number, number];
  if (before === -1 || after === -1) return marked(old, now);
  const [one, other] = marked(old.slice(before), now.slice(after));
  return [html`${withLines(old.slice(0, before))}${one}`, html`${withLines(now.slice(0, after))}${other}`];
}
