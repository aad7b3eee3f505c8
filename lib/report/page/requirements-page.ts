import { commandText } from '../../findings/run/blocks.ts';
import { factsOf, notRunByReason, stateWord } from '../../findings/run/facts.ts';
import type { NotRun } from '../../model/exchange.ts';
import { levels } from '../../model/levels.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, ResultRequirement, Results } from '../../model/running/results.ts';
import { sectionName } from '../../model/sections.ts';
import { byCause, type Explained } from '../../results/causes.ts';
import { type Seen, seenOf } from '../../results/observations/observations.ts';
import { counted } from '../../text/counted.ts';
import { factList, type Html, html, joined, wholePage } from './html.ts';

/** Names of one kind, and those of them in sight; results.json has them all. */
const MOST_NAMED = 50;
const MOST_IN_SIGHT = 3;
/** Findings of a requirement. */
const MOST_SHOWN = 5;

/** The gravest first. */
const words = ['broken', 'untested', 'held', 'left open by the contract', 'excluded'] as const;

/**
 * The page of requirements of a run: those broken with what broke them, those of the server by section with what tests
 * each, then those of the suite's own requests, folded away, or first where clients were judged. One file without a
 * script, and with the id of every requirement as anchor.
 */
export function requirementsPage(results: Results): Masked {
  const { requirements, observations = [], notRun, clients, target } = results;
  const breaches = breachesIn(results.exchanges);
  const row = (one: ResultRequirement) =>
    requirementRow(one, breaches, seenOf(observations.filter(({ requirement }) => requirement === one.id)));
  const broken = levels.flatMap((level) =>
    requirements.filter((one) => one.state === 'broken' && one.level === level),
  );
  const bySection = (own: readonly ResultRequirement[], prefix: string) =>
    sectionsOf(own).map((number) => {
      const here = own.filter((one) => one.section === number);
      const rows = here.map((one) => (one.state === 'broken' ? referenceRow(one) : row(one)));
      const title = html`${sectionName(number)} <small class="soft">${stateCounts(here)}</small>`;
      return section(`${prefix}-${number}`, title, rows);
    });
  const server = requirements.filter(({ binds }) => binds === 'server');
  const client = requirements.filter(({ binds }) => binds === 'client');
  const links = sectionsOf(server).map((number) => [`section-${number}`, sectionName(number)]);
  const ownTitle = clients ? 'Requests of clients' : "The suite's own requests";
  if (client.length > 0) links.push(['own-requests', ownTitle]);
  if (notRun.length > 0) links.push(['not-run', 'Not run']);
  const title = html`<h2>${ownTitle}</h2> <span class="soft">${client.length}: ${stateCounts(client)}</span>`;
  const rows = bySection(client, 'own');
  const own = clients
    ? html`<div id="own-requests">\n${title}\n${rows}</div>\n`
    : html`<details id="own-requests">\n<summary>${title}</summary>\n${rows}</details>\n`;
  const ofClient = client.length === 0 ? [] : [own];
  const ofServer = bySection(server, 'section');
  const body = html`<header>
<h1>Requirements</h1>
${factList(factsOf(results))}
<p class="soft">Held: a rule was evaluated on at least one exchange and found nothing. Untested: in this run none could be. Left open by the contract: it says "not shown", so no answer is wrong. Excluded: it cannot be seen on this interface. Affected: a finding points at it but breaks something narrower, or its case is of a weaker level. Verdicts count those exchanges; an exchange that failed may have failed at another requirement. Defects are deliberate deviations of the reference service that break it.</p>
<nav aria-label="Sections">${links.map(([id = '', text = '']) => html`<a href="#${id}">${text}</a>`)}</nav>
</header>
<main>
${broken.length === 0 ? '' : section('broken', 'Broken', broken.map(row))}${notRunSection(notRun)}${clients ? ofClient : ofServer}${clients ? ofServer : ofClient}</main>`;
  return wholePage(html`Requirements: ${target.baseUrl}`, body);
}

function sectionsOf(requirements: readonly ResultRequirement[]): readonly string[] {
  return [...new Set(requirements.map(({ section }) => section))].sort();
}

/** What was asked for and not run, by reason: what only these exchanges could have tested is untested. */
function notRunSection(notRun: readonly NotRun[]): Html | string {
  if (notRun.length === 0) return '';
  const reasons = notRunByReason(notRun).map(([reason, exchanges]) => {
    const names = codes(exchanges.map(({ id }) => id));
    return html`<details><summary>${exchanges.length}: ${reason}</summary>${names}</details>\n`;
  });
  return html`<section id="not-run">\n<h2>Not run</h2>\n${reasons}</section>\n`;
}

function section(id: string, title: Html | string, rows: readonly Html[]): Html {
  return html`<section id="${id}">
<h2>${title}</h2>
<table role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col" class="what">requirement</th><th role="columnheader" scope="col" class="state">state</th><th role="columnheader" scope="col">shown by</th></tr></thead>
<tbody role="rowgroup">
${rows}</tbody>
</table>
</section>
`;
}

