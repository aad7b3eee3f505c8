import { expect, it } from 'vitest';
import { forms } from '../bindings/forms/index.ts';
import { inForm } from '../bindings/in-form.ts';
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

const guid = '0f8fad5b-d9cb-469f-A165-70867728950e';
const bare = guid.replaceAll('-', '');
const spelled = [guid, bare, `{${guid}}`, `(${guid})`].flatMap((one) => [
  one.toLowerCase(),
  one.toUpperCase(),
]);
const ways: readonly ((text: string) => string)[] = [
  (text) => `  error  ticket ${text} is unknown`,
  (text) => JSON.stringify({ error: `<t>${text}</t>` }),
  (text) => `?ServiceTicket=${encodeURIComponent(text)}&a=b`,
  (text) => `x=${[...text].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')}`,
  (text) => `<t>${text.replaceAll('-', '&#45;').replace(/[{}]/g, (one) => `&#${one.charCodeAt(0)};`)}</t>`,
  (text) => `hex ${Buffer.from(text).toString('hex')}`,
  (text) => Buffer.from(text, 'utf16le').toString('latin1'),
];

it.each([guid, bare, `{${guid}}`, `(${guid.toUpperCase()})`])(
  'the GUID %s is masked in every format',
  (one) => {
    const masked = maskFor([one]);
    const brackets = /[{(]/.test(one);
    for (const written of spelled) {
      const plain = brackets ? written : written.replace(/[{}()]/g, '');
      for (const way of ways)
        expect(masked(way(plain))).toBe(
          way('@').replace(/@\0?|%40|hex 40/, (at) => (at.startsWith('hex') ? 'hex ***' : '***')),
        );
      expect(masked(`a ${written} b`)).not.toMatch(/[\da-f]{4}/i);
      expect(masked(Buffer.from(written.replace(/[{}()]/g, '')).toString('base64'))).toContain(MASKED);
    }
    expect(masked(`x ${guid.slice(0, 20).toLowerCase()}… y`)).toBe(`x ${MASKED}… y`);
    expect(masked(`x ${guid.replace('0f', '1f')} y`)).toContain('1f8fad5b');
  },
);

it.each(['iIıİ-key', 'iiii-KEY', 'IIII-Key', 'İİİİ-key', 'ıııı-kEy'])(
  'the letters of %s are masked in either case',
  (one) => {
    const masked = maskFor([one]);
    for (const written of ['iiii-key', 'IIII-KEY', 'ıııı-key', 'İİİİ-KEY']) {
      for (const way of [encodeURIComponent, JSON.stringify, (text: string) => `<t>${text}</t>`]) {
        expect(masked(way(written))).toBe(way('@').replace(/@|%40/, MASKED));
      }
    }
    expect(masked('iiii-kez')).toBe('iiii-kez');
  },
);

it('a secret of one or two characters is masked in its own letter case', () => {
  expect(maskFor(['T'])('T t')).toBe(`${MASKED} t`);
  expect(maskFor(['Ab'])('Ab ab')).toBe(`${MASKED} ab`);
  expect(maskFor(['Abc'])('Abc aBC')).toBe(`${MASKED} ${MASKED}`);
});

it('a long text is masked in little time', () => {
  const text = `<a>${guid.slice(0, 30)} iii ??? ${'0f8fad5b-'.repeat(3)}</a>`.repeat(10_000);
  const begun = performance.now();
  expect(maskFor([`{${guid}}`, 'tic-iıİ-KEY'])(text)).toBe(text);
  expect(performance.now() - begun).toBeLessThan(5000);
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

it.each(forms.flatMap((form) => form.bindings.map((id) => [form.id, id] as const)))(
  'nothing of it is left in the form %s over %s',
  (form, id) => {
    for (const one of [secret, 'a]]>b"c', 'x\ry\r\nz', 'A1-._~']) {
      const call = callOf('SendBulkSms', id, { ServiceTicket: one });
      const text = maskFor([one])(requestText('http://host', inForm(bindings[id].encode(call), call, form)));
      expect(text).toMatch(/(?:ServiceTicket>(?:<!\[CDATA\[)?|=)\*\*\*(?:\]\]>|<|&)/);
    }
  },
);

it('every text of a value is masked, whatever else it holds', () => {
  expect(maskDeep({ a: [secret, 1, null, { b: `x${secret}` }], c: true }, mask)).toEqual({
    a: [MASKED, 1, null, { b: `x${MASKED}` }],
    c: true,
  });
});
