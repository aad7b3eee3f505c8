import type { FindingReference, ResultExchange, ResultFinding } from '../../model/running/results.ts';
import { calledFor, causeKey } from '../../results/causes.ts';
import { addTo } from '../../text/add-to.ts';
import { type Html, html, joined, type ToHtml } from './html.ts';

/** Different findings that are shown for a requirement; results.json has them all. */
const MOST_SHOWN = 5;

/** Exchanges that are named for a finding. */
const MOST_NAMED = 50;

interface Breach {
  readonly exchange: string;
  readonly finding: ResultFinding;
}

/** Writes the findings that broke a requirement or affect it. */
export type Breaches = (found: readonly FindingReference[]) => Html;

/** Findings with one cause are shown once, with the exchanges that have them. */
export function breachesIn(exchanges: readonly ResultExchange[], toHtml: ToHtml): Breaches {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  // One finding breaks many requirements where a whole reply is missing.
  const keys = new Map<ResultFinding, string>();
  return (found) => {
    const groups = new Map<string, Breach[]>();
    for (const { exchange, finding: place } of found) {
      const judged = byId.get(exchange);
      const finding = judged?.findings[place];
      if (!judged || !finding) continue;
      const key = keys.get(finding) ?? causeKey(finding, calledFor(judged, finding).operation);
      keys.set(finding, key);
      addTo(groups, key, { exchange, finding });
    }
    const shown = [...groups.values()].slice(0, MOST_SHOWN).map((group) => breachText(group, toHtml));
    // One command is enough to see it, and of five the page would grow large.
    const [[first] = []] = groups.values();
    const repeat = first && byId.get(first.exchange)?.repeat;
    const again =
      repeat === undefined
        ? html``
        : html`<details><summary>curl command that repeats the first</summary><pre>${toHtml(repeat)}</pre></details>`;
    const rest = groups.size - shown.length;
    const others = rest > 0 ? html`<p>and ${rest} more that differ, in results.json</p>` : html``;
    return html`${shown}${others}${again}`;
  };
}

function breachText(group: readonly Breach[], toHtml: ToHtml): Html {
  const [first] = group;
  if (!first) return html``;
  const { rule, level, message, path, expected, actual, more } = first.finding;
  const places = more > 0 ? html` and ${more} more like it` : html``;
  return html`<div class="finding"><p>${toHtml(message)}</p><p class="soft"><code>${toHtml(rule)}</code> ${toHtml(level)}</p><dl><dt>at</dt><dd><code>${toHtml(path)}</code>${places}</dd><dt>expected</dt><dd>${toHtml(expected)}</dd><dt>actual</dt><dd>${toHtml(actual)}</dd></dl>${exchangesText(group, toHtml)}</div>`;
}

function exchangesText(group: readonly Breach[], toHtml: ToHtml): Html {
  const ids = [...new Set(group.map(({ exchange }) => exchange))];
  const named = joined(
    ids.slice(0, MOST_NAMED).map((id) => html`<code>${toHtml(id)}</code>`),
    ', ',
  );
  if (ids.length === 1) return html`<p>in ${named}</p>`;
  const rest = ids.length > MOST_NAMED ? html` and ${ids.length - MOST_NAMED} others` : html``;
  return html`<details><summary>in ${ids.length} exchanges</summary>${named}${rest}</details>`;
}