/** The row of a requirement that is shown in full at the top. */
function referenceRow(one: ResultRequirement): Html {
  const { id, text } = one;
  return html`<tr role="row"><th role="rowheader" scope="row"><a href="#${id}"><code>${id}</code></a><p>${text}</p></th><td role="cell">${stateText(one)}</td><td role="cell">see <a href="#${id}">above</a></td></tr>
`;
}

function stateCounts(requirements: readonly ResultRequirement[]): Html {
  const told = words.flatMap((word) => {
    const own = requirements.filter((one) => stateWord(one) === word);
    return own[0] ? [html`${own.length} ${stateText(own[0])}`] : [];
  });
  return joined(told);
}

/** The state of a requirement; the class is its colour. */
function stateText(one: Pick<ResultRequirement, 'state' | 'level'>): Html {
  return html`<span class="${one.state}"><b>${stateWord(one)}</b></span>`;
}

/** A requirement as a row with its id as anchor; `breaches` writes what broke or affects it. */
function requirementRow(one: ResultRequirement, breaches: Breaches, seen: readonly Seen[]): Html {
  const { id, section, level, binds, text, brokenBy, affectedBy = [] } = one;
  const broken = breaches(brokenBy);
  const affected =
    affectedBy.length === 0
      ? ''
      : html`<details><summary>affected by ${counted(affectedBy.length, 'finding')}</summary>${breaches(affectedBy)}</details>`;
  const shownBy =
    one.excluded === undefined
      ? html`${named('rule', one.rules)}${named('case', one.cases)}${named('defect', one.defects)}`
      : html`<p>${level === 'gap' ? '' : html`not tested: `}${one.excluded}</p>${one.defects.length === 0 ? '' : named('defect', one.defects)}`;
  return html`<tr role="row" id="${id}"><th role="rowheader" scope="row"><code>${id}</code><p>${text}</p><p class="soft">${sectionName(section)}, ${level}, binds the ${binds}</p></th><td role="cell">${stateText(one)}${exchangesText(one)}</td><td role="cell">${broken}${affected}${seenText(seen)}${shownBy}</td></tr>
`;
}

/** What was seen of what the contract leaves open, each with an exchange that shows it. */
function seenText(seen: readonly Seen[]): Html | string {
  if (seen.length === 0) return '';
  const items = seen.map(
    ({ what, text, example }) =>
      html`<dt>${what}</dt><dd>${text} <span class="soft">as in <code>${example}</code></span></dd>`,
  );
  return html`<p>seen here:</p><dl class="seen">${items}</dl>`;
}

/** How many exchanges it was judged in, by verdict. */
function exchangesText({ exchanges, verdicts, excluded }: ResultRequirement): Html | string {
  if (excluded !== undefined) return '';
  const counts = Object.entries(verdicts).map(([verdict, count]) => html`${count} ${verdict}`);
  return html`<p>${counted(exchanges, 'exchange')}${counts.length > 0 ? html`: ${joined(counts)}` : ''}</p>`;
}

/** Names of one kind with their number. */
function named(what: string, names: readonly string[]): Html {
  const kind = names.length === 1 ? what : `${what}s`;
  if (names.length === 0) return html`<p class="soft">no ${kind}</p>`;
  if (names.length <= MOST_IN_SIGHT) return html`<p><span class="soft">${kind}</span> ${codes(names)}</p>`;
  const rest = names.length > MOST_NAMED ? html` and ${names.length - MOST_NAMED} more in results.json` : '';
  const shown = codes(names.slice(0, MOST_NAMED));
  return html`<details><summary>${names.length} ${kind}</summary>${shown}${rest}</details>`;
}

function codes(names: readonly string[]): Html {
  return joined(names.map((name) => html`<code>${name}</code>`));
}

/** Writes the findings that broke a requirement or affect it. */
type Breaches = (found: ResultRequirement['brokenBy']) => Html;

/** Findings with one cause are shown once, with the exchanges that have them. */
function breachesIn(exchanges: readonly ResultExchange[]): Breaches {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return (references) => {
    const found = references.flatMap(({ exchange: id, finding: place }) => {
      const exchange = byId.get(id);
      const finding = exchange?.findings[place];
      return exchange && finding ? { exchange, finding } : [];
    });
    const causes = byCause(found);
    const rest = causes.length - MOST_SHOWN;
    const others = rest > 0 ? html`<p>and ${rest} more that differ, in results.json</p>` : '';
    // One command is enough to see it, and of five the page would grow large.
    const repeat = causes[0]?.[0].exchange.repeat;
    const again =
      repeat === undefined
        ? ''
        : html`<details><summary>command that repeats the first</summary><pre>${commandText(repeat)}</pre></details>`;
    return html`${causes.slice(0, MOST_SHOWN).map(breachText)}${others}${again}`;
  };
}

function breachText(found: Explained): Html {
  const { rule, level, message, path, expected, actual, more } = found[0].finding;
  const places = more > 0 ? html` and ${more} more like it` : '';
  const ids = [...new Set(found.map(({ exchange }) => exchange.id))];
  return html`<div class="finding"><p>${message}</p><p class="soft"><code>${rule}</code> ${level}</p><dl><dt>at</dt><dd><code>${path}</code>${places}</dd><dt>expected</dt><dd>${expected}</dd><dt>actual</dt><dd>${actual}</dd></dl>${named('exchange', ids)}</div>`;
}
