import type { Requirement } from '../model/requirement.ts';
import { type Html, html, joined, toHtmlWith } from '../report/html.ts';
import { type Judgement, killersOf, type Matrix } from './matrix.ts';

export interface PageSummary {
  readonly full: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
  readonly rules: readonly string[];
}

/**
 * The kill matrix for a person: what is wrong in red on top, then rules down and defects across, then every defect
 * and twin with what it tripped. One file, without a script and without anything from elsewhere.
 */
export function proofPage(matrix: Matrix, { full, seconds, problems, rules }: PageSummary): string {
  const defects = matrix.judgements.filter(({ subject }) => subject.kind === 'defect');
  const twins = matrix.judgements.filter(({ subject }) => subject.kind === 'twin');
  const tried = full ? 'all exchanges for each' : 'the exchanges that can meet each';
  const counts = `${defects.length} defects, ${twins.length} twins, ${rules.length} rules; ${tried}; ${seconds} s`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Proof of the suite</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<h1>Proof of the suite</h1>
<p>${text(counts)}. Every defect must trip exactly the rules that it names, every twin none.</p>
${problemList(problems)}
${unbrokenList(matrix.unbroken)}
<h2>Rules down, defects across</h2>
${grid(rules, defects)}
<h2>Defects</h2>
${subjectTable(defects)}
<h2>Twins</h2>
${subjectTable(twins)}
</body></html>
`;
}

function problemList(problems: readonly string[]): Html {
  if (problems.length === 0) return html`<p class="good">Every one is judged as declared.</p>`;
  const items = problems.map((problem) => html`<li>${text(problem)}</li>`);
  return html`<section class="bad"><h2>${problems.length} problems</h2><ul>${items}</ul></section>`;
}

function unbrokenList(unbroken: readonly Requirement[]): Html {
  if (unbroken.length === 0) return html``;
  const items = unbroken.map(({ id, text: own }) => html`<li><code>${text(id)}</code> ${text(own)}</li>`);
  return html`<section class="bad"><h2>Requirements that no defect breaks</h2><ul>${items}</ul></section>`;
}

/** What a cell says: caught as declared, missed, or fired without being declared. */
function cell(rule: string, { subject, missed, extra }: Judgement): Html {
  if (missed.includes(rule)) return html`<td class="bad" title="did not fire">−</td>`;
  if (extra.includes(rule)) return html`<td class="bad" title="fired, not declared">+</td>`;
  if (!subject.rules.includes(rule)) return html`<td></td>`;
  return html`<td class="hit" title="${text(subject.id)} trips ${text(rule)}">●</td>`;
}

function grid(rules: readonly string[], defects: readonly Judgement[]): Html {
  const heads = defects.map(
    ({ subject }) =>
      html`<th scope="col" title="${text(subject.title)}"><a href="#${text(subject.id)}">${text(subject.id)}</a></th>`,
  );
  const rows = rules.map((rule) => {
    const killers = killersOf(rule, defects);
    const cells = defects.map((defect) => cell(rule, defect));
    return html`<tr><th scope="row">${text(rule)}</th><td class="count">${killers}</td>${cells}</tr>`;
  });
  return html`<div class="wide"><table class="grid"><thead><tr><th>rule</th><th>killers</th>${heads}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function subjectTable(judgements: readonly Judgement[]): Html {
  const rows = judgements.map(({ subject, trial, missed, extra }) => {
    const fired = Object.entries(trial.fired).map(([rule, ids]) => html`${text(rule)} (${ids.length})`);
    const mark = missed.length + extra.length + trial.faults.length > 0 ? html` class="bad"` : html``;
    return html`<tr id="${text(subject.id)}"${mark}><th scope="row">${text(subject.id)}</th><td>${text(subject.title)}</td>
<td>${trial.exchanges}</td><td>${fired.length > 0 ? joined(fired, ', ') : html`none`}</td><td>${trial.broken.length}</td></tr>`;
  });
  return html`<div class="wide"><table><thead><tr><th>id</th><th>what it does</th><th>exchanges</th><th>rules that fired (exchanges)</th><th>requirements broken</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

/** Nothing here was sent by a stranger or is secret, so that nothing is masked. */
const text = toHtmlWith((value) => value);

const STYLE = html`
:root { color-scheme: light dark; --line: #8886; --bad: #c8102e; --hit: #14804a; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; }
th, td { border: 1px solid var(--line); padding: 2px 6px; text-align: left; vertical-align: top; }
tbody th { font-weight: 500; white-space: nowrap; }
.grid thead th { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 400; max-height: 18rem; }
.grid td { text-align: center; padding: 0 2px; }
.grid tbody th { position: sticky; left: 0; background: Canvas; }
.hit { color: var(--hit); } .good { color: var(--hit); font-weight: 600; }
section.bad { border-left: 4px solid var(--bad); padding-left: 1rem; } .bad, .bad th { color: var(--bad); }
a { color: inherit; }
`;
