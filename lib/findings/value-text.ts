import type { Part, SmallestInput, Value } from '../model/judging/finding.ts';
import type { Masked } from '../model/running/masked.ts';
import { differAt } from '../reading/text-change.ts';
import type { Mask } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { beginningOf } from '../text/printable.ts';
import { expandedName } from '../wire/xml/tree.ts';

const MOST_OF_TEXT = 200;
const BEFORE_DIFFERENCE = 20;

/** Characters of a message that are read for its cause, and compared after what differs each time has been left out. */
const MOST_READ = 400;
const MOST_COMPARED = 60;

/**
 * Returns a value in words: texts are quoted, invisible characters are escapes, and long texts are cut.
 * @param from the first character of a text that is shown
 */
export function valueText(value: Value, from = 0): string {
  const texts = partsOf(value).map((part) => partText(part, from));
  return texts.join('');
}

function partText(part: Part, from: number): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'text') return shownPart(part.text, from);
  if (part.kind === 'name') return expandedName(part);
  if (part.kind === 'message') return part.by === undefined ? part.text : `${part.by}: ${part.text}`;
  return part.of === undefined ? String(part.count) : counted(part.count, part.of);
}

/** Words what a finding expects and found; of long texts the part around the place where they begin to differ. */
export function pairText(pair: { readonly expected: Value; readonly actual: Value }) {
  const [expected, actual] = [onlyText(pair.expected), onlyText(pair.actual)];
  const isLong = Math.max(expected?.length ?? 0, actual?.length ?? 0) > MOST_OF_TEXT;
  const differ = isLong && expected !== undefined && actual !== undefined ? differAt(expected, actual) : 0;
  const from = Math.max(0, differ - BEFORE_DIFFERENCE);
  return { expected: valueText(pair.expected, from), actual: valueText(pair.actual, from) };
}

/**
 * Returns what the values of one cause have in common: without texts, numbers and the name of the operation.
 * Masked before it is cut, because a part of a secret cannot be recognised.
 */
export function commonText(value: Value, mask: Mask, operation?: string): Masked {
  const whole = mask(valueText(partsOf(value).map((part) => commonPart(part, mask))));
  return operation === undefined ? whole : whole.replaceAll(operation, '<operation>');
}

function commonPart(part: Part, mask: Mask): Part {
  if (isKind(part, 'text')) return '"…"';
  if (isKind(part, 'count')) return part.of === undefined ? '#' : `# ${part.of}s`;
  return isKind(part, 'message') ? { ...part, text: commonMessage(mask(part.text)) } : part;
}

/** Returns a message without quotations, identifiers, numbers and its cut end. */
function commonMessage(text: string): string {
  const common = text
    .slice(0, MOST_READ)
    .replace(/…$/, '')
    .replace(/"(?:[^"\\]|\\.)*(?:"|$)/gs, '"…"')
    .replace(/&[\w.:#-]+;?/g, '&')
    .replace(/[\w-]+/g, (word) => (/\d|^[A-F]{2}$/.test(word) ? '#' : word))
    .replace(/\s+/g, ' ')
    .trim();
  return beginningOf(common, MOST_COMPARED);
}

export const partsOf = (value: Value): readonly Part[] => [value].flat();

export function isKind<K extends Exclude<Part, string>['kind']>(
  part: Part,
  kind: K,
): part is Extract<Part, { readonly kind: K }> {
  return typeof part === 'object' && part.kind === kind;
}

/** Returns the texts of requests and replies in a value. */
export function textParts(value: Value): readonly string[] {
  return partsOf(value).flatMap((part) => (isKind(part, 'text') ? [part.text] : []));
}

/** Returns the text of a value that is one text; undefined for any other value. */
export function onlyText(value: Value): string | undefined {
  return partsOf(value).length === 1 ? textParts(value)[0] : undefined;
}

function shownPart(text: string, from: number): string {
  const part = text.slice(from, from + MOST_OF_TEXT);
  const escaped = JSON.stringify(part).replace(
    /[\u007F-\u009F\p{Mn}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  );
  if (part === text) return escaped;
  const end = from + part.length;
  return `${from > 0 ? '…' : ''}${escaped}${end < text.length ? '…' : ''} (characters ${from + 1} to ${end} of ${text.length})`;
}

const MOST_ITEMS = 3;

/** Words the smallest input that shows a finding, with the number of characters or recipients it depends on. */
export function smallestText(inputs: readonly SmallestInput[]): string {
  return inputs.length === 0 ? 'any input' : inputs.map(inputText).join(', with ');
}

function inputText({ parameter, value, rightUpTo, isSingle }: SmallestInput): string {
  const thing = typeof value === 'string' ? 'character' : 'recipient';
  if (rightUpTo === undefined) return `${parameter} ${valueShown(value)}`;
  const more = isSingle ? `wrong at ${value.length} alone` : `wrong from ${value.length}`;
  const few = thing === 'character' && /[^a]/.test(value as string) ? `, such as ${valueShown(value)}` : '';
  return `${parameter} of ${counted(value.length, thing)}${few}: right up to ${rightUpTo}, ${more}`;
}

function valueShown(value: SmallestInput['value']): string {
  if (typeof value === 'string') return shownPart(value, 0);
  const items = value.slice(0, MOST_ITEMS).map(valueShown);
  return `[${items.join(', ')}${value.length > MOST_ITEMS ? ', …' : ''}]`;
}
