import type { Masked } from '../../model/running/masked.ts';
import { ours } from '../../secrets/mask.ts';
import { type Html, html } from './html.ts';

/** Writes the form that the script acts on; without the script the page shows everything. */
export const filterBar = (
  states: readonly Masked[],
): Html => html`<form id="filter" role="search" hidden=""><input type="search" aria-label="Filter by text" placeholder="filter by text"/> <select aria-label="Filter by state"><option value="">every state</option>${states.map((state) => html`<option>${state}</option>`)}</select> <output class="soft"></output></form>
`;

/** Filters, opens the targets of links and what is printed, and scrolls to marks. It holds nothing that HTML escapes. */
export const pageScript = ours`
const form = document.getElementById('filter');
const [text, state, count] = form.children;
const items = [...document.querySelectorAll('.item')];
const texts = items.map((item) => item.textContent.toLowerCase());
const groups = [...document.querySelectorAll('.group')];
const opened = groups.map((group) => group.open);
const filter = () => {
  const wanted = text.value.trim().toLowerCase();
  const active = wanted !== '' || state.value !== '';
  let shown = 0;
  items.forEach((item, index) => {
    item.hidden = !texts[index].includes(wanted) || (state.value !== '' ? item.dataset.state !== state.value : false);
    if (!item.hidden) shown += 1;
  });
  groups.forEach((group, index) => {
    const isShown = group.querySelector('.item:not([hidden])') !== null;
    group.hidden = active ? !isShown : false;
    group.open = active ? isShown : opened[index];
  });
  count.textContent = active ? shown + ' of ' + items.length : '';
};
form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  if (target.closest('[hidden]') !== null) { form.reset(); filter(); }
  for (let part = target; part !== null; part = part.parentElement) if (part.localName === 'details') part.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
document.addEventListener('toggle', ({ target }) => {
  if (target.open) for (const mark of target.querySelectorAll('pre mark:first-of-type'))
    mark.parentElement.scrollTop = mark.offsetTop - 60;
}, true);
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('.group:not([open]), .evidence:not([open])')];
  closed.forEach((details) => { details.open = true; });
});
addEventListener('afterprint', () => closed.forEach((details) => { details.open = false; }));
`;
