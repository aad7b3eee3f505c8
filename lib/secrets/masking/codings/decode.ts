import { escapeAt, nameEscapeAt, percentAt } from '../escapes.ts';
import { type Reading, rewriting } from '../reading.ts';
import { referenceAt, type Spelled } from '../references.ts';
import { misreadAt } from './misread.ts';

/** Where something encoded can begin; a run of backslashes is one beginning. */
const BEGINNING = /[%&\u00C2-\u00F4]|\\+|_[xX](?=[0-9a-fA-F]{4})/g;

/**
 * Decodes once whatever is encoded in a reading: percent escapes, references of XML and HTML, escapes behind
 * backslashes, those of .NET in names, UTF-8 read as Latin-1. Each kind is looked for at every place, because a text may
 * mix them.
 * @param deep whether what was encoded by one kind again and again is decoded down to its ground: the number of
 *   rounds is limited, and a server may encode as often as it likes
 * @returns the reading itself where nothing is encoded
 */
export function decodeOnce(before: Reading, deep: boolean): Reading {
  const { text } = before;
  const made = rewriting(before);
  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(text); found; found = BEGINNING.exec(text)) {
    const spelled = spelledAt(text, found.index, deep);
    if (!spelled) continue;
    const end = found.index + spelled.length;
    made.replace(found.index, end, spelled.text);
    BEGINNING.lastIndex = end;
  }
  return made.done();
}

function spelledAt(text: string, index: number, deep: boolean): Spelled | undefined {
  switch (text.charAt(index)) {
    case '%':
      return nested(text, index, deep ? '25' : '', percentAt);
    case '&':
      return nested(text, index, deep ? 'amp;' : '', referenceAt);
    case '\\':
      return escapeAt(text, index);
    case '_':
      return nameEscapeAt(text, index);
    default:
      return misreadAt(text, index);
  }
}

/** Reads a spelling behind as many layers of the same kind as there are: `%252541`, `&amp;amp;lt;`. */
function nested(
  text: string,
  index: number,
  layer: string,
  read: (text: string, index: number) => Spelled | undefined,
): Spelled | undefined {
  let layers = 0;
  if (layer !== '') while (text.startsWith(layer, index + 1 + layers)) layers += layer.length;
  const inner = read(text, index + layers);
  if (inner) return { text: inner.text, length: inner.length + layers };
  return layers === 0 ? undefined : { text: text.charAt(index), length: layers + 1 };
}
