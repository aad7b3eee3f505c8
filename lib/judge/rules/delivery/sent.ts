import type { EchoedParameter } from '../../../model/contract.ts';
import type { ReplyEvidence } from '../../../model/judging/evidence.ts';

/** The parameter of the send with that role, and the texts it carried. */
export function sentTexts(
  { sent }: ReplyEvidence,
  role: 'recipients' | 'text',
): { readonly parameter: EchoedParameter; readonly texts: readonly string[] } | null {
  if (!sent) return null;
  const parameter = sent.operation[role];
  const value = sent.values[parameter.name];
  return value === undefined ? null : { parameter, texts: [value].flat() };
}

/** XPath of a delivery result, counted from 0. */
export function deliveryPath(evidence: ReplyEvidence, index: number): string {
  return `${listPath(evidence)}/${evidence.contract.packetResult.list.item}[${index + 1}]`;
}

/** XPath of the list of delivery results. */
export function listPath({ payload, contract }: ReplyEvidence): string {
  return `${payload.path}/${contract.packetResult.list.name}`;
}

/** A number of a delivery result, and where it appears. */
type ToldNumber = Readonly<Record<'text' | 'path', string>>;

/** A recipient of the packet: how the request writes its number, each time that it names it, and the delivery results for it. */
export interface Recipient {
  readonly number: string;
  readonly sent: readonly string[];
  readonly told: readonly ToldNumber[];
}

/** The delivery results of a reply, compared with the recipients of the send. */
export type ToldNumbers = NonNullable<ReturnType<typeof toldNumbers>>;

/**
 * Compares the delivery results with the recipients, as sets of subscribers: the contract does not say in which order
 * or notation they come back. Returns null where there is nothing to compare; the list may be empty ("zero or more").
 */
export function toldNumbers(evidence: ReplyEvidence) {
  const sent = sentTexts(evidence, 'recipients');
  const { deliveries } = evidence.packet;
  if (!sent || deliveries.length === 0) return null;
  const field = sent.parameter.echo;
  const recipients = recipientsOf(sent.texts);
  // No recipients of the packet; and texts that cannot be read as a number, so that any recipient may be meant.
  const strangers: ToldNumber[] = [];
  const unreadable: ToldNumber[] = [];
  deliveries.forEach((delivery, i) => {
    const told: ToldNumber = { text: delivery[field], path: `${deliveryPath(evidence, i)}/${field}` };
    const found =
      recipients.find(({ number }) => number === told.text) ??
      recipients.find(({ number }) => isSameSubscriber(number, told.text)) ??
      recipients.find(({ number }) => isSameSubscriber(number, digitsOf(told.text)));
    if (found) found.told.push(told);
    else if (isNumber(told.text)) strangers.push(told);
    else unreadable.push(told);
  });
  const names = { field, parameter: sent.parameter.name };
  const path = deliveryPath(evidence, 0).replace(/\[1\]$/, '');
  return { recipients, strangers, unreadable, path, names };
}

function recipientsOf(numbers: readonly string[]) {
  const recipients: { readonly number: string; readonly sent: string[]; readonly told: ToldNumber[] }[] = [];
  for (const number of numbers) {
    const before = recipients.find((one) => isSameSubscriber(one.number, number));
    if (before) before.sent.push(number);
    else recipients.push({ number, sent: [number], told: [] });
  }
  return recipients;
}

/** Delivery results for a recipient that are written otherwise than the request writes it, each with what that is. */
export function rewritten({ number, sent, told }: Recipient) {
  const left = [...sent];
  const others = told.filter(({ text }) => {
    const place = left.indexOf(text);
    if (place >= 0) left.splice(place, 1);
    // One that came more often than it was sent is the affair of delivery/once-each.
    return place < 0 && (!sent.includes(text) || told.length <= sent.length);
  });
  return others.map((one, place) => ({ ...one, number: left[place] ?? number }));
}

/** The digits of a text with the plus sign in front of them; nothing where digits may be hidden. */
function digitsOf(text: string): string {
  if (text.includes('*')) return '';
  return `${/^\D*\+/.test(text) ? '+' : ''}${text.replace(/\D/g, '')}`;
}

/** Digits of a number with what may be dialled before it; ITU-T E.164 has fifteen at most. */
const MOST_DIGITS = 18;

/** Whether a text is a number for certain: digits other than zeros, a plus sign and separators, perhaps as a URI (RFC 3966). */
function isNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return /^(?:[a-z]+:)?\+?[\d\s()./-]+$/i.test(text) && /[1-9]/.test(digits) && digits.length <= MOST_DIGITS;
}

/** Whether two numbers are one subscriber: the same digits, or those of one behind the country code of the other. */
export function isSameSubscriber(sent: string, told: string): boolean {
  const toldAs = significantDigits(told);
  const isTold = (one: string) =>
    toldAs.some(
      (other) =>
        one === other ||
        isBehindCountryCode(other, one) ||
        (isNational(sent) && isBehindCountryCode(one, other)),
    );
  return sent === told || significantDigits(sent).some(isTold);
}

/** Digits of a number without its country code at most. */
const NATIONAL_DIGITS = 11;

/** Whether a number that was sent may lack its country code: one that has it has that one and no other. */
function isNational(sent: string): boolean {
  const digits = sent.replace(/\D/g, '');
  if (sent.startsWith('+') || digits.startsWith('00')) return false;
  return digits.startsWith('0') || digits.length <= NATIONAL_DIGITS;
}

function isBehindCountryCode(national: string, whole: string): boolean {
  return whole === `${countryCode(whole)}${national}`;
}

/** Country codes of ITU-T E.164 with one digit and with two; all others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

function countryCode(number: string): string {
  return SHORT_CODES.exec(number)?.[0] ?? number.slice(0, 3);
}

/**
 * The digits that a number can mean without what is dialled before it: zeros, or the 011 of North America, which may
 * be the beginning of a number as well. None where there is more than digits and separators.
 */
function significantDigits(number: string): readonly string[] {
  if (!/^\+?[\d\s()-]+$/.test(number)) return [];
  const digits = number.replace(/\(0\)|\D/g, '');
  const dialled = digits.startsWith('011') ? [digits.slice(3)] : [];
  return [digits.replace(/^0+/, ''), ...dialled];
}
