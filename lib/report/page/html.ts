import { createHash } from 'node:crypto';
import type { LabelledFact } from '../../findings/run/facts.ts';
import type { Masked, Own } from '../../model/running/masked.ts';
import { joinTexts, ours, ownWords } from '../../secrets/mask.ts';
import { printable } from '../../text/printable.ts';
import { escapeAttribute } from '../../wire/xml/escape.ts';

/** HTML that is safe to write; only `html` makes it. */
export interface Html {
  readonly html: Masked;
}

type Value = Html | Masked | number | readonly Html[];
type Shown<T> = T extends Html | readonly Html[] ? T : Own<T>;

/** Makes HTML in which texts are printable and escaped, for content and for attributes in double quotes. */
export function html<const T extends readonly unknown[]>(
  parts: TemplateStringsArray,
  ...values: { [Index in keyof T]: Shown<T[Index]> }
): Html {
  const written = (values as readonly unknown[] as readonly Value[]).map((value) => {
    if (typeof value === 'string') return escapeAttribute(printable(value));
    if (typeof value === 'number') return value;
    return 'html' in value ? value.html : value.map((piece) => piece.html);
  });
  return { html: ours(parts, ...written) };
}

/** Writes facts with their labels. */
export function factList(facts: readonly LabelledFact[]): Html {
  const items = facts.map(({ label, lines, tone }) => {
    const shown = lines.map((line) => html`<dd class="${tone ?? ''}">${line}</dd>`);
    return html`<dt class="${tone ?? ''}">${label}</dt>${shown}\n`;
  });
  return html`<dl>\n${items}</dl>`;
}

/** Joins the first `most` pieces by commas; results.json has the rest. */
export function commaList(pieces: readonly Html[], most = pieces.length): Html {
  const shown = pieces.slice(0, most).map((piece) => piece.html);
  const left = pieces.length - most;
  return html`${{ html: joinTexts(shown, ', ') }}${left > 0 ? html` and ${left} more in results.json` : ''}`;
}

/** Writes names as code, as many as `listed` shows. */
export function codes(names: readonly Masked[], most?: number): Html {
  const pieces = names.map((name) => html`<code>${name}</code>`);
  return commaList(pieces, most);
}

export type Place = Readonly<Record<'operation' | 'binding', Masked>>;

/** Writes a table of operations and bindings, with a cell for each place. */
export function operationTable(label: Masked, places: readonly Place[], cell: (place: Place) => Html): Html {
  const bindings = [...new Set(places.map(({ binding }) => binding))];
  const operations = [...new Set(places.map(({ operation }) => operation))];
  const rows = operations.map(
    (operation) =>
      html`<tr role="row"><th role="rowheader" scope="row">${operation}</th>${bindings.map((binding) => html`<td role="cell">${cell({ operation, binding })}</td>`)}</tr>\n`,
  );
  return html`<table class="overview" role="table" aria-label="${label}">
<tbody role="rowgroup">
${rows}</tbody>
</table>\n`;
}

/** Writes a text of several lines for an element that keeps them. */
export function printedLines(text: Masked): Html {
  const lines = text.split('\n').map((line) => html`${line}`.html);
  return { html: joinTexts(lines, '\n') };
}

/** Returns the bytes of a piece in a file. */
export function sizeOf(piece: Html): number {
  return Buffer.byteLength(piece.html);
}

