import type { Masked } from '../../lib/model/running/masked.ts';
import { commaList, type Html, html, wholePage } from '../../lib/report/page/html.ts';
import { ours, ownText } from '../../lib/secrets/mask.ts';
import { counted } from '../../lib/text/counted.ts';
import { KILLERS, killersOf, type Matrix, type SubjectJudgement } from './matrix.ts';

export interface ProofSummary {
  readonly full: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
  readonly rules: readonly string[];
}

/**
 * The kill matrix for a person: what is wrong in red on top, then every rule with the defects that it catches, and every
 * defect and twin with the rules that caught it.
 */
export function proofPage({ judgements }: Matrix, { full, seconds, problems, rules }: ProofSummary): string {
  const defects = judgements.filter(({ subject }) => subject.kind === 'defect');
  const twins = judgements.filter(({ subject }) => subject.kind === 'twin');
  const outcome =
    problems.length === 0
      ? html`<p><span class="held"><b>every one is judged as declared</b></span></p>`
      : html`<section class="problems"><h2>${counted(problems.length, 'problem')}</h2><ul>${problems.map((problem) => html`<li>${ownText(problem)}</li>`)}</ul></section>`;
  const body = html`<header>
<h1>Proof of the suite</h1>
<style>.problems{border-left:3px solid var(--red);padding-left:.75rem}.problems h2{color:var(--red)}</style>
${outcome}
<p>${counted(defects.length, 'defect')} and ${counted(twins.length, 'twin')}, each with ${full ? 'every exchange' : 'the exchanges'} that can meet it, in ${seconds} s</p>
<p class="soft">A defect is a deliberate deviation of the reference service and must be caught by exactly the rules that it names; a twin is an equal way to write a correct response and must be caught by none. Those of clients deviate in requests, and a twin among them may show what the contract leaves open. A rule needs ${KILLERS} defects that it catches, a requirement on the server one that breaks it.</p>
</header>
<main>
${table(
  ours`Rules`,
  ours`killers`,
  rules.map((rule) => ruleRow(rule, judgements)),
)}${table(ours`Defects`, ours`caught by`, defects.map(subjectRow))}${table(ours`Twins`, ours`caught by`, twins.map(subjectRow))}</main>`;
  return wholePage(html`Proof of the suite`, body);
}

function table(title: Masked, last: Masked, rows: readonly Html[]): Html {
  return html`<section>
<h2>${title} <small class="soft">${rows.length}</small></h2>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="what">name</th><th role="columnheader" scope="col" class="state">count</th><th role="columnheader" scope="col">${last}</th></tr></thead>
<tbody role="rowgroup">
${rows}</tbody>
</table>
</section>
`;
}

function row(id: Masked, name: Html, count: Html, what: readonly Html[]): Html {
  return html`<tr role="row" id="${id}"><th role="rowheader" scope="row">${name}</th><td role="cell">${count}</td><td role="cell">${commaList(what)}</td></tr>
`;
}

/** A rule with the defects that it catches; too few are red. */
function ruleRow(rule: string, judgements: readonly SubjectJudgement[]): Html {
  const killers = killersOf(rule, judgements).map(
    ({ subject: { id } }) => html`<a href="#${ownText(id)}"><code>${ownText(id)}</code></a>`,
  );
  const mark = killers.length < KILLERS ? 'broken' : 'held';
  const count = html`<span class="${mark}"><b>${killers.length}</b></span>`;
  return row(ownText(rule), html`<code>${ownText(rule)}</code>`, count, killers);
}

/** A defect or a twin with the rules that caught it, and what is wrong with that. */
function subjectRow({ subject: { id, title }, trial, problems }: SubjectJudgement): Html {
  const fired = Object.entries(trial.fired);
  return row(
    ownText(id),
    html`<code>${ownText(id)}</code><p>${ownText(title)}</p>`,
    html`${counted(trial.exchanges, 'exchange')}`,
    [
      ...fired.map(([rule, ids]) => html`<code>${ownText(rule)}</code> in ${ids.length}`),
      ...problems.map((problem) => html`<span class="broken"><b>${ownText(problem)}</b></span>`),
    ],
  );
}
