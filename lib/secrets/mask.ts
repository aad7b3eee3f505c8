import type { Masked } from '../model/running/masked.ts';
import { octetsOf } from './masking/codings/mail-coding.ts';
import { mayBeCut, upToCut } from './masking/cuts.ts';
import { findNumbers, knownNumbers } from './masking/find-numbers.ts';
import { type SecretFinder, type Span, secretFinder } from './masking/find-secrets.ts';
import { type Place, replaceAt } from './masking/place.ts';
import type { Reading } from './masking/reading.ts';
import { readingsOf, type Sought, uncodedReadingsOf } from './masking/readings.ts';
import { isShort } from './masking/secret-pattern.ts';

/** Takes every secret out of a text. */
export type Mask = (text: string) => Masked;

export const MASKED = '***';

/**
 * The one choke point for secrets: replaces each of them, in every way a request, a reply or a report can write
 * it, by `***`, and subscriber numbers by a label of their own such as `***01`. Everything that came from a user, a
 * target or the runtime goes through it before it is printed, attached or written; our own words do not, so that
 * a ticket that is one of them neither spoils a report nor is given away by the holes.
 */
export function maskFor(tickets: readonly string[], numbers: readonly string[] = []): Mask {
  const known = knownNumbers(numbers);
  const distinct = [...new Set(tickets)].filter((secret) => secret !== '');
  if (distinct.length === 0 && known.lengths.length === 0) return ownText;
  const long = distinct.filter((secret) => !isShort(secret));
  const ofLong = placesOf(secretFinder(long));
  const short = distinct.filter(isShort);
  const ofShort = placesOf(secretFinder(short));
  const sought = soughtIn(long, numbers, known.lengths);
  const isCoded = long.length > 0 || known.lengths.length > 0;
  return remembering((text) => {
    const isCut = mayBeCut(text);
    const places = [
      ...(short.length > 0 ? uncodedReadingsOf(text) : []).flatMap((reading) =>
        ofShort(reading, text, isCut),
      ),
      ...(isCoded ? readingsOf(text, sought) : []).flatMap((reading) => [
        ...ofLong(reading, text, isCut),
        ...findNumbers(reading.text, known).map(({ span, label }) => placeOf(reading, span, label)),
      ]),
    ];
    return ownText(replaceAt(text, places));
  });
}

/** Where secrets are said in a reading of a text, and begun where the text is cut soon behind. */
function placesOf(secrets: SecretFinder) {
  return (reading: Reading, text: string, isCut: boolean): readonly Place[] => {
    const masked = (span: Span) => placeOf(reading, span, MASKED);
    const begun = isCut ? secrets.beginnings(reading.text) : [];
    return [
      ...secrets.whole(reading.text).map(masked),
      ...begun.map(masked).flatMap((place) => upToCut(text, place)),
    ];
  };
}

/** Characters of a text that may come again: a title or the name of a file, and no reply. */
const SHORT = 200;

/** Short texts that are remembered at a time. */
const MOST_REMEMBERED = 1_000;

/** Looks at a short text once: the words of a case come again with every binding and every variant. */
function remembering(mask: Mask): Mask {
  const known = new Map<string, Masked>();
  return (text) => {
    if (text.length > SHORT) return mask(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const masked = mask(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, masked);
    return masked;
  };
}

/** Vouches for a text: it is our own, or is put together from our own words and from what was masked. */
export function ownText(text: string): Masked {
  return text as Masked;
}

function placeOf(reading: Reading, [begin, end]: Span, label: string): Place {
  return { begin: reading.from(begin), end: reading.to(end - 1), label };
}

/** Characters of a secret without those that one of its spellings may leave out. */
function significant(secret: string): number {
  return secret.replace(/[-{}()]/g, '').length;
}

/** Bytes from which on their coding is no accident. */
const LEAST_CODED = 3;

/** What coded text needs to hold one of these, wherever in a longer one it begins. */
function soughtIn(
  secrets: readonly string[],
  numbers: readonly string[],
  lengths: readonly number[],
): Sought {
  const bytes = Math.max(LEAST_CODED, Math.min(...secrets.map(significant), ...lengths));
  const octets = octetsOf([...secrets, ...numbers]);
  return { base64: Math.floor((bytes * 8) / 6) - 1, hex: bytes * 2, octets };
}
