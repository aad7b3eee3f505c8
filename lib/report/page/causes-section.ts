import { adviceFor, citedSections, type Sections, sectionsOf } from '../../findings/finding-text.ts';
import { blocksText, commandText, headline, rootText, whereText } from '../../findings/run/blocks.ts';
import { suiteCommand } from '../../findings/suite-command.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultEvidence, ResultExchange, ResultFinding, Results } from '../../model/running/results.ts';
import { type Cause, type Lead, reportedCauses } from '../../results/causes.ts';
import { isRed } from '../../results/verdict-counts.ts';
import { ours } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { type Anchors, exchangeLink, tones } from './exchanges-section.ts';
import { commaList, type Html, html, printedLines, sizeOf } from './html.ts';

/** Exchanges of a cause whose messages are shown, exchanges that are named, and requirements. */
const MOST_SHOWN = 3;
const MOST_NAMED = 50;
const MOST_REQUIREMENTS = 4;
/** Causes that are not folded. */
const MOST_OPEN = 25;
const MOST_ON_TOP = 5;
/** Causes that a requirement or an exchange leads to. */
const MOST_LINKS = 8;

/** The causes of a run, the number of each, and links to the causes of findings and of an exchange. */
export type Causes = ReturnType<typeof causesIn>;

export function causesIn(results: Results) {
  const { leads, others } = reportedCauses(results);
  const all = [...leads.flatMap((lead) => lead.causes), ...others];
  const numbers = new Map(all.map((cause, index) => [cause, index + 1]));
  const causeOf = new Map(all.flatMap((cause) => [...cause.explains].map((explained) => [explained, cause])));
  const link = (cause: Cause, text: Masked) => {
    const number = numbers.get(cause);
    return html`<a href="#cause-${number ?? 0}">#${number ?? 0} ${text}</a>`;
  };
  const linksOf = (findings: readonly ResultFinding[]) => {
    const found = new Set(findings.flatMap((finding) => causeOf.get(finding) ?? []));
    const links = [...found].map((cause) => link(cause, cause.found[0]?.finding.rule ?? ours``));
    return commaList(links, MOST_LINKS);
  };
  const ofExchange = (exchange: ResultExchange) => {
    const noted = causeOf.get(exchange);
    return html`${noted ? html`${link(noted, ours`why`)} ` : ''}${linksOf(exchange.findings)}`;
  };
  return { leads, others, numbers, linksOf, ofExchange };
}

/** Names a cause, or what explains several, and where it holds. */
export function leadText({ root, causes: [leading] }: Lead): Masked {
  return ours`${root ? printable(root.message) : headline(leading.example)} (${whereText(root ?? leading)})`;
}

/** Returns the word for what a cause does to a run: a warning that fails it is a failure. */
export const effectOf = (verdict: Verdict, { gate }: Pick<Results, 'gate'>): Verdict =>
  verdict === 'warned' && isRed(verdict, gate) ? 'failed' : verdict;

/** Lists causes by name, with links; the page shows them whole below. */
export function namedCauses(leads: readonly Lead[], { numbers }: Causes, results: Results): Html | '' {
  if (leads.length === 0) return '';
  const lines = leads.slice(0, MOST_ON_TOP).map((lead) => {
    const number = numbers.get(lead.causes[0]) ?? 0;
    return html`<li class="${tones[effectOf(lead.verdict, results)]}"><a href="#cause-${number}">${leadText(lead)}</a></li>\n`;
  });
  const left = leads.length - lines.length;
  const more = html`<li><a href="#causes">and ${counted(left, 'more cause')}</a></li>\n`;
  return html`<ul class="top">\n${lines}${left === 0 ? '' : more}</ul>\n`;
}

