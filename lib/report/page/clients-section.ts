import { callText } from '../../findings/run/facts.ts';
import { allBindings } from '../../model/contract.ts';
import type { ResultDialect, Results } from '../../model/running/results.ts';
import { groupedBy } from '../../text/add-to.ts';
import { type Anchors, exchangeLink } from './exchanges-section.ts';
import { type Html, html } from './html.ts';

/** Writes a row for each client, with what became of its calls over each binding. */
export function clientsSection({ dialects = [] }: Results, anchors: Anchors): Html | '' {
  if (dialects.length === 0) return '';
  const cell = (dialect: ResultDialect | undefined) => {
    if (!dialect) return html`<td></td>`;
    if (dialect.state === 'served') return html`<td><span class="passed">served</span></td>`;
    const tone = dialect.breaks ? 'observed' : 'failed';
    const why = dialect.because === undefined ? '' : html`<p>because of <code>${dialect.because}</code></p>`;
    const breaks = dialect.breaks ? html`<p class="soft">its request breaks the contract</p>` : '';
    const link = exchangeLink(dialect.exchange, anchors, dialect.exchange);
    return html`<td><p class="${tone}">${callText(dialect)}</p>${why}${breaks}<p>${link}</p></td>`;
  };
  const rows = [...groupedBy(dialects, ({ client }) => client).values()].map((each) => {
    const cells = allBindings.map((id) => cell(each.find(({ binding }) => binding === id)));
    return html`<tr><th scope="row">${each[0].name}</th>${cells}</tr>\n`;
  });
  return html`<section id="clients">
<h2>Clients <small class="soft">whether the clients of such services can call it, each in its own way of writing requests</small></h2>
<table>
<thead><tr><th scope="col">client</th>${allBindings.map((id) => html`<th scope="col">${id}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>
`;
}
