import type { ResultRequirement } from '../../model/running/results.ts';
import { sectionName } from '../../model/sections.ts';
import { stateWord } from '../../results/told/counts-text.ts';
import type { CaseLists } from './case-lists.ts';
import { type Html, html, joined, type ToHtml } from './html.ts';
import type { Breaches } from './requirement-breaches.ts';

/** Names that are written out; more of them wait behind their number. */
const MOST_IN_SIGHT = 3;

/** The state of a requirement; the class is its colour. */
export function stateText(one: Pick<ResultRequirement, 'state' | 'level'>, toHtml: ToHtml): Html {
  return html`<span class="${toHtml(one.state)}"><b>${toHtml(stateWord(one))}</b></span>`;
}

/** A requirement as a row with its id as anchor; `breaches` writes what broke or affects it. */
export function requirementRow(
  one: ResultRequirement,
  toHtml: ToHtml,
  lists: CaseLists,
  breaches: Breaches,
): Html {
  const { id, section, level, binds, text, brokenBy, affectedBy = [] } = one;
  const broken = breaches(brokenBy);
  const affected =
    affectedBy.length === 0
      ? html``
      : html`<details><summary>affected by ${affectedBy.length} finding${affectedBy.length === 1 ? html`` : html`s`}</summary>${breaches(affectedBy)}</details>`;
  const shownBy =
    one.excluded === undefined
      ? evidence(one, toHtml, lists)
      : html`<p>${level === 'gap' ? html`` : html`not tested: `}${toHtml(one.excluded)}</p>${one.defects.length === 0 ? html`` : named('defect', one.defects, toHtml)}`;
  return html`<tr role="row" id="${toHtml(id)}"><th role="rowheader" scope="row"><code>${toHtml(id)}</code><p>${toHtml(text)}</p><p class="soft">${toHtml(sectionName(section))}, ${toHtml(level)}, binds the ${toHtml(binds)}</p></th><td role="cell">${stateText(one, toHtml)}${exchangesText(one, toHtml)}</td><td role="cell">${broken}${affected}${shownBy}</td></tr>
`;
}

/** How many exchanges it was judged in, by verdict. */
function exchangesText({ exchanges, verdicts, excluded }: ResultRequirement, toHtml: ToHtml): Html {
  if (excluded !== undefined) return html``;
  const counts = Object.entries(verdicts).map(([verdict, count]) => html`${count} ${toHtml(verdict)}`);
  const total = html`${exchanges} exchange${exchanges === 1 ? html`` : html`s`}`;
  return html`<p>${total}${counts.length > 0 ? html`: ${joined(counts, ', ')}` : html``}</p>`;
}

function evidence({ rules, cases, defects }: ResultRequirement, toHtml: ToHtml, lists: CaseLists): Html {
  const judgedIn = cases.length === 0 ? html`<p class="soft">no cases</p>` : lists.link(cases);
  return html`${named('rule', rules, toHtml)}${judgedIn}${named('defect', defects, toHtml)}`;
}

/** Names of one kind with their number. */
function named(what: 'rule' | 'defect', names: readonly string[], toHtml: ToHtml): Html {
  const kind = toHtml(names.length === 1 ? what : `${what}s`);
  if (names.length === 0) return html`<p class="soft">no ${kind}</p>`;
  const written = names.map((name) => html`<code>${toHtml(name)}</code>`);
  if (names.length <= MOST_IN_SIGHT) {
    return html`<p><span class="soft">${kind}</span> ${joined(written, ', ')}</p>`;
  }
  return html`<details><summary>${names.length} ${kind}</summary>${joined(written, ', ')}</details>`;
}
