import { callText, factsOf, type LabelledFact, notRunByReason } from '../../findings/run/facts.ts';
import { allBindings } from '../../model/contract.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultDialect, Results, ResultValues, ValueState } from '../../model/running/results.ts';
import { impliedBroken } from '../../results/ending.ts';
import { seenOf } from '../../results/observations/observations.ts';
import { joinTexts, ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';
import { counted } from '../../text/counted.ts';
import { type Causes, causesIn, causesSection, leadText, namedCauses } from './causes-section.ts';
import { type Anchors, exchangeLink, exchangesIn, exchangesSection, overview } from './exchanges-section.ts';
import { codes, commaList, factList, type Html, html, sizeOf, wholePage } from './html.ts';
import { filterBar, pageScript } from './page-script.ts';
import { requirementsSections, stateWords } from './requirements-sections.ts';

/** Bytes of a page at most, however long the replies of a target are. */
const MOST_BYTES = 3_000_000;

/** Facts that have a place of their own on the page. */
const ELSEWHERE: readonly string[] = ['probes', 'outcome', 'seen'];

/** Returns the page of a run: one file that loads nothing, runs no script but its own, and stays below `MOST_BYTES`. */
export function reportPage(results: Results): Masked {
  const { target, notRun, clients, values } = results;
  const facts = factsOf(results);
  const linesOf = (label: string) => facts.flatMap((fact) => (fact.label === label ? fact.lines : []));
  const causes = causesIn(results);
  const exchanges = exchangesIn(results.exchanges);
  const sections = [
    ['exchanges', 'Exchanges', exchangesSection(exchanges, causes.ofExchange)] as const,
    ...requirementsSections(results, causes),
    ['clients', 'Clients', clientsSection(results, exchanges.anchors)] as const,
    ['values', 'Values', valuesSection(values, exchanges.anchors)] as const,
    ['seen', 'Seen', seenSection(results, linesOf('seen'))] as const,
    ['probes', 'Probes', listSection(ours`probes`, ours`Probes`, linesOf('probes'))] as const,
    ['not-run', 'Not run', notRunSection(notRun)] as const,
  ];
  const links = sections.flatMap(([id, text, section]) =>
    section === '' ? [] : html`<a href="#${id}">${text}</a>`,
  );
  const head = html`<header>
<h1>${clients ? 'Requests to' : 'Conformance of'} <span class="target">${target.baseUrl}</span></h1>
${outcomeSection(results, causes, facts)}</header>
<aside>
${overview(results, exchanges)}${factList(facts.filter(({ label }) => !ELSEWHERE.includes(label)))}
</aside>
<nav aria-label="Sections"><a href="#causes">Causes</a>${links}</nav>
${filterBar([...stateWords, ...verdicts].map((state) => ours`${state}`))}<main>
`;
  const rest = html`${sections.map(([, , section]) => html`${section}`)}</main>`;
  const room = MOST_BYTES - sizeOf(head) - sizeOf(rest) - ROOM_FOR_STYLE;
  const body = html`${head}${causesSection(results, causes, exchanges.anchors, room)}${rest}`;
  return wholePage(html`Conformance of ${target.baseUrl}`, body, pageScript);
}

const ROOM_FOR_STYLE = 20_000;

/** Says how the run ended: a red one by its first cause, with the rest of the causes by name. */
function outcomeSection(results: Results, causes: Causes, facts: readonly LabelledFact[]): Html {
  const [first, ...more] = causes.leads;
  const { lines = [], tone = '' } = facts.at(-1) ?? {};
  const ended = joinTexts(lines, '; ');
  if (results.exitCode === 1 && first)
    return html`<p class="outcome ${tone}">${results.outcome}: ${leadText(first)}</p>
<p class="soft">${ended}</p>\n${namedCauses(more, causes, results)}`;
  // What follows from the contract is broken, though it conforms to what the contract states.
  const shown = tone === 'good' && impliedBroken(results) > 0 ? 'doubtful' : tone;
  return html`<p class="outcome ${shown}">${ended}</p>\n${namedCauses(more.length > 0 ? causes.leads : [], causes, results)}`;
}

/** The states of a class in words, with their colours; broken exchanges are named. */
const valueStates = [
  ['broken', 'broken', 'failed'],
  ['refused', 'refused', 'observed'],
  ['held', 'held', 'passed'],
  ['notSent', 'not sent, or not told apart', 'soft'],
] as const satisfies readonly (readonly [state: ValueState, word: string, tone: string])[];

/** Writes the classes of values by parameter and binding, and what became of each. */
export function valuesSection(values: ResultValues | undefined, anchors: Anchors) {
  if (!values) return '';
  const rows = groupedBy(values.fields, ({ operation, parameter }) => ours`${operation} ${parameter}`);
  const bindings = [...new Set(values.fields.map(({ binding }) => binding))];
  const cell = (field: ResultValues['fields'][number]) => {
    const link = (id: Masked, index: number) => exchangeLink(field.brokenIn?.[index] ?? id, anchors, id);
    return valueStates.map(([state, word, tone]) => {
      const ids = field[state] ?? [];
      if (ids.length === 0) return html``;
      const named = state === 'broken' ? commaList(ids.map(link)) : state === 'refused' ? codes(ids) : '';
      return html`<p><span class="${tone}">${ids.length} ${word}</span> ${named}</p>`;
    });
  };
  const body = [...rows].map(([name, fields]) => [name, fields.map(cell)] as const);
  const drawn =
    values.generated === undefined
      ? ''
      : html`<p>${values.generated} more exchanges were drawn: <code>--generate ${values.generated} --seed ${values.seed ?? 0}</code></p>\n`;
  return html`<section id="values">
<h2>Classes of values <small class="soft">${values.classes.length} of them, by parameter and binding</small></h2>
${drawn}${bindingTable(ours`parameter`, bindings, body)}
</section>
`;
}

/** Writes a table of named rows with a cell for each binding. */
function bindingTable(
  what: Masked,
  bindings: readonly Masked[],
  rows: readonly (readonly [name: Masked, cells: readonly (Html | readonly Html[])[]])[],
): Html {
  const written = rows.map(
    ([name, cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  );
  return html`<table>
<thead><tr><th scope="col">${what}</th>${bindings.map((binding) => html`<th scope="col">${binding}</th>`)}</tr></thead>
<tbody>
${written}</tbody>
</table>`;
}

/** Writes a row for each client, with what became of its calls over each binding. */
function clientsSection({ dialects = [] }: Results, anchors: Anchors): Html | '' {
  if (dialects.length === 0) return '';
  const cell = (dialect: ResultDialect | undefined) => {
    if (!dialect) return html``;
    if (dialect.state === 'served') return html`<span class="passed">served</span>`;
    const tone = dialect.breaks ? 'observed' : 'failed';
    const why = dialect.because === undefined ? '' : html`<p>because of <code>${dialect.because}</code></p>`;
    const breaks = dialect.breaks ? html`<p class="soft">its request breaks the contract</p>` : '';
    const link = exchangeLink(dialect.exchange, anchors, dialect.exchange);
    return html`<p class="${tone}">${callText(dialect)}</p>${why}${breaks}<p>${link}</p>`;
  };
  const rows = [...groupedBy(dialects, ({ client }) => client).values()].map((each) => {
    const cells = allBindings.map((id) => cell(each.find(({ binding }) => binding === id)));
    return [each[0].name, cells] as const;
  });
  const bindings = allBindings.map((id) => ours`${id}`);
  return html`<section id="clients">
<h2>Clients <small class="soft">whether the clients of such services can call it, each in its own way of writing requests</small></h2>
${bindingTable(ours`client`, bindings, rows)}
</section>
`;
}

function seenSection({ observations = [] }: Results, lines: readonly Masked[]): Html | '' {
  const ids = [...new Set(observations.map(({ requirement }) => requirement))];
  const items = ids.map((id) => {
    const seen = seenOf(observations.filter(({ requirement }) => requirement === id));
    const texts = seen.map(
      ({ what, text, example }) => html`<dd>${what}: ${text} <span class="soft">as in ${example}</span></dd>`,
    );
    return html`<dt><a href="#${id}">${id}</a></dt>${texts}\n`;
  });
  const more = items.length === 0 ? '' : html`\n<dl>${items}</dl>`;
  return listSection(ours`seen`, ours`Seen where the contract is silent`, lines, more);
}

function listSection(id: Masked, title: Masked, lines: readonly Masked[], more: Html | '' = '') {
  if (lines.length === 0 && more === '') return '';
  return html`<section id="${id}">\n<h2>${title}</h2>\n<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>${more}</section>\n`;
}

/** Exchanges that are named for a reason; results.json has them all. */
const MOST_NAMED = 200;

/** Writes the selected exchanges that were not run, by reason; what they alone could have tested is untested. */
function notRunSection(notRun: Results['notRun']): Html | '' {
  if (notRun.length === 0) return '';
  const reasons = notRunByReason(notRun).map(([reason, exchanges]) => {
    const ids = exchanges.map(({ id }) => id);
    return html`<details><summary>${ids.length}: ${reason}</summary>${codes(ids, MOST_NAMED)}</details>\n`;
  });
  return html`<section id="not-run">\n<h2>Not run <small class="soft">${counted(notRun.length, 'exchange')}</small></h2>\n${reasons}</section>\n`;
}
