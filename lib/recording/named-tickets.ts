import { isUtf8 } from 'node:buffer';
import type { Contract } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import { withoutCodings } from '../reading/headers.ts';
import { unescaped } from '../secrets/decodings.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { isWithin } from '../text/nearest.ts';
import { isPlaceholder } from '../text/placeholder.ts';
import { remembered } from '../text/remembered.ts';

/** Characters that a value has at least to be taken for a ticket; shorter ones would blank reports. */
const LEAST = 4;

/** Tickets of one request, in all their spellings: a mask takes time for each. */
const MOST = 20;

/** Fields of one request, as many as recordings and listeners read. */
const MOST_FIELDS = 20_000;

/** Names that are looked at in one request: several for each field or element, and each takes some microseconds. */
const MOST_NAMES = 200_000;

/** Characters of a name; what is longer is none. */
const MOST_OF_NAME = 200;

/** What other services call a secret: the contract has no use for it, so it is a ticket in the wrong place (§5). */
const OTHER_SECRET = /^(?:x?(?:api|access|auth)?(?:token|password|secret)|x?apikey)$/;

/** Members of an object of JSON that is looked at for a name of the ticket among its values. */
const MOST_MEMBERS = 100;

/** What is no secret, beside placeholders. */
const NO_SECRET = /^(?:true|false|[*?\s]+)$/i;

/**
 * `name = value` as an attribute, a member of JSON, a line or a cookie; a value in quotes may be cut off. Every repetition
 * is bounded, so that the time is in proportion to the text.
 */
