import type { Parameter } from '../../model/contract.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';

/** The parameter of the send with that role, and the texts it carried. */
export function sentTexts(
  { sent }: ReplyEvidence,
  role: NonNullable<Parameter['role']>,
): { readonly parameter: Parameter; readonly texts: readonly string[] } | null {
  if (!sent) return null;
  const parameter = sent.operation.parameters.find((candidate) => candidate.role === role);
  const value = parameter && sent.values[parameter.name];
  return parameter && value !== undefined ? { parameter, texts: [value].flat() } : null;
}

/** XPath of a delivery result, counted from 0. */
export function deliveryPath({ payload, contract }: ReplyEvidence, index: number): string {
  const list = contract.packetResult.fields.find((field) => field.type === 'list');
  // Stryker disable next-line StringLiteral: for the types only: the contract has a list, a packet every field
  // Stryker disable next-line OptionalChaining: for the types only: the contract has a list
  return `${payload.path}/${list?.name ?? ''}/${list?.item ?? ''}[${index + 1}]`;
}

/** A number of a delivery result, and where it appears. */
type ToldNumber = Readonly<Record<'text' | 'path', string>>;

/** A recipient of the packet: how often the request names it, and how many delivery results are for it. */
export interface Recipient {
  readonly number: string;
  readonly given: number;
  told: number;
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
  const field = sent?.parameter.echo;
  if (!sent || field === undefined || deliveries.length === 0) return null;
  const recipients = recipientsOf(sent.texts);
  // No recipients of the packet; texts that cannot be read as a number, so that any recipient may be meant; and
  // recipients in a notation that is no plain number, with the number that was sent.
  const strangers: ToldNumber[] = [];
  const unreadable: ToldNumber[] = [];
  const otherNotation: (ToldNumber & { readonly number: string })[] = [];
  deliveries.forEach((delivery, i) => {
    const told: ToldNumber = { text: delivery[field] ?? '', path: `${deliveryPath(evidence, i)}/${field}` };
    const same =
      recipients.find(({ number }) => number === told.text) ??
      recipients.find(({ number }) => isSameSubscriber(number, told.text));
    const found = same ?? recipients.find(({ number }) => isSameSubscriber(number, digitsOf(told.text)));
    if (found) {
      found.told += 1;
      if (!same) otherNotation.push({ ...told, number: found.number });
    } else if (isNumber(told.text)) strangers.push(told);
    else unreadable.push(told);
  });
  const names = { field, parameter: sent.parameter.name };
  const path = deliveryPath(evidence, 0).replace(/\[1\]$/, '');
  return { recipients, strangers, unreadable, otherNotation, path, names };
}

function recipientsOf(numbers: readonly string[]): readonly Recipient[] {
  const recipients: { number: string; given: number; told: number }[] = [];
  for (const number of numbers) {
    const before = recipients.find((one) => isSameSubscriber(one.number, number));
    if (before) before.given += 1;
    else recipients.push({ number, given: 1, told: 0 });
  }
  return recipients;
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