/** Writes the causes with their evidence, as many as fit into `room` bytes. */
export function causesSection(results: Results, causes: Causes, anchors: Anchors, room: number): Html {
  const { leads, others } = causes;
  const written = cardWriter(results, causes, anchors);
  let left = room;
  // Messages of so many exchanges had room so far; to try more again would take long on a large page.
  let most = MOST_SHOWN;
  let missing = 0;
  const card = (cause: Cause): Html => {
    for (; most >= 0; most -= 1) {
      const cardHtml = written(cause, most);
      if (sizeOf(cardHtml) > left) continue;
      left -= sizeOf(cardHtml);
      return cardHtml;
    }
    missing += 1;
    return html``;
  };
  const shown = leads.map((lead) => leadHtml(lead, card));
  const count = leads.reduce((sum, lead) => sum + lead.causes.length, 0);
  const more = shown.slice(MOST_OPEN);
  const last = others.map(card);
  const none = count === 0 ? html`<p class="good">Nothing failed, and nothing was warned of.</p>` : '';
  const rest = ours`${counted(missing, 'more cause')}: results.json has them all.`;
  return html`<section id="causes">
<h2>Causes <small class="soft">${count}</small></h2>
${none}${shown.slice(0, MOST_OPEN)}${folded(counted(more.length, 'more cause'), more)}${folded(ours`What is known to fail, or left open by the contract`, last)}${missing === 0 ? '' : html`<p>There is no room for ${rest}</p>`}</section>
`;
}

function folded(summary: Masked, cards: readonly Html[]): Html {
  if (cards.length === 0) return html``;
  return html`<details class="group"><summary>${summary}</summary>\n${cards}</details>\n`;
}

/** Writes a cause; of several causes of one root, the leading one, with the rest folded. */
function leadHtml({ root, causes: [leading, ...rest] }: Lead, card: (cause: Cause) => Html): Html {
  if (!root) return card(leading);
  const isTitle = printable(root.message) === headline(leading.example);
  const shared = ours`${counted(root.findings, 'finding has', 'findings have')} one explanation`;
  return html`<div class="root group"><h3>${isTitle ? shared : rootText(root)}</h3>
${card(leading)}${folded(ours`${counted(rest.length, 'more cause')} from it`, rest.map(card))}</div>
`;
}

/** Writes a cause with the messages of at most so many exchanges. */
function cardWriter(results: Results, { numbers }: Causes, anchors: Anchors) {
  const sections = sectionsOf(results.requirements);
  return (cause: Cause, most: number): Html => {
    const { example, exchanges, blocks } = cause;
    const { verdict, note, findings } = example;
    const [finding] = findings;
    const number = numbers.get(cause) ?? 0;
    const effect = effectOf(verdict, results);
    const shown = exchanges.filter((exchange) => shownEvidence(exchange, cause) !== undefined);
    const evidence = shown.slice(0, most).map((exchange) => evidenceHtml(exchange, cause, results, anchors));
    const alone = evidence.length === 0 ? commandsHtml(example, results) : '';
    const hidden = most < MOST_SHOWN && shown.length > evidence.length;
    const blocked = blocks.length === 0 ? '' : ours`; blocks ${blocksText(blocks)}`;
    const named = exchanges.slice(0, MOST_NAMED).map(({ id }) => html`<li>${exchangeLink(id, anchors)}</li>`);
    const unnamed = exchanges.length - named.length;
    return html`<article id="cause-${number}" class="cause item ${tones[effect]}" data-state="${verdict}">
<h3><span class="soft">#${number}</span> <span class="verdict">${effect}</span> ${headline(example)}</h3>
<p class="soft">${counted(exchanges.length, 'exchange')} (${whereText(cause)})${blocked}${finding ? findingHead(finding, sections) : ''}</p>
${finding ? findingFacts(finding, adviceFor(finding)) : ''}${note === undefined ? '' : html`<p>${printedLines(note)}</p>`}
${evidence}${alone}${hidden ? html`<p class="soft">There is no room for more messages here: results.json has them.</p>` : ''}<details><summary>${counted(exchanges.length, 'exchange')}</summary><ul>${named}</ul>${unnamed === 0 ? '' : html`<p>and ${unnamed} more in results.json</p>`}</details></article>
`;
  };
}

