import { type Html, html } from '../report/requirements/html.ts';

/**
 * Returns two texts with the words marked in which they differ, each from its first difference to its last: line by line
 * and element by element where both have as many, so that another time in a header does not mark all that follows.
 */
export function marked(old: string, now: string): readonly [old: Html, now: Html] {
  const [before, after] = [old, now].map((text) => text.split(/(?<=[\n>])/)) as [string[], string[]];
  const pairs =
    before.length === after.length ? before.map((text, at) => [text, after[at] ?? '']) : [[old, now]];
  const halves = pairs.map(([one = '', other = '']) => [markedIn(one, other), markedIn(other, one)] as const);
  return [html`${halves.map(([one]) => one)}`, html`${halves.map(([, other]) => other)}`];
}

/** A text with its lines as they are. */
export function withLines(text: string): Html {
  return html`${text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`))}`;
}

function markedIn(text: string, other: string): Html {
  const [own, others] = [wordsOf(text), wordsOf(other)];
  const least = Math.min(own.length, others.length);
  let start = 0;
  while (start < least && own[start] === others[start]) start += 1;
  let end = 0;
  while (start + end < least && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  const part = (from: number, to: number) => withLines(own.slice(from, to).join(''));
  const last = own.length - end;
  const middle = start < last ? html`<mark>${part(start, last)}</mark>` : html``;
  return html`${part(0, start)}${middle}${part(last, own.length)}`;
}

/** Words whole, and every other character by itself. */
function wordsOf(text: string): readonly string[] {
  return text.split(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/u);
}
