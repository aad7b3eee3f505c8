import type { Masked } from '../../model/running/masked.ts';
import type { ResultValues, ValueState } from '../../model/running/results.ts';
import { ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import type { Exchanges } from './exchanges-section.ts';
import { codes, type Html, html, listed } from './html.ts';

/** The states of a class in words, with their colours; what is wrong is named. */
const shown = [
  ['broken', 'broken', 'failed'],
  ['refused', 'refused', 'observed'],
  ['held', 'held', 'passed'],
  ['notSent', 'not sent, or not told apart', 'soft'],
] as const satisfies readonly (readonly [state: ValueState, word: string, tone: string])[];

/** Which classes of values were sent in which parameter over which binding, and what became of them. */
export function valuesSection(
  values: ResultValues | undefined,
  { anchors }: Pick<Exchanges, 'anchors'>,
): Html | '' {
  if (!values) return '';
  const rows = groupedBy(values.fields, ({ operation, parameter }) => ours`${operation} ${parameter}`);
  const bindings = [...new Set(values.fields.map(({ binding }) => binding))];
  const cell = (field: ResultValues['fields'][number]) => {
    const link = (id: Masked, index: number) => {
      const anchor = anchors.get(field.brokenIn?.[index] ?? '');
      return anchor === undefined
        ? html`<code>${id}</code>`
        : html`<a href="#${anchor}"><code>${id}</code></a>`;
    };
    return shown.map(([state, word, tone]) => {
      const ids = field[state] ?? [];
      const named =
        state === 'broken' ? listed(ids.map(link)) : state === 'refused' ? codes(ids, ids.length) : '';
      return ids.length === 0
        ? html``
        : html`<p><span class="${tone}">${ids.length} ${word}</span> ${named}</p>`;
    });
  };
  const body = [...rows].map(
    ([name, fields]) =>
      html`<tr><th scope="row">${name}</th>${fields.map((field) => html`<td>${cell(field)}</td>`)}</tr>\n`,
  );
  const drawn =
    values.generated === undefined
      ? ''
      : html`<p>${values.generated} more exchanges were drawn: <code>--generate ${values.generated} --seed ${values.seed ?? 0}</code></p>\n`;
  return html`<section id="values">
<h2>Classes of values <small class="soft">${values.classes.length} of them, by parameter and binding</small></h2>
${drawn}<table>
<thead><tr><th scope="col">parameter</th>${bindings.map((binding) => html`<th scope="col">${binding}</th>`)}</tr></thead>
<tbody>
${body}</tbody>
</table>
</section>
`;
}
