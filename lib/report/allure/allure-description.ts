import { adviceFor } from '../../findings/advice.ts';
import type { Sections } from '../../findings/finding-text.ts';
import { citedSections, stepText } from '../../findings/finding-text.ts';
import { meaningOf } from '../../findings/meaning.ts';
import { sentenceOf } from '../../findings/wording.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ExchangeRecord, RecordedKnown, ResultFinding } from '../../model/running/results.ts';
import { type Html, html } from '../requirements/html.ts';
import type { AllureContext } from './allure-steps.ts';

/**
 * HTML: what the case says and where it stands, what was expected beside what was there, and how to repeat it. The words
 * of a case are masked, for its user may have written them.
 */
export function allureDescription(
  { id, title, because, source }: Exchange,
  record: ExchangeRecord,
  { sections, mask }: Pick<AllureContext, 'sections' | 'mask'>,
): string {
  const { repeat, verdict, known = [], note, findings } = record;
  const level = because === undefined ? '' : html`<p>Level: ${mask(because)}</p>`;
  const told = note === undefined ? '' : html`<p><b>${note}</b></p>`;
  const listed = verdict === 'known-failure' ? known.map(knownText) : [];
  const found = findings.map((finding) => findingHtml(finding, record, sections));
  const again =
    repeat === null
      ? html`<p>Its request as a command: <code>postsms-conformance show ${id} --curl</code></p>`
      : html`<p>Repeat with</p><pre style="white-space: pre-wrap; overflow-wrap: anywhere"><code>${repeat}</code></pre>`;
  return html`<p>${mask(title)}</p>${level}<p>Declared in <code>${mask(source.file)}:${source.line}</code></p>${told}${listed}${found}${again}`
    .html;
}

function knownText({ rules, reason, owner, link, expires, place }: RecordedKnown): Html {
  const whose = [owner, link, place].filter((text) => text !== undefined).join(', ');
  return html`<p>Known to break ${rules.join(', ')} until ${expires}: ${reason} (${whose})</p>`;
}

/** Allure keeps the cells of a table on one line, which cuts what is long. */
const WRAPPED = 'white-space: normal; overflow-wrap: anywhere; vertical-align: top';
const WHOLE_WIDTH = 'display: table; table-layout: fixed; width: 100%';

function findingHtml(finding: ResultFinding, { steps }: ExchangeRecord, sections: Sections): Html {
  const { rule, level, path, expected, actual, more } = finding;
  const meaning = meaningOf(finding);
  const advice = adviceFor(finding);
  const law = citedSections(finding, sections);
  const others = more > 0 ? html` and ${more} more like it` : '';
  const cell = (text: string) => html`<td style="${WRAPPED}"><code>${text}</code></td>`;
  return html`<h3>${rule}, ${level}</h3><p>${sentenceOf(finding)}${law === '' ? '' : html` (${law})`}</p>
<p style="${WRAPPED}">at ${stepText(finding, steps)}<code>${path}</code>${others}</p>
<table style="${WHOLE_WIDTH}"><thead><tr><th>expected</th><th>actual</th></tr></thead><tbody><tr>${cell(expected)}${cell(actual)}</tr></tbody></table>
${meaning === undefined ? '' : html`<p>Meaning: ${meaning}</p>`}${advice === undefined ? '' : html`<p>To do: ${advice}</p>`}`;
}
