import type { Fact } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import { ownText } from '../../secrets/mask.ts';
import { printable } from '../../text/printable.ts';
import { escapeAttribute } from '../../wire/xml/escape.ts';

/** HTML that is safe to write: made by `html` alone. */
export interface Html {
  readonly html: string;
}

/** A template of HTML: a text in it is printable and escaped, for content and for attributes in double quotes. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | string | number | readonly Html[])[]
): Html {
  const written = values.map((value) => {
    if (typeof value === 'string') return escapeAttribute(printable(value));
    if (typeof value === 'number') return String(value);
    return 'html' in value ? value.html : value.map((one) => one.html).join('');
  });
  return { html: String.raw({ raw: parts }, ...written) };
}

/** Joins pieces by commas. */
export function joined(pieces: readonly Html[]): Html {
  return { html: pieces.map((piece) => piece.html).join(', ') };
}

/** Labelled facts. */
export function factList(facts: readonly Fact[]): Html {
  const items = facts.map(({ label, lines, tone = '' }) => {
    const told = lines.map((line) => html`<dd class="${tone}">${line}</dd>`);
    return html`<dt class="${tone}">${label}</dt>${told}\n`;
  });
  return html`<dl>\n${items}</dl>`;
}

/** A page as one file: without a script, and a browser that opens it is not allowed to load anything. */
export function wholePage(title: Html, body: Html): Masked {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"/>
<title>${title}</title>
<style>${pageStyle}</style>
</head>
<body>
${body}
</body>
</html>`;
  return ownText(`${page.html}\n`);
}

/** Follows the reader's colours, keeps the heads of a table in sight, and stacks its cells where a line is short. */
const pageStyle = html`
:root { color-scheme: light dark; --line: #d5d9e0; --soft: #5c6573; --red: #b3261e; --green: #1b6e3c; --amber: #8a5300; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) {
  :root { --line: #3a404a; --soft: #a3acb9; --red: #ff8f85; --green: #7fd6a0; --amber: #f0b866; --mark: #4a3f12; }
}
* { box-sizing: border-box; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p { margin: .25rem 0; }
code { font: .86em/1.4 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 .75rem; }
dt, .soft { color: var(--soft); }
dd { grid-column: 2; margin: 0; }
.bad { color: var(--red); font-weight: bold; }
nav { margin: .75rem 0; line-height: 1.9; }
nav a { margin-right: .7rem; white-space: nowrap; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; }
thead th { background: Canvas; border: 0; color: var(--soft); font-weight: normal; position: sticky; top: 0; }
tr { scroll-margin-top: 2.5rem; }
tbody th { font-weight: normal; }
.what { width: 46%; }
.state { width: 17%; }
.broken b, .problems h2, #broken h2 { color: var(--red); }
.problems { border-left: 3px solid var(--red); padding-left: .75rem; }
.held b { color: var(--green); }
.untested b { color: var(--amber); }
.excluded b { color: var(--soft); }
.finding { border-left: 3px solid var(--red); margin: .5rem 0; padding-left: .6rem; }
summary { cursor: pointer; }
summary h2 { display: inline-block; }
pre { font: .86em/1.4 ui-monospace, monospace; margin: .25rem 0; white-space: pre-wrap; }
ol { padding-left: 2rem; }
li { margin: .4rem 0; }
li:target, tr:target { background: var(--mark); }
@media (max-width: 44rem) {
  table thead { display: none; }
  table, table :is(tbody, tr, th, td) { display: block; width: auto; }
  table tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  table :is(th, td) { border: 0; padding: .15rem 0; }
}
`;
