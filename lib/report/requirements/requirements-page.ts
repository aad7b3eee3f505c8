import { levels } from '../../model/levels.ts';
import type { Requirement } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { NotRun, ResultRequirement, Results } from '../../model/running/results.ts';
import { sectionName } from '../../model/sections.ts';
import { INSECURE } from '../../results/insecure.ts';
import { stateWord } from '../../results/told/counts-text.ts';
import { levelCounts, notRunByReason } from '../../results/told/not-run.ts';
import { outcomeWithRemarks } from '../../results/told/remarks.ts';
import { caseLists } from './case-lists.ts';
import { type Html, html, htmlWriter, joined, type ToHtml } from './html.ts';
import { breachesIn } from './requirement-breaches.ts';
import { requirementRow, stateText } from './requirement-row.ts';
import { wholePage } from './whole-page.ts';

/** The gravest first. */
const words = ['broken', 'untested', 'held', 'left open by the contract', 'excluded'] as const;

/**
 * The page of requirements of a run: those broken with what broke them, then those of the server by section, each with
 * what tests it or why nothing does, then those of the suite's own requests, folded away. One file without a script and
 * without anything to load; every requirement has its id as anchor.
 */
export function requirementsPage(results: Results): Masked {
  const toHtml = htmlWriter();
  const lists = caseLists(toHtml);
  const breaches = breachesIn(results.exchanges, toHtml);
  const { requirements } = results;
  const broken = levels.flatMap((level) =>
    requirements.filter((one) => one.state === 'broken' && one.level === level),
  );
  const top =
    broken.length === 0
      ? html``
      : section(
          html`broken`,
          html`Broken`,
          broken.map((one) => requirementRow(one, toHtml, lists, breaches)),
        );
  const bySection = (own: readonly ResultRequirement[], prefix: Html) =>
    sectionsOf(own).map((number) => {
      const here = own.filter((one) => one.section === number);
      const rows = here.map((one) =>
        one.state === 'broken' ? referenceRow(one, toHtml) : requirementRow(one, toHtml, lists, breaches),
      );
      const title = html`${toHtml(sectionName(number))} <small class="soft">${counted(here, toHtml)}</small>`;
      return section(html`${prefix}-${toHtml(number)}`, title, rows);
    });
  const { server, client } = byPeer(requirements);
  const ours =
    client.length === 0
      ? html``
      : html`<details id="own-requests">
<summary><h2>The suite's own requests</h2> <span class="soft">${client.length}: ${counted(client, toHtml)}</span></summary>
${bySection(client, html`own`)}</details>
`;
  const body = html`${header(results, toHtml)}
<main>
${top}${notRunSection(results.notRun, toHtml)}${bySection(server, html`section`)}${ours}${lists.written()}</main>`;
  return wholePage(html`Requirements: ${toHtml(results.target.baseUrl)}`, body);
}

/** The requirements that bind the server, which is judged, and those that bind its client, which is the suite. */
function byPeer(
  requirements: readonly ResultRequirement[],
): Record<Requirement['binds'], ResultRequirement[]> {
  return {
    server: requirements.filter(({ binds }) => binds === 'server'),
    client: requirements.filter(({ binds }) => binds === 'client'),
  };
}

function sectionsOf(requirements: readonly ResultRequirement[]): readonly string[] {
  return [...new Set(requirements.map(({ section }) => section))].sort();
}

function header(results: Results, toHtml: ToHtml): Html {
  const { suite, target, startedAt, gate, summary, requirements } = results;
  const { server, client } = byPeer(requirements);
  const links = sectionsOf(server).map(
    (number) => html`<a href="#section-${toHtml(number)}">${toHtml(sectionName(number))}</a>`,
  );
  const ours =
    client.length === 0
      ? html``
      : html`; <a href="#own-requests">${client.length} of the suite's own requests</a>: ${counted(client, toHtml)}`;
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
<dt>outcome</dt><dd>${toHtml(outcomeWithRemarks(results))} (gate ${toHtml(gate)}), ${summary.planned} exchanges planned${summary.notRun === 0 ? html`` : html`, <a href="#not-run">${summary.notRun} not run</a>`}</dd>
<dt>requirements</dt><dd>${server.length} of the server: ${counted(server, toHtml)}${ours}</dd>
</dl>
<p class="soft">Held: a rule was evaluated on at least one exchange and found nothing. Untested: in this run none could be. Left open by the contract: it says "not shown", so no answer is wrong. Excluded: it cannot be seen on this interface. Affected: a finding points at it but breaks something narrower, or its case is of a weaker level. Verdicts count those exchanges; an exchange that failed may have failed at another requirement. Defects are deliberate deviations of the reference service that break it.</p>
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
function referenceRow(one: ResultRequirement, toHtml: ToHtml): Html {
  const { id, text } = one;
  return html`<tr role="row"><th role="rowheader" scope="row"><a href="#${toHtml(id)}"><code>${toHtml(id)}</code></a><p>${toHtml(text)}</p></th><td role="cell">${stateText(one, toHtml)}</td><td role="cell">see <a href="#${toHtml(id)}">above</a></td></tr>
`;
}

function counted(requirements: readonly ResultRequirement[], toHtml: ToHtml): Html {
  const told = words.flatMap((word) => {
    const own = requirements.filter((one) => stateWord(one) === word);
    return own[0] ? [html`${own.length} ${stateText(own[0], toHtml)}`] : [];
  });
  return joined(told, ', ');
}
