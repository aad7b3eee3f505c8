import type { Requirement } from '../model/requirement.ts';
import { type Html, html, joined, wholePage } from '../report/requirements/html.ts';
import { grid } from './grid.ts';
import { type Judgement, KILLERS, killersOf, type Matrix } from './matrix.ts';

export interface PageSummary {
  readonly full: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
  readonly rules: readonly string[];
}

/** Killers of a rule that are written out; more of them wait behind their number. */
const MOST_IN_SIGHT = 3;

/**
 * The kill matrix for a person: what is wrong in red on top, then every rule with the defects that trip it, every
 * defect and twin with what it tripped, and the whole grid for those who ask for it.
 */
export function proofPage(matrix: Matrix, summary: PageSummary): string {
  const { problems, rules } = summary;
  const defects = matrix.judgements.filter(({ subject }) => subject.kind === 'defect');
  const twins = matrix.judgements.filter(({ subject }) => subject.kind === 'twin');
  const body = html`${header(defects.length, twins.length, summary)}
<main>
${unbrokenList(matrix.unbroken)}${problemList(problems)}${section(html`rules`, html`Rules`, html`killers`, ruleRows(rules, defects))}<section id="grid">
<h2>Rules down, defects across</h2>
<details><summary>${rules.length} rules, ${defects.length} defects</summary>${grid(rules, defects)}</details>
</section>
${section(html`defects`, html`Defects`, html`tripped`, defects.map(subjectRow))}${section(html`twins`, html`Twins`, html`tripped`, twins.map(subjectRow))}</main>`;
  return wholePage(html`Proof of the suite`, body);
}

function header(defects: number, twins: number, { full, seconds, problems, rules }: PageSummary): Html {
  const outcome =
    problems.length === 0
      ? html`<span class="held"><b>every one is judged as declared</b></span>`
      : html`<span class="broken"><b>${problems.length} problem${problems.length === 1 ? html`` : html`s`}</b></span>`;
  const tried = full ? html`every exchange` : html`the exchanges that can meet it`;
  return html`<header>
<h1>Proof of the suite</h1>
<dl>
<dt>outcome</dt><dd>${outcome}</dd>
<dt>tried</dt><dd>${defects} defect${defects === 1 ? html`` : html`s`} and ${twins} twin${twins === 1 ? html`` : html`s`}, each with ${tried}, in ${seconds} s</dd>
<dt>rules</dt><dd>${rules.length}</dd>
</dl>
<p class="soft">A defect is a deliberate deviation of the reference service and must trip exactly the rules that it names; a twin is an equal way to write a correct response and must trip none. A rule needs ${KILLERS} defects that trip it, a requirement on the server one that breaks it.</p>
<nav aria-label="Sections"><a href="#rules">Rules</a><a href="#grid">Grid</a><a href="#defects">Defects</a><a href="#twins">Twins</a></nav>
</header>`;
}

function unbrokenList(unbroken: readonly Requirement[]): Html {
  if (unbroken.length === 0) return html``;
  const items = unbroken.map(({ id, text }) => html`<li><code>${id}</code> ${text}</li>`);
  return html`<section class="problems"><h2>Requirements that no defect breaks</h2><ul>${items}</ul></section>
`;
}

function problemList(problems: readonly string[]): Html {
  if (problems.length === 0) return html``;
  const items = problems.map((problem) => html`<li>${problem}</li>`);
  return html`<section class="problems"><h2>Problems</h2><ul>${items}</ul></section>
`;
}

function section(id: Html, title: Html, last: Html, rows: readonly Html[]): Html {
  return html`<section id="${id}">
<h2>${title} <small class="soft">${rows.length}</small></h2>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="what">name</th><th role="columnheader" scope="col" class="state">count</th><th role="columnheader" scope="col">${last}</th></tr></thead>
<tbody role="rowgroup">
${rows}</tbody>
</table>
</section>
`;
}

/** Every rule with the defects that trip it; too few are red. */
function ruleRows(rules: readonly string[], defects: readonly Judgement[]): readonly Html[] {
  return rules.map((rule) => {
    const killers = killersOf(rule, defects).map(
      ({ subject }) => html`<a href="#${subject.id}"><code>${subject.id}</code></a>`,
    );
    const mark = killers.length < KILLERS ? html`broken` : html`held`;
    const names = joined(killers, ', ');
    const list =
      killers.length <= MOST_IN_SIGHT
        ? names
        : html`<details><summary>their names</summary>${names}</details>`;
    return html`<tr role="row"><th role="rowheader" scope="row"><code>${rule}</code></th><td role="cell"><span class="${mark}"><b>${killers.length}</b></span> killer${killers.length === 1 ? html`` : html`s`}</td><td role="cell">${list}</td></tr>
`;
  });
}

/** A defect or a twin with what it tripped, as its anchor. */
function subjectRow({ subject, trial, missed, extra }: Judgement): Html {
  const fired = Object.entries(trial.fired).map(([rule, ids]) => {
    const undeclared = extra.includes(rule) ? html` <span class="broken"><b>not declared</b></span>` : html``;
    return html`<code>${rule}</code> in ${ids.length}${undeclared}`;
  });
  const silent = missed.map(
    (rule) => html`<code>${rule}</code> <span class="broken"><b>did not fire</b></span>`,
  );
  const faults = trial.faults
    .slice(0, 1)
    .map((fault) => html`<span class="broken"><b>harness error</b></span> ${fault}`);
  const all = [...faults, ...silent, ...fired];
  const breaks =
    trial.broken.length === 0
      ? html``
      : html`<p class="soft">breaks ${trial.broken.length} requirement${trial.broken.length === 1 ? html`` : html`s`}</p>`;
  return html`<tr role="row" id="${subject.id}"><th role="rowheader" scope="row"><code>${subject.id}</code><p>${subject.title}</p></th><td role="cell">${trial.exchanges} exchange${trial.exchanges === 1 ? html`` : html`s`}</td><td role="cell">${all.length === 0 ? html`<span class="soft">no rule</span>` : joined(all, ', ')}${breaks}</td></tr>
`;
}