const PAIR =
  /(?<![\w.:%-])([\w.:%-]{1,64})\\?["']?\s{0,20}(?:=>|[=:])\s{0,20}(?:\[\s{0,20})?(?:\\?"((?:[^"\\]|\\(?!")[\s\S])*)|'([^']*)|([^\s&<>"',;}\]]+))/g;

/** A CDATA section or a text, or else a tag; all may be cut off. */
const TOKEN =
  /(<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|[^<]+)|<(\/?)(?:[\w.-]{1,64}:)?([\w.-]{1,64})((?:[^<>"']{1,2000}|"[^"<]*(?:"|$)|'[^'<]*(?:'|$)){0,200})>?/g;

/** Attributes that say something about a value and are none. */
const ABOUT_VALUE =
  /^xmlns(?::|$)|(?:^|:)(?:type|nil|lang|space|encodingStyle|mustUnderstand|actor|role|relay)$/;

/** A part of a multipart body, from its name to the next boundary. */
const PART =
  /\bname\s?=\s?"?([^"\r\n;]{1,64})[^\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,5}\r?\n\r?\n([\s\S]*?)(?=\r?\n--|$)/gi;

/**
 * Returns the values in a request that are named like the ticket of the contract: in another letter case, with dashes,
 * as `Ticket` or misspelt; in the path, a header or the body, readable or not. A client that misspells a name sends a
 * secret all the same.
 * @returns why a request is not read where it has more than could be masked in good time
 */
export function namedTickets(request: WireRequest, contract: Contract): Result<readonly string[], string> {
  const more = (most: number, what: string) =>
    ({ ok: false, error: `it has more than ${most} ${what}, the limit of one request` }) as const;
  const body = Buffer.from(request.body ?? []).toString('latin1');
  // An envelope has references, which begin as a field does.
  const forms = [request.path, /^\W*</.test(body.slice(0, 100)) ? '' : body];
  const isMore = forms.some((form) => form.split('&', MOST_FIELDS + 1).length > MOST_FIELDS);
  if (isMore) return more(MOST_FIELDS, 'fields');
  const names = namesOf(contract);
  const found = new Set<string>();
  let looked = 0;
  for (const [name, value, place] of namedValues(request, names)) {
    looked += 1;
    if (looked > MOST_NAMES) return more(MOST_NAMES, 'names');
    if (place !== 'ticket' && !names.isTicket(name, place)) continue;
    for (const text of [value.trim(), value.trim().replaceAll('+', ' ')]) {
      const isOpen = isPlaceholder(text) || NO_SECRET.test(text) || text.includes(MASKED);
      const isSecret = text.length >= LEAST && !isOpen;
      if (isSecret && !names.isTicket(text, 'beside') && !names.isOther(text)) found.add(text);
      if (found.size > MOST) return more(MOST, 'different tickets');
    }
  }
  return { ok: true, value: [...found] };
}

/** A name with its value. `beside`: the name is a value before, which may be a ticket itself. `ticket`: it is one for certain. */
type Named = readonly [name: string, value: string, place?: 'beside' | 'ticket'];

/** Yields everything in a request that has a name, decoded once more where it is encoded. */
function* namedValues(request: WireRequest, names: Names): Generator<Named> {
  const { path, headers } = request;
  const body = Buffer.from(withoutCodings(request).body);
  yield* headers;
  for (const [name, value] of headers) {
    if (!/^(?:proxy-)?authorization$/i.test(name)) continue;
    // `Basic` has the octets of `user:password` (RFC 7617 §2), other schemes mostly the secret itself.
    const [scheme = '', credentials = ''] = value.trim().split(/\s+/, 2);
    yield [name, credentials || scheme, 'ticket'];
    const userAndPassword = Buffer.from(credentials, 'base64').toString();
    if (/^basic$/i.test(scheme)) yield [name, userAndPassword.replace(/^[^:]*:/, ''), 'ticket'];
  }
  yield* path.split(/[/?]/).map((segment, index, all): Named => [segment, all[index + 1] ?? '', 'beside']);
  // UTF-16 without the zero bytes of its ASCII characters.
  const text = body.toString(isUtf8(body) ? 'utf8' : 'latin1').replaceAll('\0', '');
  for (const part of [path, ...headers.map(([, value]) => value), text]) {
    for (const field of part.split(/[&?]/)) {
      const end = field.indexOf('=');
      if (end <= 0 || end > MOST_OF_NAME) continue;
      const name = field.slice(0, end);
      const value = field.slice(end + 1);
      yield [unescaped(name)?.text ?? name, value];
      yield* valuesInJson(unescaped(value)?.text ?? value, names);
    }
    yield* valuesInJson(part, names);
    for (const text of [part, unescaped(part)?.text ?? '']) {
      yield* valuesIn(text);
      yield* valuesInXml(text, names);
    }
  }
}

/**
 * Yields names and values in a text, and within the values. A value names the next value too: maps and lists of parameters
 * write a name as the value before (`<key>ServiceTicket</key><value>…`, `"name": "ServiceTicket", "value": …`).
 */
function* valuesIn(text: string, isWhole = true): Generator<Named> {
  let last = '';
  for (const [, name = '', double, single, bare = ''] of text.matchAll(PAIR)) {
    const value = double ?? single ?? bare;
    yield [name, value];
    yield [last, value, 'beside'];
    if (isWhole) yield* valuesIn(value, false);
    last = value === '{' ? name : value;
  }
  for (const [, name = '', value = ''] of text.matchAll(PART)) yield [name.replace(' ', ''), value];
}

/** Yields names and values in JSON: a ticket may be at any depth below its name, and before the name in an object. */
function* valuesInJson(text: string, { isTicket, isOther }: Names): Generator<Named> {
  if (!/^\s*[[{]/.test(text)) return;
  const waiting: (readonly [name: string, value: unknown, isWithin: boolean])[] = [];
  try {
    waiting.push(['', JSON.parse(text), false]);
  } catch {
    return;
  }
  for (const [name, value, isWithin] of waiting) {
    if (typeof value !== 'object' || value === null) {
      yield isWithin ? ['', String(value), 'ticket'] : [name, String(value)];
      continue;
    }
    const members = Object.entries(value) as [string, unknown][];
    const isName = ([key, member]: (typeof members)[0]) =>
      typeof member === 'string' && !isOther(key) && isTicket(member, 'beside');
    const isNamed = members.length <= MOST_MEMBERS && members.some(isName);
    for (const [key, member] of members)
      waiting.push([key, member, isWithin || isTicket(key) || (isNamed && !isOther(key))]);
  }
}

/**
 * Yields names and values in XML, which need not be well-formed. In an element that is named like the ticket, or has an attribute
 * that is, every attribute and whatever is in it may be the ticket.
 */
function* valuesInXml(xml: string, { isTicket, isOther }: Names): Generator<Named> {
  let last = '';
  /** Open elements from the one of the ticket on. */
  let depth = 0;
  for (const [, text = '', end, name, attributes = ''] of xml.matchAll(TOKEN)) {
    // Comments and instructions of the processor end within a text.
    for (const value of text.split(/^<!\[CDATA\[|\]\]>$|^<?(?:!--|\?)|-->|\?>/)) {
      yield depth > 0 ? ['', value, 'ticket'] : [last, value, 'beside'];
      last = value.trim() || last;
    }
    if (name === undefined) continue;
    // The end tag of the ticket may be missing.
    if (isOther(name)) depth = 0;
    const values = attributeValues(attributes);
    const isNamed = depth > 0 || [name, ...values].some((word) => isTicket(word));
    for (const value of values) yield isNamed ? ['', value, 'ticket'] : [name, ''];
    if (isNamed) depth = Math.max(0, depth + levelsOf(end, attributes));
  }
}

/** Counts the levels that a tag goes down, or up by -1. */
function levelsOf(end: string | undefined, attributes: string): number {
  if (end) return -1;
  return attributes.endsWith('/') ? 0 : 1;
}

function attributeValues(attributes: string): readonly string[] {
  return Array.from(
    attributes.replace(/\/$/, '').matchAll(PAIR),
    ([, name = '', double, single, bare = '']) => (ABOUT_VALUE.test(name) ? '' : (double ?? single ?? bare)),
  );
}

type Names = ReturnType<typeof namesOf>;

/** Tells names of the ticket from other names of the contract, as a list of parameters or the text of a schema has them. */
function namesOf({ operations }: Contract) {
  const folded = (text: string) =>
    text
      .replace(/[ıİ]/g, 'i')
      .toLowerCase()
      .replace(/[^a-z\d]/g, '');
  const names = [...new Set(operations.map(({ ticket }) => ticket.name))];
  const whole = names.map(folded);
  // The last word of the name: `Ticket`.
  const short = names.map((name) => folded(/[A-Z]?[a-z]+$/.exec(name)?.[0] ?? name));
  const words = operations.flatMap((operation) =>
    [operation, ...operation.parameters].map(({ name }) => name),
  );
  const otherWords = new Set(words.filter((word) => !names.includes(word)));
  // Names of elements are mostly the same.
  const likeness = remembered((name) => {
    if (name.length > MOST_OF_NAME || /[<>{}\s]/.test(name)) return 'other';
    const text = folded(name);
    if (short.some((word) => isWithin(1, text, word))) return 'near';
    if (whole.some((word) => isWithin(2, text, word))) return 'near';
    return short.some((word) => text.includes(word)) || OTHER_SECRET.test(text) ? 'has it' : 'other';
  });
  return {
    isTicket: (name: string, place?: Named[2]): boolean => {
      const found = likeness(name);
      return found === 'near' || (found === 'has it' && place === undefined);
    },
    isOther: (name: string) => otherWords.has(name),
  };
}
