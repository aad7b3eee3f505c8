import type { Masked } from '../model/running/masked.ts';
import { factList, type Html, html, operationTable, printedLines, wholePage } from '../report/page/html.ts';
import { filterBar, pageScript } from '../report/page/page-script.ts';
import { joinTexts, ours } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import {
  type Comparison,
  type Difference,
  differencesOf,
  differenceText,
  factsOf,
  outcomeText,
  shownValue,
  whereText,
} from './compare-text.ts';
import { markedAt } from './marked.ts';

/** A difference with its anchor on the page, and the kind under which it is listed. */
interface Numbered {
  readonly anchor: Masked;
  readonly title: 'meaning' | 'surface' | 'unstable';
  readonly difference: Difference;
}

/** Returns the page of a comparison: one file that loads nothing. */
export function comparisonPage(comparison: Comparison): Masked {
  const { old, new: now, outcome, cells } = comparison;
  const numbered = differencesOf(comparison)
    .flatMap(([title, own]) => own.map((difference) => ({ title, difference })))
    .map((one, index): Numbered => ({ ...one, anchor: ours`d${index + 1}` }));
  const headings = {
    same: ours`The replies are the ${outcomeText(comparison)}`,
    differs: 'The replies differ' as const,
    'nothing judged': 'Nothing was judged: neither side gave a packet result' as const,
  };
  const body = html`<header>
<h1>${headings[outcome]}</h1>
<p>old: <code>${old}</code><br>new: <code>${now}</code></p>
<style>.differences pre{color:var(--soft)}.differences mark{color:CanvasText;font-weight:bold}</style>
${cells.length === 0 ? '' : cellTable(cells)}${differenceTable(numbered)}${filterBar([ours`meaning`, ours`surface`, ours`unstable`])}</header>
<main>
<section class="differences">
${numbered.map(differenceHtml)}</section>
<h2>In all</h2>
${factList(factsOf(comparison))}
</main>`;
  return wholePage(html`Comparison of ${old} and ${now}`, body, pageScript);
}

function cellTable(cells: Comparison['cells']): Html {
  return operationTable(ours`Replies by operation and binding`, cells, ({ operation, binding }) => {
    const found = cells.find((one) => one.operation === operation && one.binding === binding);
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

function differenceTable(all: readonly Numbered[]): Html | '' {
  if (all.length === 0) return '';
  const rows = all.map(({ anchor, title, difference }) => {
    const { field, from, to, replies } = difference;
    return html`<tr class="item" data-state="${title}"><th scope="row"><a href="#${anchor}">${field}</a> <span class="soft">${title}</span></th><td>${shownValue(from)}</td><td>${shownValue(to)}</td><td>${counted(replies, 'reply', 'replies')} <span class="soft">(${whereText(difference)})</span></td></tr>\n`;
  });
  return html`<h2>Differences <small class="soft">${all.length}</small></h2>
<table aria-label="Differences"><thead><tr><th>what</th><th>old</th><th>new</th><th>in</th></tr></thead>
<tbody>\n${rows}</tbody></table>\n`;
}

function differenceHtml({ anchor, title, difference }: Numbered): Html {
  const [first = html``, ...others] = difference.examples.map((one) => exampleHtml(one, difference.field));
  const count = counted(others.length, 'more example');
  const more = html`<details><summary>${count}</summary>\n${others}</details>\n`;
  return html`<details id="${anchor}" class="item" data-state="${title}"><summary>${title}: ${differenceText(difference)}</summary>
<p class="soft">${joinTexts(difference.operations, ', ')}; ${joinTexts(difference.bindings, ', ')}</p>
${first}${others.length === 0 ? '' : more}</details>\n`;
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
