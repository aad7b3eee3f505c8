import { type Html, html } from '../report/requirements/html.ts';
import { type Judgement, killersOf } from './matrix.ts';

/** Rules down, defects across; it scrolls in a box of its own, which the keyboard reaches, with its heads in sight. */
export function grid(rules: readonly string[], defects: readonly Judgement[]): Html {
  const heads = defects.map(
    ({ subject: { id, title } }) =>
      html`<th scope="col" title="${`${id}: ${title}`}"><a href="#${id}">${id}</a></th>`,
  );
  const rows = rules.map((rule) => {
    const killers = killersOf(rule, defects).length;
    const cells = defects.map((defect) => cell(rule, defect));
    return html`<tr><th scope="row">${rule}</th><td>${killers}</td>${cells}</tr>\n`;
  });
  return html`<p class="soft">● tripped as declared; − declared, did not fire; + fired, not declared</p>
<div class="box" role="region" aria-label="Rules down, defects across" tabindex="0"><table class="grid"><thead><tr><th scope="col">rule</th><th scope="col">killers</th>${heads}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;
}

/** What a cell says: caught as declared, missed, or fired without being declared. */
function cell(rule: string, { subject, missed, extra }: Judgement): Html {
  if (missed.includes(rule)) return html`<td class="broken">−</td>`;
  if (extra.includes(rule)) return html`<td class="broken">+</td>`;
  return subject.rules.includes(rule) ? html`<td class="held">●</td>` : html`<td></td>`;
}
