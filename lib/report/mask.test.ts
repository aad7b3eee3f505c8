import { expect, it } from 'vitest';
import { bindings } from '../bindings/index.ts';
import { shownText } from '../rules/shown.ts';
import { callOf, contract } from '../rules/testing.ts';
import { requestText } from './http-message.ts';
import { MASKED, maskDeep, maskFor } from './mask.ts';

const secret = 'tic&ket<"\'+%/=ığ ü\\x';
const mask = maskFor([secret]);
const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const percent = encodeURIComponent(secret);

it.each<[string, string]>([
  ['as it is', secret],
  ['percent-encoded', percent],
  ['percent-encoded in lower case', percent.replace(/%../g, (octet) => octet.toLowerCase())],
  [
    'percent-encoded to the last character',
    [...Buffer.from(secret)].map((octet) => `%${octet.toString(16)}`).join(''),
  ],
  ['percent-encoded twice', encodeURIComponent(percent)],
  ['as a form field', new URLSearchParams({ t: secret }).toString().slice(2)],
  ['in XML', xml],
  ['in XML with quotes escaped', xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;')],
  ['in XML by numbers', [...secret].map((one) => `&#${one.codePointAt(0)};`).join('')],
  [
    'in XML by hexadecimal numbers',
    [...secret].map((one) => `&#x0${one.codePointAt(0)?.toString(16)};`).join(''),
  ],
  ['in XML twice', xml.replaceAll('&', '&amp;')],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in JSON twice', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
  [
    'in JSON in ASCII',
    secret.replace(/[^ -~]|"/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ],
  ['as a finding shows it', shownText(secret).slice(1, -1)],
  ['in the shell', secret.replaceAll("'", `'\\''`)],
  ['in UTF-8 read as Latin-1', Buffer.from(secret).toString('latin1')],
  ['in UTF-16 with the low byte first', Buffer.from(secret, 'utf16le').toString('latin1')],
  ['in Latin-5 read as Latin-1', secret.replaceAll('ı', 'ý').replaceAll('ğ', 'ð')],
  ['in ASCII', secret.replace(/[^ -~]/g, '?')],
  ['with its spaces widened', secret.replace(' ', ' \n ')],
])('the secret %s is masked', (_, written) => {
  expect(mask(`before ${written} after ${written}.`)).toBe(`before ${MASKED} after ${MASKED}.`);
});

it.each([0, 1, 2, 3])('in base64 %i bytes into a longer text no part of it is left', (shift) => {
  const coded = Buffer.from(`${'-'.repeat(shift)}${secret}:more`).toString('base64');
  const masked = mask(coded);
  expect(masked).toContain(MASKED);
  expect(Buffer.from(masked.replace(MASKED, ''), 'base64').toString()).not.toMatch(/tic|ket/);
  expect(mask(Buffer.from(secret).toString('hex').toUpperCase())).toBe(MASKED);
});

it('its beginning is masked where a text was cut, and only there', () => {
  const long = `${'x'.repeat(190)}${secret}`;
  expect(shownText(long)).toContain('tic&ket');
  expect(mask(shownText(long))).not.toContain('tic');
  expect(mask('tic&ket is no secret')).toBe('tic&ket is no secret');
});

it('texts without it stay as they are, and no secret masks nothing', () => {
  const text = 'tic&amp;ke <a b="c"/> %26 \\u0041 …';
  expect(mask(text)).toBe(text);
  expect(maskFor([])('any')).toBe('any');
  expect(maskFor([''])('any')).toBe('any');
});

it('several secrets are masked, one that holds another as a whole', () => {
  expect(maskFor(['abcd', 'abcdef'])('abcdef abcd')).toBe(`${MASKED} ${MASKED}`);
});

it.each(contract.bindings.map(({ id }) => id))('no form of it is left in a request over %s', (id) => {
  const text = requestText(
    'http://host',
    bindings[id].encode(callOf('SendBulkSms', id, { ServiceTicket: secret })),
  );
  expect(text).toMatch(/tic(&|%26|&amp;)ket/);
  expect(mask(text)).not.toMatch(/tic(&|%26)|ket(<|%3C|&lt;)/);
});

it('every text of a value is masked, whatever else it holds', () => {
  expect(maskDeep({ a: [secret, 1, null, { b: `x${secret}` }], c: true }, mask)).toEqual({
    a: [MASKED, 1, null, { b: `x${MASKED}` }],
    c: true,
  });
});
