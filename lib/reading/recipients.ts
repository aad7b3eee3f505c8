import type { SendCall } from '../model/contract.ts';
import type { Delivery } from '../model/judging/evidence.ts';
import type { NumberFound, ObservedFact, Recipient } from '../model/judging/reply.ts';
import { addTo } from '../text/add-to.ts';

/** A recipient whose texts are still being found. */
type Compared = Recipient & { readonly sent: string[]; readonly found: NumberFound[] };

/** Compares delivery results with recipients, in any order and notation; null where there is nothing to compare. */
export function recipientsIn(deliveries: readonly Delivery[], { operation, values }: SendCall) {
  const { name: parameter, echo: field } = operation.recipients;
  const sent = values[parameter];
  const [first] = deliveries;
  if (sent === undefined || !first) return null;
  const { all, add, alike } = byEnding<Compared>();
  for (const number of [sent].flat()) {
    const before = alike(number).find((known) => isSameSubscriber(known.number, number));
    const recipient = before ?? { number, sent: [], found: [] };
    recipient.sent.push(number);
    if (!before) add(recipient);
  }
  const strangers: NumberFound[] = [];
  const unreadable: NumberFound[] = [];
  for (const { path, texts } of deliveries) {
    const number: NumberFound = { text: texts[field], path: `${path}/${field}` };
    const candidates = alike(number.text);
    const recipient =
      candidates.find((candidate) => isSameSubscriber(candidate.number, number.text)) ??
      candidates.find((candidate) => isSameSubscriber(candidate.number, bareDigits(number.text)));
    (recipient?.found ?? (isSubscriberNumber(number.text) ? strangers : unreadable)).push(number);
  }
  const path = first.path.replace(/\[1\]$/, '');
  return { all, strangers, unreadable, path, field, parameter };
}

/**
 * Returns the place of each delivery result among the recipients, by its number in any notation; each place once, and -1
 * where none is left.
 */
export function recipientPlaces(found: readonly string[], sent: readonly string[]): readonly number[] {
  const byText = takenPlaces(found, sent, (text, free) => free.find(({ number }) => number === text));
  if (!byText.includes(-1)) return byText;
  // A list may have one subscriber in several notations, and a gateway may write them all alike.
  return takenPlaces(found, sent, (text, free, index) => {
    const same = free.filter(({ number }) => isSameSubscriber(number, text));
    return same.find(({ place }) => place === index) ?? same.find(({ number }) => number === text) ?? same[0];
  });
}

/** Returns the places as `recipientPlaces` does; delivery results of no recipient take the places that are left. */
export function deliveryPlaces(found: readonly string[], sent: readonly string[]): readonly number[] {
  const known = recipientPlaces(found, sent);
  const taken = new Set(known);
  const free = found.map((_, place) => place).filter((place) => !taken.has(place));
  return known.map((place) => (place < 0 ? (free.shift() ?? 0) : place));
}

/** Returns whether delivery results have the order of their recipients; a missing delivery result does not count. */
export function deliveryOrder(places: readonly number[]): ObservedFact {
  return {
    kind: places.every((place, index) => place > (places[index - 1] ?? -1)) ? 'in-order' : 'another-order',
  };
}

interface Place {
  readonly number: string;
  readonly place: number;
}

/** Gives each delivery result the place that is chosen for it among those that are still free. */
function takenPlaces(
  found: readonly string[],
  sent: readonly string[],
  choose: (text: string, free: readonly Place[], index: number) => Place | undefined,
): readonly number[] {
  const { add, alike } = byEnding<Place>();
  for (const [place, number] of sent.entries()) add({ number, place });
  const taken = new Set<Place>();
  return found.map((text, index) => {
    const free = alike(text).filter((place) => !taken.has(place));
    const chosen = choose(text, free, index);
    if (!chosen) return -1;
    taken.add(chosen);
    return chosen.place;
  });
}

/** Keeps recipients by the ending of their numbers, because a list may have thousands. */
function byEnding<Kept extends { readonly number: string }>() {
  const all: Kept[] = [];
  const groups = new Map<string, Kept[]>();
  return {
    all,
    add: (recipient: Kept): void => {
      all.push(recipient);
      addTo(groups, lastDigits(recipient.number), recipient);
    },
    /** Returns the recipients whose numbers may be that number. */
    alike: (number: string): readonly Kept[] => {
      const ending = lastDigits(number);
      return ending === '' ? all : [...(groups.get(ending) ?? []), ...(groups.get('') ?? [])];
    },
  };
}

/** Last digits that all the ways to write a number share; empty for a shorter one, which may be the end of any. */
const ENDING = 4;

function lastDigits(number: string): string {
  const digits = number.replace(/\(0\)|\D/g, '');
  return digits.length < ENDING ? '' : digits.slice(-ENDING);
}

/** Returns the digits of a text; nothing where others may be hidden. */
function bareDigits(text: string): string {
  return text.includes('*') ? '' : text.replace(/\D/g, '');
}

/** Digits of a number with what may be dialled before it; ITU-T E.164 has fifteen at most. */
const MOST_DIGITS = 18;

/** True if a text is certainly a number: digits other than zeros, a plus sign and separators, perhaps as a URI (RFC 3966). */
function isSubscriberNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return /^(?:[a-z]+:)?\+?[\d\s()./-]+$/i.test(text) && /[1-9]/.test(digits) && digits.length <= MOST_DIGITS;
}

/** True if two numbers are one subscriber: the same digits, or those of one behind the country code of the other. */
export function isSameSubscriber(sent: string, found: string): boolean {
  if (sent === found) return true;
  const foundAs = significantDigits(found);
  const isFound = (was: string, is: string) =>
    was === is || isBehindCountryCode(is, was) || (isNational(sent) && isBehindCountryCode(was, is));
  return significantDigits(sent).some((was) => foundAs.some((is) => isFound(was, is)));
}

/** Digits of a number without its country code at most. */
const NATIONAL_DIGITS = 11;

/** True if a number that was sent may lack its country code. A number that has a code has no other. */
function isNational(sent: string): boolean {
  const digits = sent.replace(/\D/g, '');
  if (sent.startsWith('+') || digits.startsWith('00')) return false;
  return digits.startsWith('0') || digits.length <= NATIONAL_DIGITS;
}

function isBehindCountryCode(national: string, whole: string): boolean {
  return whole === `${SHORT_CODES.exec(whole)?.[0] ?? whole.slice(0, 3)}${national}`;
}

/** Country codes of ITU-T E.164 with one digit and with two; all others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns the digits that a number can mean without what is dialled before it: zeros, or the 011 of North America. */
function significantDigits(number: string): readonly string[] {
  if (!/^\+?[\d\s()-]+$/.test(number)) return [];
  const digits = number.replace(/\(0\)|\D/g, '');
  const dialled = digits.startsWith('011') ? [digits.slice(3)] : [];
  return [digits.replace(/^0+/, ''), ...dialled];
}
