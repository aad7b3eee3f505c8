import { isUtf8 } from 'node:buffer';
import { withoutCodings } from '../judge/reading/headers.ts';
import type { Contract } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import { unescaped } from '../secrets/decodings.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { isWithin } from '../text/nearest.ts';

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

/** Placeholders that tools write into a request. */
const NO_SECRET = /^(?:true|false|null|none|nil|undefined|string|[*?\s]+)$/i;

/**
 * `name = value` as an attribute, a member of JSON, a line or a cookie; a value in quotes may be cut off. Every repetition
 * is bounded, so that the time is in proportion to the text.
 */
const PAIR =
  /(?<![\w.:%-])([\w.:%-]{1,64})\\?["']?\s{0,20}(?:=>|[=:])\s{0,20}(?:\[\s{0,20})?(?:\\?"((?:[^"\\]|\\(?!")[\s\S])*)|'([^']*)|([^\s&<>"',;}\]]+))/g;

/** An element, and behind it its text, also in elements or a CDATA section within it; its end tag may be cut off. */
const ELEMENT =
  /<(?:[\w.-]{1,64}:)?([\w.-]{1,64})(\s[^<>]{0,2000})?(?<!\/)>(?=(?:\s{0,200}<(?![/!])[^<>]{0,2000}(?<!\/)>){0,3}\s{0,200}(?:<!\[CDATA\[([\s\S]{0,1000}?)(?:\]\]>|$)|([^<]*)))/g;

/** A part of a multipart body, from its name to the next boundary. */
const PART =
  /\bname\s?=\s?"?([^"\r\n;]{1,64})[^\n]{0,200}(?:\r?\n[^\r\n]{1,200}){0,5}\r?\n\r?\n([\s\S]*?)(?=\r?\n--|$)/gi;

/**
 * Returns the values in a request of whatever is named like the ticket of the contract: in another letter case, with dashes,
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
  const { operations } = contract;
  const isTicket = ticketNames(contract);
  // Names beside a name, as a list of parameters or the text of a schema has them.
  const words = operations.flatMap(({ name, parameters }) => [name, ...parameters.map((one) => one.name)]);
  const found = new Set<string>();
  let names = 0;
  for (const [name, value, place] of namedValues(request)) {
    names += 1;
    if (names > MOST_NAMES) return more(MOST_NAMES, 'names');
    if (place !== 'credentials' && !isTicket(name, place)) continue;
    for (const text of [value.trim(), value.trim().replaceAll('+', ' ')]) {
      const isSecret = text.length >= LEAST && !NO_SECRET.test(text) && !text.includes(MASKED);
      if (isSecret && !isTicket(text, 'beside') && !words.includes(text)) found.add(text);
      if (found.size > MOST) return more(MOST, 'different tickets');
    }
  }
  return { ok: true, value: [...found] };
}

/**
 * A name with its value. `beside`: the name is a value before, which may be a ticket itself. `credentials`: what a header
 * authenticates with, which the contract has no use for: a ticket in the wrong place (§5).
 */
type Named = readonly [name: string, value: string, place?: 'beside' | 'credentials'];

/** Returns everything in a request that has a name, decoded once more where it is encoded. */
function* namedValues(request: WireRequest): Generator<Named> {
  const { path, headers } = request;
  const body = Buffer.from(withoutCodings(request).body);
  yield* headers;
  for (const [name, value] of headers) {
    if (!/^(?:proxy-)?authorization$/i.test(name)) continue;
    // `Basic` has the octets of `user:password` (RFC 7617 §2), other schemes mostly the secret itself.
    const [scheme = '', credentials = ''] = value.trim().split(/\s+/, 2);
    yield [name, credentials, 'credentials'];
    const userAndPassword = Buffer.from(credentials, 'base64').toString();
    if (/^basic$/i.test(scheme)) yield [name, userAndPassword.replace(/^[^:]*:/, ''), 'credentials'];
  }
  // UTF-16 without the zero bytes of its ASCII characters.
  const text = body.toString(isUtf8(body) ? 'utf8' : 'latin1').replaceAll('\0', '');
  for (const part of [path, ...headers.map(([, value]) => value), text]) {
    for (const field of part.split(/[&?]/)) {
      const end = field.indexOf('=');
      if (end <= 0 || end > MOST_OF_NAME) continue;
      const name = field.slice(0, end);
      yield [unescaped(name)?.text ?? name, field.slice(end + 1)];
    }
    yield* valuesIn(part);
    yield* valuesIn(unescaped(part)?.text ?? '');
  }
}

/**
 * Names and values in a text, and within the values. What follows a value is named by it too: maps and lists of parameters
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
  last = '';
  for (const [, name = '', attributes = '', data, content = ''] of text.matchAll(ELEMENT)) {
    const value = data ?? content;
    yield [name, value];
    yield [last, value, 'beside'];
    for (const [, attribute = ''] of attributes.matchAll(/["']([\w.-]{1,64})["']/g)) yield [attribute, value];
    last = value.trim();
  }
  for (const [, name = '', value = ''] of text.matchAll(PART)) yield [name, value];
}

function ticketNames({ operations }: Contract): (name: string, place?: Named[2]) => boolean {
  const folded = (text: string) =>
    text
      .replace(/[ıİ]/g, 'i')
      .toLowerCase()
      .replace(/[^a-z\d]/g, '');
  const names = [...new Set(operations.map(({ ticket }) => ticket.name))];
  const whole = names.map(folded);
  // The last word of the name: `Ticket`.
  const short = names.map((name) => folded(/[A-Z]?[a-z]+$/.exec(name)?.[0] ?? name));
  return (name, place) => {
    if (name.length > MOST_OF_NAME || /[<>{}\s]/.test(name)) return false;
    const text = folded(name);
    return (
      short.some((one) => (place === undefined && text.includes(one)) || isWithin(1, text, one)) ||
      whole.some((one) => isWithin(2, text, one))
    );
  };
}
