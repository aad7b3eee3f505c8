import { type Html, html } from '../report/page/html.ts';

/**
 * Returns two messages with the words marked in which they differ, each part from its first difference to its last. Parts are
 * lines and elements where both have as many, or else head and body: one header more must not mark all that follows.
 */
export function marked(old: string, now: string): readonly [old: Html, now: Html] {
  const halves = partsOf(old, now).map(
    ([one, other]) => [markedIn(one, other), markedIn(other, one)] as const,
  );
  return [html`${halves.map(([one]) => one)}`, html`${halves.map(([, other]) => other)}`];
}

function partsOf(old: string, now: string): readonly (readonly [old: string, now: string])[] {
  const [before = [], after = []] = [old, now].map((text) => text.split(/(?<=[\n>])/));
  if (before.length === after.length) return before.map((text, at) => [text, after[at] ?? '']);
  const [end, other] = [old.indexOf('\n\n'), now.indexOf('\n\n')];
  if (end <= 0 || other <= 0) return [[old, now]];
  return [...partsOf(old.slice(0, end), now.slice(0, other)), ...partsOf(old.slice(end), now.slice(other))];
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
