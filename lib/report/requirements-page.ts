import type { Level } from '../model/contract.ts';
import type { Masked } from '../model/masked.ts';
import type { NotRun, RequirementState, ResultRequirement, Results } from '../model/results.ts';
import { caseLists } from './case-lists.ts';
import { type Html, html, htmlWriter, joined, type ToHtml } from './html.ts';
import { INSECURE } from './insecure.ts';
import { levelCounts, notRunByReason } from './not-run.ts';
import { breachesIn } from './requirement-breaches.ts';
import { requirementRow, stateText } from './requirement-row.ts';
import { wholePage } from './whole-page.ts';

/** The gravest first. */
const levels: readonly Level[] = ['must', 'should', 'gap'];
const states: readonly RequirementState[] = ['broken', 'untested', 'held', 'excluded'];

/**
 * The page of requirements of a run: those broken with what broke them, then all of them by section, each with what
 * tests it or why nothing does. One file without a script and without anything to load; every requirement has its
 * id as anchor.
 */
export function requirementsPage(results: Results): Masked {
  const toHtml = htmlWriter();
  const lists = caseLists(toHtml);
  const breaches = breachesIn(results.exchanges, toHtml);
  const { requirements } = results;
  const broken = levels.flatMap((level) =>
    requirements.filter((one) => one.state === 'broken' && one.level === level),
  );
  const sections = [...new Set(requirements.map(({ section }) => section))].sort();
  const top =
    broken.length === 0
      ? html``
      : section(
          html`broken`,
          html`Broken`,
          broken.map((one) => requirementRow(one, toHtml, lists, breaches(one))),
        );
  const bySection = sections.map((number) => {
    const own = requirements.filter((one) => one.section === number);
    const rows = own.map((one) =>
      one.state === 'broken' ? referenceRow(one, toHtml) : requirementRow(one, toHtml, lists),
    );
    return section(
      html`section-${toHtml(number)}`,
      html`§${toHtml(number)} <small class="soft">${counted(own)}</small>`,
      rows,
    );
  });
  const body = html`${header(results, sections, toHtml)}
<main>
${top}${notRunSection(results.notRun, toHtml)}${bySection}${lists.written()}</main>`;
  return wholePage(html`Requirements: ${toHtml(results.target.baseUrl)}`, body);
}

function header(results: Results, sections: readonly string[], toHtml: ToHtml): Html {
  const { suite, target, startedAt, outcome, gate, summary, requirements } = results;
  const links = sections.map((number) => html`<a href="#section-${toHtml(number)}">§${toHtml(number)}</a>`);
  return html`<header>
<h1>Requirements</h1>
<dl>
<dt>target</dt><dd>${toHtml(target.baseUrl)} (${toHtml(target.kind)}), namespace ${toHtml(target.namespace)}</dd>
${
  target.insecure
    ? html`<dt class="insecure">INSECURE</dt><dd class="insecure">${toHtml(INSECURE)}</dd>
`
    : html``
}<dt>run</dt><dd><time datetime="${toHtml(startedAt)}">${toHtml(startedAt)}</time>, ${toHtml(suite.name)} ${toHtml(suite.version)}</dd>
<dt>outcome</dt><dd>${toHtml(outcome)} (gate ${toHtml(gate)}), ${summary.planned} exchanges planned${summary.notRun === 0 ? html`` : html`, <a href="#not-run">${summary.notRun} not run</a>`}</dd>
<dt>requirements</dt><dd>${requirements.length}: ${counted(requirements)}</dd>
</dl>
<p class="soft">Held: a rule had its say on at least one exchange and found nothing. Untested: in this run none could. Verdicts count those exchanges; an exchange that failed may have failed at another requirement. Defects are deliberate deviations of the reference service that break it.</p>
<nav aria-label="Sections">${links}</nav>
</header>`;
}

/** What was asked for and not run: what only these exchanges could have tested is untested. */
function notRunSection(notRun: readonly NotRun[], toHtml: ToHtml): Html {
  if (notRun.length === 0) return html``;
  const reasons = notRunByReason(notRun).map(([reason, exchanges]) => {
    const names = exchanges.map(({ id }) => html`<code>${toHtml(id)}</code>`);
    return html`<details><summary>${exchanges.length} (${toHtml(levelCounts(exchanges))}): ${toHtml(reason)}</summary>${joined(names, ', ')}</details>\n`;
  });
  return html`<section id="not-run">\n<h2>Not run</h2>\n${reasons}</section>\n`;
}

function section(id: Html, title: Html, rows: readonly Html[]): Html {
  return html`<section id="${id}">
<h2>${title}</h2>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="what">requirement</th><th role="columnheader" scope="col" class="state">state</th><th role="columnheader" scope="col">shown by</th></tr></thead>
<tbody role="rowgroup">
${rows}</tbody>
</table>
</section>
`;
}

/** A requirement that stands on top already, in its section. */
function referenceRow({ id, text }: ResultRequirement, toHtml: ToHtml): Html {
  return html`<tr role="row"><th role="rowheader" scope="row"><a href="#${toHtml(id)}"><code>${toHtml(id)}</code></a><p>${toHtml(text)}</p></th><td role="cell">${stateText('broken')}</td><td role="cell">see <a href="#${toHtml(id)}">above</a></td></tr>
`;
}

function counted(requirements: readonly ResultRequirement[]): Html {
  const counts = states.map(
    (state) => [state, requirements.filter((one) => one.state === state).length] as const,
  );
  return joined(
    counts.filter(([, count]) => count > 0).map(([state, count]) => html`${count} ${stateText(state)}`),
    ', ',
  );
}
