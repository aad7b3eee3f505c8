import type { Exchange } from '../model/exchange.ts';
import type { ExchangeRecord, RecordedFinding, RecordedKnown } from '../model/results.ts';
import { adviceFor } from './advice.ts';
import type { AllureContext } from './allure-steps.ts';
import type { Sections } from './finding-text.ts';
import { citedSections, stepText } from './finding-text.ts';
import { type Html, html, htmlWriter, type ToHtml } from './html.ts';
import { meaningOf } from './meaning.ts';
import { sentenceOf } from './wording.ts';

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
      : html`<p>Repeat with</p><pre style="white-space: pre-wrap"><code>${toHtml(repeat)}</code></pre>`;
  return html`<p>${toHtml(mask(title))}</p>${level}<p>Declared in <code>${toHtml(mask(source.file))}:${source.line}</code></p>${told}${listed}${found}${again}`;
}

function knownText({ rules, reason, owner, link, expires, place }: RecordedKnown, toHtml: ToHtml): Html {
  const whose = [owner, link, place].filter((text) => text !== undefined).join(', ');
  return html`<p>Known to break ${toHtml(rules.join(', '))} until ${toHtml(expires)}: ${toHtml(reason)} (${toHtml(whose)})</p>`;
}

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
  return html`<h3>${toHtml(rule)}, ${toHtml(level)} ${toHtml(law)}</h3><p>${toHtml(sentenceOf(finding))}</p>
<p>at ${toHtml(stepText(finding, steps))}<code>${toHtml(path)}</code>${others}</p>
<table><thead><tr><th>expected</th><th>actual</th></tr></thead><tbody><tr><td><code>${toHtml(expected)}</code></td><td><code>${toHtml(actual)}</code></td></tr></tbody></table>
${meaning === undefined ? html`` : html`<p>Meaning: ${toHtml(meaning)}</p>`}${advice === undefined ? html`` : html`<p>To do: ${toHtml(advice)}</p>`}`;
}
