import type { Masked } from '../model/running/masked.ts';
import { type Html, html, printedLines } from '../report/page/html.ts';
import { ours } from '../secrets/mask.ts';

/** Headers or elements that say what a field of a difference is about; else elements of its own name. */
const PLACES: Readonly<Record<string, string>> = {
  'media type': 'header content-type',
  charset: 'header content-type',
  'fault code': 'faultcode|Code',
  'fault text': 'faultstring|Text',
  namespace: 'EmPostSmsResult',
  'namespace of the envelope': 'Envelope',
};

/** Finds what a field of a difference is about in a reply: its status line, a header, or elements. */
function patternOf(field: string): RegExp {
  if (/^(?:status|reply|reason phrase|status line)$/.test(field)) return /^.*/g;
  if (field === 'XML declaration') return /<\?xml[^>]*>/g;
  const name = PLACES[field] ?? field.replace(/[^\w ]/g, '\\$&');
  if (name.startsWith('header ')) return new RegExp(`^${name.slice('header '.length)}:.*`, 'gim');
  return new RegExp(`<(?:[\\w.-]+:)?(${name})(?=[\\s>/])[^>]*>(?:[^<]*</(?:[\\w.-]+:)?\\1\\s*>)?`, 'g');
}

/** Returns both replies with the one thing marked that a difference is about; without a place of its own, in the body. */
export function markedAt(field: Masked, old: Masked, now: Masked): readonly [old: Html, now: Html] {
  type Span = readonly [from: number, to: number];
  const [before = [], after = []] = [old, now].map((text) =>
    [...text.matchAll(patternOf(field))].map((found): Span => [found.index, found.index + found[0].length]),
  );
  // Of delivery results that all have the field, the first in which it differs.
  const differs = before.findIndex((span, at) => old.slice(...span) !== now.slice(...(after[at] ?? [0, 0])));
  const at = Math.max(0, differs);
  const bodyOf = (text: Masked): Span => [Math.max(0, text.indexOf('\n\n')), text.length];
  const isBody = before.length + after.length === 0;
  const [one, other] = isBody ? [bodyOf(old), bodyOf(now)] : [before[at], after[at]];
  const [from, to] = marked(one ? old.slice(...one) : ours``, other ? now.slice(...other) : ours``);
  const within = (text: Masked, span: Span | undefined, part: Html) =>
    span
      ? html`${printedLines(text.slice(0, span[0]))}${part}${printedLines(text.slice(span[1]))}`
      : printedLines(text);
  return [within(old, one, from), within(now, other, to)];
}

/** Marks the words in which two texts differ, in each line and element by itself where both texts have as many. */
export function marked(old: Masked, now: Masked): readonly [old: Html, now: Html] {
  const [before = [], after = []] = [old, now].map((text) => text.split(/(?<=[\n>])/));
  if (before.length !== after.length) return [markedIn(old, now), markedIn(now, old)];
  const beside = (own: readonly Masked[], others: readonly Masked[]) =>
    html`${own.map((text, at) => markedIn(text, others[at] ?? ours``))}`;
  return [beside(before, after), beside(after, before)];
}

function markedIn(text: Masked, other: Masked): Html {
  const [own, others] = [wordsOf(text), wordsOf(other)];
  const least = Math.min(own.length, others.length);
  let start = 0;
  while (start < least && own[start] === others[start]) start += 1;
  let end = 0;
  while (start + end < least && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  const part = (from: number, to: number) => printedLines(ours`${own.slice(from, to)}`);
  const last = own.length - end;
  const middle = start < last ? html`<mark>${part(start, last)}</mark>` : html``;
  return html`${part(0, start)}${middle}${part(last, own.length)}`;
}

/** Words whole, and every other character by itself. */
function wordsOf(text: Masked): readonly Masked[] {
  return text.split(/(?<![\p{L}\p{N}])|(?![\p{L}\p{N}])/u);
}
