import { type Html, html, joined, wholePage } from '../report/requirements/html.ts';
import { counted } from '../text/counted.ts';
import { type Judgement, KILLERS, killersOf, type Matrix } from './matrix.ts';

export interface ProofSummary {
  readonly full: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
  readonly rules: readonly string[];
}

/** The matrix for other tools: what was declared, what fired where, and what is wrong. */
export function proofJson({ judgements, weakRules, unbroken }: Matrix, summary: ProofSummary): object {
  const { rules: _, ...said } = summary;
  const tried = judgements.map(({ subject, trial, missed, extra }) => ({
    ...subject,
    ...trial,
    missed,
    extra,
  }));
  return { ...said, weakRules, unbroken: unbroken.map(({ id }) => id), subjects: tried };
}

/** Killers of a rule that are written out; more of them wait behind their number. */
const MOST_IN_SIGHT = 3;

/**
 * The kill matrix for a person: what is wrong in red on top, then every rule with the defects that trip it, and every
 * defect and twin with what it tripped.
 */
export function proofPage({ judgements, unbroken }: Matrix, summary: ProofSummary): string {
  const { full, seconds, problems, rules } = summary;
  const defects = judgements.filter(({ subject }) => subject.kind === 'defect');
  const twins = judgements.filter(({ subject }) => subject.kind === 'twin');
  const outcome =
    problems.length === 0
      ? html`<span class="held"><b>every one is judged as declared</b></span>`
      : html`<span class="broken"><b>${counted(problems.length, 'problem')}</b></span>`;
  const body = html`<header>
<h1>Proof of the suite</h1>
<dl>
<dt>outcome</dt><dd>${outcome}</dd>
<dt>tried</dt><dd>${counted(defects.length, 'defect')} and ${counted(twins.length, 'twin')}, each with ${full ? 'every exchange' : 'the exchanges'} that can meet it, in ${seconds} s</dd>
<dt>rules</dt><dd>${rules.length}</dd>
</dl>
<p class="soft">A defect is a deliberate deviation of the reference service and must trip exactly the rules that it names; a twin is an equal way to write a correct response and must trip none. Those of clients deviate in requests, and a twin among them may show what the contract leaves open. A rule needs ${KILLERS} defects that trip it, a requirement on the server one that breaks it.</p>
<nav aria-label="Sections"><a href="#rules">Rules</a><a href="#defects">Defects</a><a href="#twins">Twins</a></nav>
</header>
<main>
${wrong(
  'Requirements that no defect breaks',
  unbroken.map(({ id, text }) => html`<code>${id}</code> ${text}`),
)}${wrong(
  'Problems',
  problems.map((problem) => html`${problem}`),
)}${section('rules', 'Rules', 'killers', ruleRows(rules, defects))}${section('defects', 'Defects', 'tripped', defects.map(subjectRow))}${section('twins', 'Twins', 'tripped', twins.map(subjectRow))}</main>`;
  return wholePage(html`Proof of the suite`, body);
}

function wrong(title: string, items: readonly Html[]): Html {
  if (items.length === 0) return html``;
  const list = items.map((item) => html`<li>${item}</li>`);
  return html`<section class="problems"><h2>${title}</h2><ul>${list}</ul></section>\n`;
}

function section(id: string, title: string, last: string, rows: readonly Html[]): Html {
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
    const mark = killers.length < KILLERS ? 'broken' : 'held';
    const names = joined(killers, ', ');
    const list =
      killers.length <= MOST_IN_SIGHT
        ? names
        : html`<details><summary>their names</summary>${names}</details>`;
    return html`<tr role="row"><th role="rowheader" scope="row"><code>${rule}</code></th><td role="cell"><span class="${mark}"><b>${killers.length}</b></span> killer${killers.length === 1 ? '' : 's'}</td><td role="cell">${list}</td></tr>
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
      : html`<p class="soft">breaks ${counted(trial.broken.length, 'requirement')}</p>`;
  return html`<tr role="row" id="${subject.id}"><th role="rowheader" scope="row"><code>${subject.id}</code><p>${subject.title}</p></th><td role="cell">${counted(trial.exchanges, 'exchange')}</td><td role="cell">${all.length === 0 ? html`<span class="soft">no rule</span>` : joined(all, ', ')}${breaks}</td></tr>
`;
}
