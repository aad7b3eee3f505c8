import { posixShell } from '../../findings/curl.ts';
import { type Sections, sectionsOf } from '../../findings/finding-text.ts';
import {
  commandText,
  type Group,
  groupsOf,
  headline,
  rootText,
  whereText,
} from '../../findings/run/blocks.ts';
import { adviceFor } from '../../findings/wording.ts';
import type {
  ResultEvidence,
  ResultExchange,
  ResultFinding,
  ResultRoot,
  Results,
} from '../../model/running/results.ts';
import { sectionName } from '../../model/sections.ts';
import { byCause, causeKey, commonOf, findingsOf } from '../../results/causes.ts';
import { counted } from '../../text/counted.ts';
import { type Exchanges, exchangeLink, toneOf } from './exchanges-section.ts';
import { type Html, html, joined, printedLines, sizeOf } from './html.ts';

/** Exchanges of a cause whose messages are shown, exchanges that are named, and requirements. */
const MOST_SHOWN = 3;
const MOST_NAMED = 50;
const MOST_REQUIREMENTS = 12;
/** Causes that are not folded. */
const MOST_OPEN = 25;
/** Causes that a requirement or an exchange leads to. */
const MOST_LINKS = 8;

/** What explains findings, with its anchor; a note explains what has no finding. */
interface Cause {
  readonly anchor: string;
  readonly key: string;
  readonly group: Group;
}

export interface Causes {
  /** Those of what failed or was warned of, the gravest first; then those of what is known or left open. */
  readonly told: readonly Cause[];
  readonly others: readonly Cause[];
  /** Links to the causes of findings, and to those of an exchange. */
  linksOf(findings: readonly ResultFinding[]): Html;
  ofExchange(exchange: ResultExchange): Html;
}

export function causesIn({ exchanges }: Results): Causes {
  const anchors = new Map<string, string>();
  const numbered = (group: Group): Cause => {
    const [example] = group.exchanges;
    const [finding] = example?.findings ?? [];
    const key = finding ? causeKey(finding) : `${example?.verdict} ${example?.note}`;
    const anchor = `cause-${anchors.size + 1}`;
    anchors.set(key, anchor);
    return { anchor, key, group };
  };
  const told = groupsOf(exchanges).map(numbered);
  const rest = exchanges
    .flatMap(findingsOf)
    .filter(({ finding }) => !anchors.has(causeKey(finding)))
    .filter(({ finding }) => finding.level !== 'gap' || finding.requirements.length > 0);
  const others = byCause(rest).map((found) => {
    const { broken, explained, ...where } = commonOf(found);
    const own = explained.map(({ exchange, finding }) => ({
      ...exchange,
      findings: [{ ...finding, ...broken }],
    }));
    return numbered({ exchanges: own, ...where });
  });
  const link = (key: string, text: string) => {
    const anchor = anchors.get(key);
    if (anchor === undefined) return html`<code>${text}</code>`;
    return html`<a href="#${anchor}">${numberOf(anchor)} ${text}</a>`;
  };
  const linksOf = (findings: readonly ResultFinding[]) => {
    const byKey = new Map(findings.map((finding) => [causeKey(finding), finding.rule]));
    const links = [...byKey].slice(0, MOST_LINKS).map(([key, rule]) => link(key, rule));
    const left = byKey.size - links.length;
    return html`${joined(links)}${left > 0 ? html` and ${left} more` : ''}`;
  };
  return {
    told,
    others,
    linksOf,
    ofExchange: ({ findings, verdict, note }) => {
      const key = `${verdict} ${note}`;
      return findings.length === 0 && anchors.has(key) ? link(key, 'why') : linksOf(findings);
    },
  };
}

/** What the page calls a cause, such as `#3`. */
function numberOf(anchor: string): string {
  return anchor.replace('cause-', '#');
}

