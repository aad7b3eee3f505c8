import type { Verdict } from '../../model/judging/verdict.ts';
import { gravest } from '../../model/requirement.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { calledFor } from '../../results/causes.ts';
import { countVerdicts } from '../../results/verdict-counts.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { entriesOf } from '../../text/defined.ts';
import { codes, type Html, html, operationTable, type Place } from './html.ts';

/** Exchanges of a run that are drawn; rows of exchanges that did not pass; names of those that did, in each cell. */
const MOST_SQUARES = 20_000;
const MOST_ROWS = 2_500;
const MOST_PASSED = 400;

/** The colour of each verdict: only what passed is green. */
export const tones = {
  passed: 'passed',
  observed: 'observed',
  warned: 'warned',
  failed: 'failed',
  fixed: 'failed',
  blocked: 'stopped',
  'not-read': 'stopped',
  'transport-error': 'stopped',
  'harness-error': 'stopped',
  'known-failure': 'known',
} as const satisfies Readonly<Record<Verdict, string>>;

/** The exchanges of a page by operation and binding, and the anchors of those that have a row. */
type Exchanges = ReturnType<typeof exchangesIn>;

/** Anchors of exchanges by their ids. */
export type Anchors = ReadonlyMap<string, Masked>;

function cellOf({ operation, binding }: Place): Masked {
  return ours`${operation}/${binding}`;
}

/** Returns the call that the gravest finding of an exchange is about, such as the send before a report; else the call of its case. */
function reportedPlace(exchange: ResultExchange): Place {
  const finding = gravest(exchange.findings);
  return finding ? calledFor({ exchange, finding }) : exchange;
}

export function exchangesIn(all: readonly ResultExchange[]) {
  const rows = [...all.entries()].filter(([, { verdict }]) => verdict !== 'passed').slice(0, MOST_ROWS);
  const anchors: Anchors = new Map(rows.map(([index, { id }]) => [id, ours`x${index + 1}`]));
  return { cells: groupedBy(all, (exchange) => cellOf(reportedPlace(exchange))), anchors };
}

/** Writes a text, the id by default, as a link to the row of an exchange if it has one. */
export function exchangeLink(id: Masked, anchors: Anchors, text = id): Html {
  const anchor = anchors.get(id);
  const code = html`<code>${text}</code>`;
  return anchor === undefined ? code : html`<a href="#${anchor}">${code}</a>`;
}

/** What the verdicts mean whose names do not say it. */
const MEANINGS: Readonly<Record<string, Masked>> = {
  failed: ours`against the contract`,
  warned: ours`against what follows from the contract`,
  observed: ours`left open by the contract`,
};

/** Draws a run as a table of operations and bindings, with counts by verdict, a square for each exchange, and a legend. */
export function overview({ exchanges, notRun }: Results, { cells, anchors }: Exchanges): Html {
  const places: readonly Place[] = [...exchanges, ...exchanges.map(reportedPlace), ...notRun];
  const square = ({ id, verdict }: ResultExchange) => {
    const anchor = anchors.get(id);
    if (anchor === undefined) return html`<i class="${tones[verdict]}"></i>`;
    return html`<a class="${tones[verdict]}" href="#${anchor}" title="${id} ${verdict}" tabindex="-1"></a>`;
  };
  const countsOf = (all: readonly ResultExchange[]) =>
    entriesOf(countVerdicts(all.map(({ verdict }) => [verdict, 1])));
  const legend = countsOf(exchanges).map(([verdict, count]) => {
    const meaning = MEANINGS[verdict] === undefined ? '' : html`, ${MEANINGS[verdict]}`;
    return html`<li class="${tones[verdict]}">${count} ${verdict}${meaning}</li>`;
  });
  if (notRun.length > 0) legend.push(html`<li>${notRun.length} not run</li>`);
  const table = operationTable(ours`Exchanges by operation and binding`, places, (place) => {
    const inCell = cells.get(cellOf(place)) ?? [];
    const unrun = notRun
      .filter((unrunPlace) => cellOf(unrunPlace) === cellOf(place))
      .map(() => html`<i></i>`);
    const counts = countsOf(inCell).map(
      ([verdict, count]) => html`<span class="${tones[verdict]}">${count} ${verdict}</span> `,
    );
    if (unrun.length > 0) counts.push(html`<span class="soft">${unrun.length} not run</span>`);
    const squares = places.length > MOST_SQUARES ? [] : [...inCell.map(square), ...unrun];
    return html`<a class="where" href="#${inCell.length === 0 ? 'exchanges' : cellOf(place)}">${place.binding}</a> ${counts}<span class="squares" aria-hidden="true">${squares}</span>`;
  });
  return html`${table}<ul class="legend" aria-label="A square for each exchange">${legend}</ul>\n`;
}

/** Writes every exchange: each that did not pass as a row that leads to its causes, the rest by name. */
export function exchangesSection(
  { cells, anchors }: Exchanges,
  causesOf: (exchange: ResultExchange) => Html,
) {
  const row = (exchange: ResultExchange) => {
    const { id, verdict, status, steps, findings } = exchange;
    const found = joinTexts([...new Set(findings.map(({ step }) => ours`${step + 1}`))], ', ');
    const where =
      steps && found !== '' ? html` <span class="soft">step ${found} of ${steps.length}</span>` : '';
    const code = status === null ? '' : html` <span class="soft">HTTP ${status}</span>`;
    return html`<li id="${anchors.get(id) ?? ''}" class="item" data-state="${verdict}"><code>${id}</code> <span class="${tones[verdict]}">${verdict}</span>${code}${where} ${causesOf(exchange)}</li>\n`;
  };
  const lists = [...cells].map(([name, exchanges]) => {
    const rows = exchanges.filter(({ id }) => anchors.has(id));
    const passed = exchanges.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
    const left = exchanges.length - rows.length - passed.length;
    const more = left === 0 ? '' : html`<p>and ${left} more in results.json</p>`;
    const good =
      passed.length === 0
        ? ''
        : html`<p class="item" data-state="passed">${passed.length} <span class="passed">passed</span>: ${codes(passed, MOST_PASSED)}</p>`;
    return html`<details id="${name}" class="group"><summary>${name.replaceAll('/', ' over ')} <span class="soft">${counted(exchanges.length, 'exchange')}</span></summary>
<ul>${rows.map(row)}</ul>${more}${good}</details>\n`;
  });
  return html`<section id="exchanges">\n<h2>Exchanges</h2>\n${lists}</section>\n`;
}
