import { stateWord } from '../../findings/run/facts.ts';
import { byLevel, sectionName } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { FindingReference, ResultRequirement, Results } from '../../model/running/results.ts';
import { ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { entriesOf } from '../../text/defined.ts';
import type { Causes } from './causes-section.ts';
import { codes, commaList, type Html, html } from './html.ts';

/** Names of one kind that are listed; results.json has them all. */
const MOST_NAMED = 12;

/** The states of requirements, the gravest first. */
export const stateWords = ['broken', 'untested', 'held', 'left open by the contract', 'excluded'] as const;

/** Writes the requirements by section, first those of the server, or those of clients if clients were judged. */
export function requirementsSections(results: Results, causes: Causes) {
  const { requirements, clients, observations = [] } = results;
  const row = requirementRow(results, causes, new Set(observations.map(({ requirement }) => requirement)));
  const table = (number: Masked, inSection: readonly ResultRequirement[], prefix: Masked) => {
    const isOpen = inSection.some(({ state }) => state === 'broken') ? html` open=""` : '';
    const gravestFirst = inSection.toSorted((a, b) => rankOf(a) - rankOf(b) || byLevel(a.level, b.level));
    return html`<details id="${prefix}-${number}" class="group"${isOpen}>
<summary><h3>${sectionName(number)}</h3> <span class="soft">${stateCounts(inSection)}</span></summary>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="what">requirement</th><th role="columnheader" scope="col" class="state">state</th><th role="columnheader" scope="col">shown by</th></tr></thead>
<tbody role="rowgroup">
${gravestFirst.map(row)}</tbody>
</table>
</details>
`;
  };
  const part = (id: Masked, title: Masked, side: ResultRequirement['binds'], prefix: Masked) => {
    const bound = requirements.filter(({ binds }) => binds === side);
    const sections = [...groupedBy(bound, ({ section }) => section)].sort(([a], [b]) => (a < b ? -1 : 1));
    const links = sections.map(([number]) => html`<a href="#${prefix}-${number}">§${number}</a>`);
    const tables = sections.map(([number, all]) => table(number, all, prefix));
    const section = html`<section id="${id}">\n<h2>${title} <small class="soft">${bound.length}: ${stateCounts(bound)}</small></h2>\n<nav aria-label="${title} by section">${links}</nav>\n${tables}${side === 'server' ? legend : ''}</section>\n`;
    return [id, title, bound.length === 0 ? '' : section] as const;
  };
  const server = part(ours`requirements`, ours`Requirements`, 'server', ours`section`);
  const ofClient = clients ? ours`Requests of clients` : ours`The suite's own requests`;
  const client = part(ours`own-requests`, ofClient, 'client', ours`own`);
  return clients ? [client, server] : [server, client];
}

const legend = html`<p class="soft">Held: a rule was evaluated on at least one exchange and found nothing. Untested: in this run none could be. Left open by the contract: it says "not shown", so no answer is wrong. Excluded: it cannot be seen on this interface. Affected: a finding points at it but breaks something narrower, or its case is of a weaker level. Verdicts count those exchanges; an exchange that failed may have failed at another requirement. Defects are deliberate deviations of the reference service that break it.</p>\n`;

function rankOf(requirement: ResultRequirement): number {
  return stateWords.indexOf(stateWord(requirement));
}

function stateCounts(requirements: readonly ResultRequirement[]): Html {
  const shown = stateWords.flatMap((word) => {
    const inState = requirements.filter((requirement) => stateWord(requirement) === word);
    return inState[0] ? [html`${inState.length} ${stateText(inState[0])}`] : [];
  });
  return commaList(shown);
}

function stateText(requirement: Pick<ResultRequirement, 'state' | 'level'>): Html {
  return html`<span class="${requirement.state}"><b>${stateWord(requirement)}</b></span>`;
}

/** Writes a requirement as a row with its id as anchor, which leads to the causes that break or affect it. */
function requirementRow({ exchanges }: Results, causes: Causes, seen: ReadonlySet<string>) {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const found = (what: 'broken' | 'affected', references: readonly FindingReference[]) => {
    if (references.length === 0) return '';
    const findings = references.flatMap(
      ({ exchange, finding }) => byId.get(exchange)?.findings[finding] ?? [],
    );
    return html`<p>${what} by ${causes.linksOf(findings)} <span class="soft">(${counted(references.length, 'finding')})</span></p>`;
  };
  return (requirement: ResultRequirement): Html => {
    const { id, level, text, brokenBy, affectedBy = [], excluded, rules, cases, defects } = requirement;
    const proof = [namesHtml('rule', rules), namesHtml('case', cases), namesHtml('defect', defects)];
    const shownBy =
      excluded === undefined
        ? html`<details><summary>${counted(rules.length, 'rule')}, ${counted(cases.length, 'case')}, ${counted(defects.length, 'defect')}</summary>${proof}</details>`
        : html`<p>${level === 'gap' ? '' : html`not tested: `}${excluded}</p>${defects.length === 0 ? '' : namesHtml('defect', defects)}`;
    const silent = seen.has(id) ? html`<p><a href="#seen">seen in this run</a></p>` : '';
    return html`<tr role="row" id="${id}" class="item" data-state="${stateWord(requirement)}"><th role="rowheader" scope="row"><code>${id}</code><p>${text}</p><p class="soft">${level}, binds the ${requirement.binds}</p></th><td role="cell">${stateText(requirement)}${exchangesText(requirement)}</td><td role="cell">${found('broken', brokenBy)}${found('affected', affectedBy)}${silent}${shownBy}</td></tr>
`;
  };
}

function exchangesText({ exchanges, verdicts, excluded }: ResultRequirement): Html | '' {
  if (excluded !== undefined) return '';
  const counts = entriesOf(verdicts).map(([verdict, count]) => html`${count} ${verdict}`);
  return html`<p>${counted(exchanges, 'exchange')}${counts.length > 0 ? html`: ${commaList(counts)}` : ''}</p>`;
}

function namesHtml(what: 'rule' | 'case' | 'defect', names: readonly Masked[]): Html {
  if (names.length === 0) return html`<p class="soft">no ${what}</p>`;
  return html`<p><span class="soft">${names.length === 1 ? what : `${what}s`}</span> ${codes(names, MOST_NAMED)}</p>`;
}
