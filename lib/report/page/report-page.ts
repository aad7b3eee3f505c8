import { type Fact, factsOf, notRunByReason } from '../../findings/run/facts.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { Results } from '../../model/running/results.ts';
import { seenOf } from '../../results/observations/observations.ts';
import { joinTexts } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { causesIn, causesSection } from './causes-section.ts';
import { exchangesIn, exchangesSection, overview } from './exchanges-section.ts';
import { codes, factList, type Html, html, sizeOf, wholePage } from './html.ts';
import { filterBar, pageScript, runStates } from './page-script.ts';
import { requirementsSections } from './requirements-sections.ts';
import { valuesSection } from './values-section.ts';

/** Bytes of a page at most, whatever a target says. */
const MOST_BYTES = 3_000_000;

/** Facts that have a place of their own on the page. */
const ELSEWHERE: readonly string[] = ['probes', 'outcome', 'seen'];

/** Returns the page of a run: one file that loads nothing, runs no script but its own, and stays below `MOST_BYTES`. */
export function reportPage(results: Results): Masked {
  const { target, notRun, clients, observations = [], values } = results;
  const facts = factsOf(results);
  const own = (label: string) => facts.filter((fact) => fact.label === label);
  const causes = causesIn(results);
  const exchanges = exchangesIn(results.exchanges);
  const requirements = requirementsSections(results, causes);
  const probes = own('probes').flatMap(({ lines }) => lines);
  const links = [
    ['causes', 'Causes'] as const,
    ['exchanges', 'Exchanges'] as const,
    ...requirements.links,
    ...(values ? [['values', 'Values'] as const] : []),
    ...(observations.length > 0 ? [['seen', 'Seen'] as const] : []),
    ...(probes.length > 0 ? [['probes', 'Probes'] as const] : []),
    ...(notRun.length > 0 ? [['not-run', 'Not run'] as const] : []),
  ];
  const outcome = own('outcome').map(
    ({ lines, tone }) => html`<p class="outcome ${tone ?? ''}">${joinTexts(lines, '; ')}</p>\n`,
  );
  const head = html`<header>
<h1>${clients ? 'Requests to' : 'Conformance of'} <span class="target">${target.baseUrl}</span></h1>
${outcome}${overview(results, exchanges)}
${factList(facts.filter(({ label }) => !ELSEWHERE.includes(label)))}
<nav aria-label="Sections">${links.map(([id, text]) => html`<a href="#${id}">${text}</a>`)}</nav>
${filterBar(runStates)}</header>
<main>
`;
  const rest = html`${exchangesSection(exchanges, causes.ofExchange)}${requirements.sections}${valuesSection(values, exchanges)}${seenSection(results, own('seen'))}${probesSection(probes)}${notRunSection(notRun)}</main>`;
  const room = MOST_BYTES - sizeOf(head) - sizeOf(rest) - ROOM_FOR_STYLE;
  return wholePage(
    html`Conformance of ${target.baseUrl}`,
    html`${head}${causesSection(results, causes, exchanges, room)}${rest}`,
    pageScript,
  );
}

const ROOM_FOR_STYLE = 20_000;

/** What the target did where the contract is silent, by requirement. */
function seenSection({ observations = [] }: Results, facts: readonly Fact[]): Html | '' {
  if (observations.length === 0) return '';
  const ids = [...new Set(observations.map(({ requirement }) => requirement))];
  const items = ids.map((id) => {
    const seen = seenOf(observations.filter(({ requirement }) => requirement === id));
    const texts = seen.map(
      ({ what, text, example }) => html`<dd>${what}: ${text} <span class="soft">as in ${example}</span></dd>`,
    );
    return html`<dt><a href="#${id}">${id}</a></dt>${texts}\n`;
  });
  return html`<section id="seen">\n<h2>Seen where the contract is silent</h2>\n<ul>${facts.flatMap(({ lines }) => lines.map((line) => html`<li>${line}</li>`))}</ul>\n<dl>${items}</dl></section>\n`;
}

function probesSection(lines: readonly Masked[]): Html | '' {
  if (lines.length === 0) return '';
  return html`<section id="probes">\n<h2>Probes</h2>\n<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>\n`;
}

/** Exchanges that are named for a reason; results.json has them all. */
const MOST_NAMED = 200;

/** What was selected and not run, by reason: what only these exchanges could have tested is untested. */
function notRunSection(notRun: Results['notRun']): Html | '' {
  if (notRun.length === 0) return '';
  const reasons = notRunByReason(notRun).map(([reason, exchanges]) => {
    const ids = exchanges.map(({ id }) => id);
    return html`<details><summary>${ids.length}: ${reason}</summary>${codes(ids, MOST_NAMED)}</details>\n`;
  });
  return html`<section id="not-run">\n<h2>Not run <small class="soft">${counted(notRun.length, 'exchange')}</small></h2>\n${reasons}</section>\n`;
}