/** Returns a page as one file that loads nothing and runs this script alone, which holds neither `<` nor `&`. */
export function wholePage(title: Html, body: Html, script = ours``): Masked {
  const hash = ownWords(createHash('sha256').update(script).digest('base64'));
  const scripts = script === '' ? '' : html` script-src 'sha256-${hash}';`;
  const last = script === '' ? '' : { html: ours`<script>${script}</script>\n` };
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none';${scripts} style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"/>
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
${body}
${last}</body>
</html>`;
  return ours`${page.html}\n`;
}

/** Follows the reader's colours, keeps the heads of a table in sight, and stacks its cells where a line is short. */
const pageStyle = html`
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #5c6573; --red: #b3261e; --green: #1b6e3c; --amber: #8a5300; --blue: #0b5c8a; --violet: #7a2c92; --mark: #ffe08a; --back: #f4f5f7; }
@media screen and (prefers-color-scheme: dark) {
  :root { --line: #3a404a; --soft: #a3acb9; --red: #ff8f85; --green: #7fd6a0; --amber: #f0b866; --blue: #7cc4f0; --violet: #dc9df0; --mark: #6b5200; --back: #24272c; }
}
@media print { :root { color-scheme: light; } nav, #filter { display: none; } pre { max-height: none !important; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
#causes h2 { margin-top: .5rem; }
h3 { font-size: 1rem; margin: 0 0 .25rem; }
h4 { color: var(--soft); font-size: .9rem; font-weight: normal; margin: .5rem 0 0; }
p { margin: .25rem 0; }
code { font: .86em/1.4 ui-monospace, monospace; }
a { color: var(--blue); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 .75rem; }
dt, .soft, .known, .excluded b { color: var(--soft); }
dd { grid-column: 2; margin: 0; }
.target { color: var(--soft); font-weight: normal; }
.outcome { font-size: 1.1rem; font-weight: bold; margin: 0 0 .75rem; }
.bad, .failed, .broken b { --tone: var(--red); color: var(--tone); font-weight: bold; }
.good, .passed, .held b { color: var(--green); }
.doubtful, .warned, .untested b { --tone: var(--amber); color: var(--tone); }
.observed { color: var(--blue); }
.stopped { --tone: var(--violet); color: var(--tone); font-weight: bold; }
nav { margin: .75rem 0; line-height: 1.9; }
nav a { margin-right: .7rem; white-space: nowrap; }
#filter { background: Canvas; display: flex; flex-wrap: wrap; gap: .5rem; padding: .4rem 0; position: sticky; top: 0; z-index: 2; }
#filter :is(input, select) { font: inherit; max-width: 100%; min-width: 0; padding: .2rem .4rem; }
#filter input { flex: 0 1 22rem; }
#filter select { flex: 0 1 12rem; }
.top { margin: 0 0 .75rem; }
.top a { color: inherit; display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; }
thead th { background: Canvas; border: 0; color: var(--soft); font-weight: normal; position: sticky; top: 0; }
tbody th { font-weight: normal; }
tr, article, li, details { scroll-margin-top: 3.5rem; }
.what { width: 46%; }
.state { width: 17%; }
.overview, .overview tbody { display: block; margin-bottom: .5rem; }
.overview tr { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.overview th { flex: 0 0 100%; padding-bottom: 0; }
.overview td { border: 0; flex: 1 1 0; font-size: .85rem; padding: 0 0 .4rem; }
.overview span { display: inline-block; }
.legend { display: flex; flex-wrap: wrap; font-size: .85rem; gap: 0 1rem; list-style: none; margin: 0 0 .75rem; padding: 0; }
.legend li::before { background: currentColor; border-radius: 1px; content: ''; display: inline-block; height: 8px; margin-right: .3rem; width: 8px; }
.legend li:not([class])::before { background: none; border: 1px solid var(--line); }
.legend .passed::before { opacity: .55; }
.overview .where { display: block; }
.squares { display: block !important; line-height: 0; margin-top: .3rem; color: var(--soft); font-size: .8rem; }
.squares > * { background: currentColor; border-radius: 1px; display: inline-block; height: 5px; margin: 0 1px 1px 0; width: 5px; }
.squares > i:not([class]) { background: none; border: 1px solid var(--line); }
.squares > .passed { opacity: .55; }
.cause { border-left: 4px solid var(--tone, var(--line)); color: inherit; font-weight: inherit; margin: 1rem 0; padding-left: .75rem; }
.cause .verdict { color: var(--tone); font-size: .85rem; text-transform: uppercase; }
.root { background: var(--back); margin: 1rem 0; padding: .6rem .75rem; }
.root pre { background: Canvas; }
.cause dl { margin-bottom: .25rem; }
.cause dd { white-space: pre-wrap; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 1rem; }
details, li { margin: .2rem 0; }
summary { cursor: pointer; }
summary :is(h2, h3) { display: inline-block; }
pre { background: var(--back); font: .86em/1.4 ui-monospace, monospace; margin: .25rem 0; max-height: 24rem; overflow: auto; padding: .4rem .5rem; position: relative; white-space: pre-wrap; }
mark { background: var(--mark); color: inherit; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
:is(article, li, tr, details):target { background: var(--back); outline: 2px solid var(--mark); }
aside dl { font-size: .9rem; }
@media (min-width: 70rem) {
  aside { float: right; margin: 0 0 1rem 2rem; width: 31rem; }
  .cause, .root { display: flow-root; }
  aside tr:first-child th { border: 0; padding-top: 0; }
  #causes ~ section { clear: both; }
}
@media (max-width: 44rem) {
  table thead { display: none; }
  table, table :is(tbody, tr, th, td) { display: block; width: auto; }
  table tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  table :is(th, td) { border: 0; padding: .15rem 0; }
  dl { grid-template-columns: 1fr; }
  dd { grid-column: 1; }
  body:has(#causes) { display: flex; flex-direction: column; }
  main:has(#causes) { display: contents; }
  header, #filter { order: -2; }
  #filter :is(input, select) { flex: 1 1 8rem; }
  #causes { order: -1; }
  .overview tr { display: block; }
  .squares > a { height: 24px; width: 24px; }
}
`;
