import type { Reading } from '../reading.ts';

const NUL = '\0';

/**
 * A reading without the U+0000 in it, which UTF-16 and UTF-32 have beside every letter of ASCII where a text shows
 * their bytes: nothing that is encoded is seen with them inside, such as `&\0a\0m\0p\0;`.
 * @returns nothing where there is none
 */
export function withoutNuls(before: Reading): Reading | undefined {
  if (!before.text.includes(NUL)) return undefined;
  const text = before.text.replaceAll(NUL, '');
  // Nearly always nothing is found in a reading, and then nobody asks for places.
  let places: Uint32Array | undefined;
  const place = (index: number) => {
    places ??= placesOfOthers(before.text, text.length);
    return places[index] ?? 0;
  };
  return { text, from: (index) => before.from(place(index)), to: (index) => before.to(place(index)) };
}

/** Where the units stand that are no U+0000. */
function placesOfOthers(text: string, count: number): Uint32Array {
  const places = new Uint32Array(count);
  let others = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) === 0) continue;
    places[others] = index;
    others += 1;
  }
  return places;
}
