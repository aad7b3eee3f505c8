import { type Html, html, joined, type ToHtml } from './html.ts';

/** Lists of cases of a page. Many requirements are judged in the same ones, so each list is written once. */
export interface CaseLists {
  /** A link to the list of these cases. */
  link(cases: readonly string[]): Html;
  /** Every list that was linked to. */
  written(): Html;
}

export function caseLists(toHtml: ToHtml): CaseLists {
  const lists = new Map<string, { readonly number: number; readonly cases: readonly string[] }>();
  return {
    link: (cases) => {
      const key = cases.join(' ');
      const list = lists.get(key) ?? { number: lists.size + 1, cases };
      lists.set(key, list);
      return html`<p><a href="#cases-${list.number}">${cases.length} case${cases.length === 1 ? html`` : html`s`}</a></p>`;
    },
    written: () => {
      const items = [...lists.values()].map(({ number, cases }) => {
        const names = cases.map((name) => html`<code>${toHtml(name)}</code>`);
        return html`<li id="cases-${number}">${joined(names, ', ')}</li>\n`;
      });
      return items.length === 0
        ? html``
        : html`<section id="cases">\n<h2>Lists of cases</h2>\n<ol>\n${items}</ol>\n</section>\n`;
    },
  };
}
