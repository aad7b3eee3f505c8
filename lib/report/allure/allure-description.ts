import { adviceFor } from '../../findings/advice.ts';
import type { Sections } from '../../findings/finding-text.ts';
import { citedSections, stepText } from '../../findings/finding-text.ts';
import { meaningOf } from '../../findings/meaning.ts';
import { sentenceOf } from '../../findings/wording.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ExchangeRecord, RecordedFinding, RecordedKnown } from '../../model/running/results.ts';
import { type Html, html, htmlWriter, type ToHtml } from '../requirements/html.ts';
import type { AllureContext } from './allure-steps.ts';

/**
 * HTML: what the case says and where it stands, what was expected beside what was there, and how to repeat it. The words
 * of a case are masked, for its user may have written them.
 */
export function allureDescription(
  { id, title, because, source }: Exchange,
  record: ExchangeRecord,
  { sections, mask }: Pick<AllureContext, 'sections' | 'mask'>,
): Html {
  const { repeat, verdict, known = [], note, findings } = record;
  const toHtml = htmlWriter();
  const level = because === undefined ? html`` : html`<p>Level: ${toHtml(mask(because))}</p>`;
  const told = note === undefined ? html`` : html`<p><b>${toHtml(note)}</b></p>`;
  const listed = verdict === 'known-failure' ? known.map((one) => knownText(one, toHtml)) : [];
  const found = findings.map((finding) => findingHtml(finding, record, sections, toHtml));
  const again =
    repeat === null
      ? html`<p>Its request as a command: <code>postsms-conformance show ${toHtml(id)} --curl</code></p>`
      : html`<p>Repeat with</p><pre style="white-space: pre-wrap; overflow-wrap: anywhere"><code>${toHtml(repeat)}</code></pre>`;
  return html`<p>${toHtml(mask(title))}</p>${level}<p>Declared in <code>${toHtml(mask(source.file))}:${source.line}</code></p>${told}${listed}${found}${again}`;
}

function knownText({ rules, reason, owner, link, expires, place }: RecordedKnown, toHtml: ToHtml): Html {
  const whose = [owner, link, place].filter((text) => text !== undefined).join(', ');
  return html`<p>Known to break ${toHtml(rules.join(', '))} until ${toHtml(expires)}: ${toHtml(reason)} (${toHtml(whose)})</p>`;
}

/** Allure keeps the cells of a table on one line, which cuts what is long. */
const WRAPPED = html`white-space: normal; overflow-wrap: anywhere; vertical-align: top`;
const WHOLE_WIDTH = html`display: table; table-layout: fixed; width: 100%`;

function findingHtml(
  finding: RecordedFinding,
  { steps }: ExchangeRecord,
  sections: Sections,
  toHtml: ToHtml,
): Html {
  const { rule, level, path, expected, actual, more } = finding;
  const meaning = meaningOf(finding);
  const advice = adviceFor(finding);
  const law = citedSections(finding, sections);
  const others = more > 0 ? html` and ${more} more like it` : html``;
  const cell = (text: string) => html`<td style="${WRAPPED}"><code>${toHtml(text)}</code></td>`;
  return html`<h3>${toHtml(rule)}, ${toHtml(level)}</h3><p>${toHtml(sentenceOf(finding))}${law === '' ? html`` : html` (${toHtml(law)})`}</p>
<p style="${WRAPPED}">at ${toHtml(stepText(finding, steps))}<code>${toHtml(path)}</code>${others}</p>
<table style="${WHOLE_WIDTH}"><thead><tr><th>expected</th><th>actual</th></tr></thead><tbody><tr>${cell(expected)}${cell(actual)}</tr></tbody></table>
${meaning === undefined ? html`` : html`<p>Meaning: ${toHtml(meaning)}</p>`}${advice === undefined ? html`` : html`<p>To do: ${toHtml(advice)}</p>`}`;
}