/** The causes, each with its evidence, as far as there is room for so many bytes. */
export function causesSection(results: Results, causes: Causes, exchanges: Exchanges, room: number): Html {
  const written = cardWriter(results, exchanges);
  let left = room;
  // Messages of so many exchanges have had room so far; to try more again would take long on a large page.
  let most = MOST_SHOWN;
  let untold = 0;
  const card = (cause: Cause): Html => {
    for (; most >= 0; most -= 1) {
      const one = written(cause, most);
      if (sizeOf(one) > left) continue;
      left -= sizeOf(one);
      return one;
    }
    untold += 1;
    return html``;
  };
  const cards = (all: readonly Cause[]) => {
    untold = 0;
    const shown = all.map((cause) => {
      const root = results.roots?.find(({ id }) => id === rootOf(cause));
      if (!root) return card(cause);
      const own = all.filter((one) => rootOf(one) === root.id);
      return own[0] === cause ? rootHtml(root, own, card) : html``;
    });
    const [first, more] = [shown.slice(0, MOST_OPEN), shown.slice(MOST_OPEN)];
    const folded =
      more.length === 0
        ? ''
        : html`<details class="group"><summary>${counted(more.length, 'more cause')}</summary>\n${more}</details>\n`;
    return html`${first}${folded}${untold === 0 ? '' : html`<p>There is no room for ${counted(untold, 'more cause')}: results.json has them all.</p>`}`;
  };
  const { told, others } = causes;
  const grave =
    told.length === 0 ? html`<p class="good">Nothing failed, and nothing was warned of.</p>` : cards(told);
  const open =
    others.length === 0
      ? ''
      : html`<details class="group"><summary>${counted(others.length, 'finding')} of what is known to fail, or left open by the contract</summary>\n${cards(others)}</details>\n`;
  return html`<section id="causes">
<h2>Causes <small class="soft">${told.length}</small></h2>
${grave}${open}</section>
`;
}

/** The root cause that a cause follows from. */
function rootOf({ group }: Cause): string | undefined {
  return group.exchanges[0]?.findings[0]?.root;
}

/** One explanation of several causes: the one that shows it, and the others folded. */
function rootHtml(root: ResultRoot, own: readonly Cause[], card: (cause: Cause) => Html): Html {
  const isLeading = ({ group }: Cause) => group.exchanges[0]?.findings[0]?.rule === root.rule;
  const [first, ...rest] = own.toSorted((a, b) => Number(isLeading(b)) - Number(isLeading(a)));
  if (!first) return html``;
  const others =
    rest.length === 0
      ? ''
      : html`<details class="group"><summary>${counted(rest.length, 'more cause')} from it</summary>\n${rest.map(card)}</details>\n`;
  return html`<div class="root group"><h3>${rootText(root)}</h3>
${card(first)}${others}</div>
`;
}

/** Writes a cause with the messages of at most so many exchanges. */
function cardWriter(results: Results, exchanges: Exchanges) {
  const sections = sectionsOf(results.requirements);
  const byId = new Map(results.exchanges.map((exchange) => [exchange.id, exchange]));
  return ({ anchor, key, group }: Cause, most: number): Html => {
    const [example] = group.exchanges;
    if (!example) return html``;
    const [finding] = example.findings;
    const own = group.exchanges.flatMap(({ id }) => byId.get(id) ?? []);
    const shown = own.flatMap((exchange) => shownIn(exchange, key)).slice(0, most);
    const evidence = shown.map((one) => evidenceHtml(one, results, exchanges));
    const alone = evidence.length === 0 ? commandsHtml(example, results) : '';
    const hidden = most < MOST_SHOWN && own.some((exchange) => shownIn(exchange, key).length > 0);
    const where = html`${counted(own.length, 'exchange')} (${whereText(group)})`;
    const blocks = group.blocks
      ? html`; ${counted(group.blocks, 'exchange')} could not go on because of it`
      : '';
    return html`<article id="${anchor}" class="cause item ${toneOf(example.verdict)}" data-state="${example.verdict}">
<h3><span class="soft">${numberOf(anchor)}</span> <span class="verdict">${example.verdict}</span> ${headline(example)}</h3>
<p class="soft">${where}${blocks}${finding ? findingHead(finding, sections) : ''}</p>
${finding ? findingFacts(finding) : ''}${example.note === undefined ? '' : html`<p>${printedLines(example.note)}</p>`}
${evidence}${alone}${hidden ? html`<p class="soft">There is no room for more messages here: results.json has them.</p>` : ''}${namesOf(own, exchanges)}</article>
`;
  };
}

function findingHead({ rule, level, requirements, affected = [] }: ResultFinding, sections: Sections): Html {
  const about = requirements.length > 0 ? requirements : affected;
  const cited = [...new Set(about.flatMap((id) => sections.get(id) ?? []))].sort().map(sectionName);
  const links = about.slice(0, MOST_REQUIREMENTS).map((id) => html`<a href="#${id}">${id}</a>`);
  const left = about.length - links.length;
  const more = left > 0 ? html` and ${left} more` : '';
  const broken =
    about.length === 0
      ? ''
      : html`; ${requirements.length > 0 ? 'breaks' : 'affects'} ${joined(links)}${more} (${cited.join(', ')})`;
  return html`; <code>${rule}</code> ${level}${broken}`;
}

