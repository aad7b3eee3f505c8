/** More attributes than any document of this kind has, and few enough for libxml2, which compares each with each. */
export const MOST_ATTRIBUTES = 1000;

/** An attribute takes five characters, the space in front of it included: shorter documents need no look. */
const SHORTEST = MOST_ATTRIBUTES * 5;

/**
 * Where a start tag has more attributes than `MOST_ATTRIBUTES`, or -1. Runs before the parser: its time grows with
 * the square of the number (a hundred thousand take it fifteen seconds), so that one reply could stop a run.
 */
export function crowdedTag(text: string): number {
  if (text.length < SHORTEST) return -1;
  let at = text.indexOf('<');
  while (at >= 0) {
    let end: number;
    if (text.startsWith('<!--', at)) end = text.indexOf('-->', at + 4);
    else if (text.startsWith('<![CDATA[', at)) end = text.indexOf(']]>', at + 9);
    else if (text.startsWith('<?', at)) end = text.indexOf('?>', at + 2);
    else {
      end = endOfTag(text, at);
      if (end === CROWDED) return at;
    }
    if (end < 0) return -1;
    at = text.indexOf('<', end);
  }
  return -1;
}

const CROWDED = -2;

/** Index of the `>` that ends a tag, -1 where none does, or `CROWDED`. */
function endOfTag(text: string, start: number): number {
  let attributes = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return at;
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1);
      if (at < 0) return -1;
    } else if (character === '=') {
      attributes += 1;
      if (attributes > MOST_ATTRIBUTES) return CROWDED;
    }
  }
  return -1;
}