function findingHead(finding: ResultFinding, sections: Sections): Html {
  const { rule, level, requirements, affected = [] } = finding;
  const about = requirements.length > 0 ? requirements : affected;
  if (about.length === 0) return html`; <code>${rule}</code> ${level}`;
  const links = about.map((id) => html`<a href="#${id}">${id}</a>`);
  const breaks = requirements.length > 0 ? 'breaks' : 'affects';
  return html`; <code>${rule}</code> ${level}; ${breaks} ${commaList(links, MOST_REQUIREMENTS)} (${citedSections(finding, sections)})`;
}

/** Writes the place of a finding, the expected and actual values, their meaning, and the advice. */
function findingFacts(finding: ResultFinding, advice?: Masked): Html {
  const { path, more, expected, actual, meaning, smallest } = finding;
  const moreText = more > 0 ? html` and ${more} more like it` : '';
  const row = (name: Masked, text: Masked | undefined) =>
    text === undefined ? '' : html`<dt>${name}</dt><dd>${text}</dd>`;
  return html`<dl>${row(ours`expected`, expected)}${row(ours`actual`, actual)}${row(ours`meaning`, meaning)}${row(ours`smallest`, smallest)}${row(ours`to do`, advice)}<dt>at</dt><dd><code>${path}</code>${moreText}</dd></dl>`;
}

function shownEvidence(exchange: ResultExchange, { explains }: Cause): ResultEvidence | undefined {
  const found = exchange.findings.filter((finding) => explains.has(finding));
  const isShown = (step: number) => explains.has(exchange) || found.some((finding) => finding.step === step);
  return exchange.evidence?.find(({ step }) => isShown(step));
}

function evidenceHtml(exchange: ResultExchange, cause: Cause, results: Results, anchors: Anchors): Html {
  const evidence = shownEvidence(exchange, cause);
  if (!evidence) return html``;
  const { id, title = id, source, steps, findings } = exchange;
  const step = steps && steps.length > 1 ? html`, step ${evidence.step + 1}` : '';
  const message = (side: 'request' | 'reply') => {
    const marks = evidence.marks.filter(({ in: where, finding }) => {
      const found = findings[finding];
      return where === side && found !== undefined && cause.explains.has(found);
    });
    return html`<div><h4>${side}</h4><pre>${markedText(evidence[side], marks)}</pre></div>`;
  };
  const facts = findings
    .filter((finding) => finding.step === evidence.step && cause.explains.has(finding))
    .map((finding) => findingFacts(finding));
  return html`<details class="evidence"><summary>${id}${step}</summary>
<p>${title} <span class="soft">${source.file}:${source.line}, ${exchangeLink(id, anchors)}</span></p>
${facts}<div class="pair">${message('request')}${message('reply')}</div>
${commandsHtml({ ...exchange, ...evidence }, results, evidence.step > 0)}</details>
`;
}

function markedText(text: Masked, marks: ResultEvidence['marks']): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const { from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    parts.push(printedLines(text.slice(at, from)), html`<mark>${printedLines(text.slice(from, to))}</mark>`);
    at = to;
  }
  return html`${parts}${printedLines(text.slice(at))}`;
}

const CHAIN = ours`The first holds values of that run, such as a PacketID; the last repeats all steps.`;

/** Writes the commands that repeat a request and its exchange; the suite does not send recorded calls. */
function commandsHtml(exchange: ResultExchange, results: Results, isLater = false): Html {
  const { repeat, repeatDiffers } = exchange;
  const commands = [repeat ? commandText(repeat) : [], suiteCommand('run', exchange, results) ?? []].flat();
  if (commands.length === 0) return html``;
  const differs = [repeatDiffers ?? [], isLater && commands.length > 1 ? CHAIN : []].flat();
  return html`<h4>repeat it</h4>${differs.map((text) => html`<p>${text}</p>`)}${commands.map((command) => html`<pre>${command}</pre>`)}`;
}