function findingFacts(finding: ResultFinding): Html {
  const { path, more, expected, actual, meaning } = finding;
  const what = adviceFor(finding);
  const others = more > 0 ? html` and ${more} more like it` : '';
  const row = (name: string, text: string | undefined) =>
    text === undefined ? '' : html`<dt>${name}</dt><dd>${text}</dd>`;
  return html`<dl><dt>at</dt><dd><code>${path}</code>${others}</dd>${row('expected', expected)}${row('actual', actual)}${row('meaning', meaning)}${row('to do', what)}</dl>`;
}

/** Messages of an exchange that show a cause: those of its findings of the cause, and where these are in them. */
interface Shown {
  readonly exchange: ResultExchange;
  readonly evidence: ResultEvidence;
  readonly findings: readonly number[];
}

function shownIn(exchange: ResultExchange, key: string): readonly Shown[] {
  const own = exchange.findings.flatMap((finding, index) =>
    causeKey(finding) === key ? [{ index, step: finding.step }] : [],
  );
  const evidence = exchange.evidence?.find(
    ({ step }) => own.length === 0 || own.some((one) => one.step === step),
  );
  return evidence ? [{ exchange, evidence, findings: own.map(({ index }) => index) }] : [];
}

function evidenceHtml({ exchange, evidence, findings }: Shown, results: Results, exchanges: Exchanges): Html {
  const { id, title = id, source, steps } = exchange;
  const found = findings.flatMap((index) => exchange.findings[index] ?? []);
  const step = steps && steps.length > 1 ? html`, step ${evidence.step + 1}` : '';
  const places = found.map(({ path, expected, actual, more }) => {
    const others = more > 0 ? html` and ${more} more like it` : '';
    return html`<p><span class="soft">at</span> <code>${path}</code>${others}</p>
<div class="pair"><div><h4>expected</h4><p>${expected}</p></div><div><h4>actual</h4><p>${actual}</p></div></div>
`;
  });
  const message = (side: 'request' | 'reply') =>
    html`<div><h4>${side}</h4><pre>${markedText(evidence, side, findings)}</pre></div>`;
  return html`<details class="evidence"><summary>${id}${step}</summary>
<p>${title} <span class="soft">${source.file}:${source.line}, ${exchangeLink(id, exchanges)}</span></p>
${places}<div class="pair">${message('request')}${message('reply')}</div>
${commandsHtml(exchange, results)}</details>
`;
}

/** A message with the places of findings marked. */
function markedText(evidence: ResultEvidence, side: 'request' | 'reply', findings: readonly number[]): Html {
  const text = evidence[side];
  const marks = evidence.marks
    .filter((mark) => mark.in === side && findings.includes(mark.finding))
    .toSorted((a, b) => a.from - b.from);
  const parts: Html[] = [];
  let at = 0;
  for (const { from, to } of marks) {
    if (from < at) continue;
    parts.push(printedLines(text.slice(at, from)), html`<mark>${printedLines(text.slice(from, to))}</mark>`);
    at = to;
  }
  return html`${parts}${printedLines(text.slice(at))}`;
}

/** The commands that repeat a request, and its exchange. */
function commandsHtml(exchange: ResultExchange, results: Results): Html {
  const { repeat, repeatDiffers } = exchange;
  const commands = [...(repeat === undefined ? [] : [commandText(repeat)]), ...ownCommand(exchange, results)];
  if (commands.length === 0) return html``;
  return html`<h4>repeat it</h4>${repeatDiffers === undefined ? '' : html`<p>${repeatDiffers}</p>`}${commands.map((command) => html`<pre>${command}</pre>`)}`;
}

/** The command of the suite that runs an exchange again; recorded calls are not sent by it. */
function ownCommand({ id, source }: ResultExchange, { target, clients }: Results): readonly string[] {
  if (clients || /\.har$/i.test(source.file)) return [];
  const word = (text: string) => (/^[\w./:*-]+$/.test(text) ? text : posixShell.word([text]));
  const flags = target.kind === 'reference' ? {} : { target: target.baseUrl, namespace: target.namespace };
  const written = Object.entries(flags).map(([name, value]) => ` --${name} ${word(value)}`);
  return [`postsms-conformance run --case ${word(id)}${written.join('')}`];
}

function namesOf(own: readonly ResultExchange[], exchanges: Exchanges): Html {
  const names = own.slice(0, MOST_NAMED).map(({ id }) => exchangeLink(id, exchanges));
  const left = own.length - names.length;
  const more = left > 0 ? html` and ${left} more in results.json` : '';
  return html`<details><summary>${counted(own.length, 'exchange')}</summary>${joined(names)}${more}</details>`;
}
