import { describe, expect, it } from 'vitest';
import { forms } from '../bindings/forms/index.ts';
import { inForm } from '../bindings/in-form.ts';
import { bindings } from '../bindings/index.ts';
import { requestText } from '../findings/http-message.ts';
import { shownText } from '../rules/shown.ts';
import { callOf, contract } from '../rules/testing.ts';
import { MASKED, maskFor } from './mask.ts';

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

const key = 'Zq&7<w"K\'x+%/=pQ3v~8';
const keyMask = maskFor([key]);
const names: Readonly<Record<string, string>> = {
  ...{
    '&': 'amp',
    '<': 'lt',
    '"': 'quot',
    "'": 'apos',
    '+': 'plus',
    '%': 'percnt',
    '/': 'sol',
    '=': 'equals',
  },
};

/** As XmlConvert.EncodeName writes what a name cannot have. */
function nameEscape(character: string, isUpper: boolean): string {
  const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
  return `_x${isUpper ? hex.toUpperCase() : hex}_`;
}

const octetEscapes = (text: string, which: RegExp) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(which, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase()}`);
const inWords = (coding: string, parts: readonly string[]) =>
  parts.map((part) => `=?UTF-8?${coding}?${part}?=`).join('\r\n ');

it.each<[string, (text: string) => string]>([
  ['quoted-printable', (text) => octetEscapes(text, /[^ -~]|=/g)],
  ['quoted-printable of all that is no letter', (text) => octetEscapes(text, /[^A-Za-z\d]/g)],
  ['quoted-printable to the last octet', (text) => octetEscapes(text, /./gs)],
  ['quoted-printable in lower case', (text) => octetEscapes(text, /[^A-Za-z\d]/g).toLowerCase()],
  [
    'quoted-printable in lines',
    (text) => octetEscapes(text, /[^A-Za-z]/g).replace(/(=..|[^=]){4}(?!$)/g, '$&=\r\n'),
  ],
  ['quoted-printable twice', (text) => octetEscapes(octetEscapes(text, /[^A-Za-z\d]/g), /=/g)],
  [
    'quoted-printable of references',
    (text) => octetEscapes(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), /[^A-Za-z\d]/g),
  ],
  ['percent escapes of quoted-printable', (text) => encodeURIComponent(octetEscapes(text, /[^A-Za-z\d]/g))],
  [
    'encoded words of mail, quoted',
    (text) => {
      const coded = octetEscapes(text, /[^ -~]|[=?_]/g).replaceAll(' ', '_');
      return inWords('Q', coded.match(/(?:=..|[^=]){1,3}/g) ?? []);
    },
  ],
  [
    'encoded words of mail in base64',
    (text) => inWords('b', Buffer.from(text).toString('base64').match(/.{4}/g) ?? []),
  ],
])('it is masked in %s', (_, write) => {
  for (const one of [secret, key, 'tic-ket-of-mine!']) {
    const masked = maskFor([one])(`a ${write(one)}; b=90 GsmNumbers=905`);
    expect(masked).toMatch(/^a (?:=\?UTF-8\?[Qb]\?)?\*\*\*=*(?:\?=)?; b=90 GsmNumbers=905$/);
  }
});

it('a form that looks like quoted-printable is masked as the form that it is', () => {
  const own = maskFor(['3Fab-cdefghi']);
  expect(own('ServiceTicket=3Fab-cdefghi&GsmNumbers=2D90')).toBe(`ServiceTicket=${MASKED}&GsmNumbers=2D90`);
});

it('what only begins like an escape of a .NET name is left as it is', () => {
  const own = maskFor(['ab-cdefghi']);
  expect(own('ab_x002D_cdefghi')).toBe(MASKED);
  for (const other of ['ab_x002Dcdefghi', 'ab_x02D_cdefghi', 'ab_x0002D_cdefghi', 'abx002D_cdefghi']) {
    expect(own(other)).toBe(other);
  }
});

it.each<[string, string]>([
  ['by lines', [...key].join('\r\n ')],
  ['by markup', [...key].map((one) => one.replace('<', '&lt;')).join('<b class="x"></b>')],
  ['by encoded markup', [...key].map((one) => one.replace('<', '&amp;lt;')).join('&lt;b&gt;')],
  ['by CDATA sections', [...key].join(']]><![CDATA[')],
  ['into strings that are added', [...key].join('" +\n  "')],
])('it is masked split %s', (_, written) => {
  expect(keyMask(`a ${written} b`)).toBe(`a ${MASKED} b`);
});

it.each<[string, string]>([
  ['references in percent escapes', encodeURIComponent(key.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))],
  [
    'percent escapes in references',
    [...encodeURIComponent(key)].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  ],
  ['percent escapes seven times', Array.from({ length: 7 }).reduce<string>(encodeURIComponent, key)],
  ['names of HTML', key.replace(/[&<"'+%/=]/g, (one) => `&${names[one]};`)],
  ['zeros before the number', [...key].map((one) => `&#x0000${one.charCodeAt(0).toString(16)};`).join('')],
  ...[false, true].map((isUpper): [string, string] => [
    `escapes of .NET names in ${isUpper ? 'upper' : 'lower'} case`,
    key.replace(/[^A-Za-z\d]/g, (one) => nameEscape(one, isUpper)),
  ]),
  [
    'long escapes of .NET names, escaped again',
    key.replace(/[^A-Za-z\d]/g, (one) => nameEscape(one, true).replace('_x', '_x005F_X0000')),
  ],
  ['full width', [...key].map((one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)).join('')],
  ['base64 of base64', Buffer.from(Buffer.from(key).toString('base64')).toString('base64')],
  ['base64 of UTF-16', Buffer.from(key, 'utf16le').toString('base64')],
  ['base64 of percent escapes', Buffer.from(encodeURIComponent(key)).toString('base64')],
  [
    'base64 in lines',
    (
      Buffer.from(key)
        .toString('base64')
        .match(/.{1,7}/g) ?? []
    ).join('\r\n'),
  ],
  ['hexadecimal digits with colons', (Buffer.from(key).toString('hex').match(/../g) ?? []).join(':')],
])('it is masked in %s', (_, written) => {
  // What is left of base64 is its padding, which says nothing; encoded once more it is `PQ`.
  expect(keyMask(`a ${written}. b`)).toMatch(/^a \*\*\*(?:PQ)?=*\. b$/);
});

it.each(['100%41-of-it', 'a&lt;b&amp;c', 'x\\u0041y-zz', '%', '+ +', '^(a.*+?)$[b]{3}|\\d', '👩‍👩‍👧-family'])(
  'one that looks like something encoded itself, or like a pattern, is masked: %s',
  (one) => {
    const own = maskFor([one]);
    const escaped = one.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    for (const written of [one, encodeURIComponent(one), escaped, JSON.stringify(one).slice(1, -1)]) {
      expect(own(`(${written})`)).toBe(`(${MASKED})`);
    }
  },
);

const quoted = 'Zk7&qW<t>"9~p%=xL4';
const quotedMask = maskFor([quoted]);
const units = (text: string, write: (unit: number) => Buffer) =>
  Buffer.concat(Array.from({ length: text.length }, (_, i) => write(text.charCodeAt(i)))).toString('latin1');
const inUtf32 = (text: string, isBig: boolean) =>
  units(text, (unit) => {
    const bytes = Buffer.alloc(4);
    return (isBig ? bytes.writeUInt32BE(unit) : bytes.writeUInt32LE(unit)) > 0 ? bytes : bytes;
  });
const wideCodings: readonly [string, (text: string) => string][] = [
  ['UTF-16LE', (text) => Buffer.from(text, 'utf16le').toString('latin1')],
  ['UTF-16BE', (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1')],
  ['UTF-32LE', (text) => inUtf32(text, false)],
  ['UTF-32BE', (text) => inUtf32(text, true)],
  [
    'UTF-16LE in percent escapes',
    (text) => encodeURIComponent(Buffer.from(text, 'utf16le').toString('latin1')),
  ],
];

it.each(wideCodings)('nothing of an escaped one is left in %s', (_, write) => {
  const escaped = quoted.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const one of [
    escaped,
    escaped.replaceAll('"', '&quot;'),
    escaped.replaceAll('&', '&amp;'),
    [...quoted].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    encodeURIComponent(quoted),
    JSON.stringify(quoted).slice(1, -1),
    [...quoted].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join(''),
    Buffer.from(quoted).toString('base64'),
  ]) {
    const masked = quotedMask(`HTTP/1.1 200 OK\r\n\r\n${write(`<t>${one}</t> of ${one}.`)}`);
    expect(masked.split(MASKED)).toHaveLength(3);
    expect(masked.replaceAll(/\0|%00/g, '')).not.toMatch(/Zk7|qW|9~p|xL4|Wms3|#90|u005a/);
  }
});

it('letters beyond ASCII with an octet of zero are masked in UTF-16, whatever is escaped beside them', () => {
  const one = 'Ab&cÜd😀eĀ<fŞgh';
  for (const write of wideCodings.slice(0, 2).map(([, coding]) => coding)) {
    expect(maskFor([one])(write(one.replaceAll('&', '&amp;').replaceAll('<', '&lt;')))).toMatch(
      /^\0?\*\*\*\0?$/,
    );
  }
});

it('a short one is masked only where no letter and no digit stands beside it', () => {
  const short = maskFor(['Abc12']);
  expect(short('Abc12 =abc12& <t>ABC12</t> _Abc12_')).toBe('*** =***& <t>***</t> _***_');
  expect(short('xAbc12 Abc123')).toBe('xAbc12 Abc123');
  expect(maskFor(['Abc12345'])('xAbc123456')).toBe('x***6');
});

describe('a ticket of fewer than 8 characters', () => {
  const tickets = ['t', 'i', '0', '05', 'ab', 'SMS', 'Yq7', 'a&b', 'sms', 'secret7'];

  it.each(tickets)('is masked in its own field or element and as a word: %s', (ticket) => {
    const short = maskFor([ticket]);
    const xml = ticket.replaceAll('&', '&amp;');
    const everything = [...Buffer.from(ticket)].map((octet) => `%${octet.toString(16)}`).join('');
    for (const written of [encodeURIComponent(ticket), everything]) {
      expect(short(`GET /x?ServiceTicket=${written}&Q=1`)).toBe(`GET /x?ServiceTicket=${MASKED}&Q=1`);
      expect(short(`ServiceTicket%3D${written}%26Q%3D1`)).toBe(`ServiceTicket%3D${MASKED}%26Q%3D1`);
    }
    expect(short(`<ServiceTicket>${xml}</ServiceTicket>`)).toBe(`<ServiceTicket>${MASKED}</ServiceTicket>`);
    expect(short(`<s:ServiceTicket a=""><![CDATA[${ticket}]]></s:ServiceTicket>`)).toContain(`[${MASKED}]`);
    expect(short(JSON.stringify({ ServiceTicket: ticket }))).toBe(`{"ServiceTicket":"${MASKED}"}`);
    expect(short(`Unknown ticket '${ticket}': ${ticket} is not known.`)).toBe(
      `Unknown ticket '${MASKED}': ${MASKED} is not known.`,
    );
  });

  it.each(tickets)('leaves names, commands, times and coded text as they are: %s', (ticket) => {
    const short = maskFor([ticket]);
    for (const text of [
      'SingleShotSmsWithTypeAndKeyID/message-tabs/http-get/abc',
      "curl -sS -i 'http://gateway.example:8080/live/postsms.asmx/SendBulkSms?Originator=POSTSMS'",
      'Content-Type: text/xml; charset=utf-8\r\nDate: Sat, 14 Nov 2026 10:05:00 GMT',
      Buffer.from('the ticket t i 0 05 ab SMS Yq7 a&b sms secret7 of a text').toString('base64'),
      Buffer.from('t i 0 05 ab SMS Yq7 a&b sms secret7').toString('hex'),
    ]) {
      expect(short(text)).toBe(text);
    }
  });

  it('beside a longer one leaves that one masked in every coding', () => {
    const coded = Buffer.from('the s3cret-ticket t').toString('base64');
    expect(maskFor(['t', 's3cret-ticket'])(`t ${coded}`)).toBe(
      maskFor(['s3cret-ticket'])(`${MASKED} ${coded}`),
    );
  });
});

it('its beginning is masked where a text was cut in the middle of an escape', () => {
  for (const rest of ['%2', '&am', '&#x2', '\\u00', '%']) {
    expect(keyMask(`a ${key.slice(0, 9)}${rest}… b`)).toBe(`a ${MASKED}… b`);
  }
});

it('of a long text that only begins to look like it nothing is masked', () => {
  const text = `<a>${guid.slice(0, 30)} iii ??? ${'0f8fad5b-'.repeat(3)}</a>`.repeat(10_000);
  expect(maskFor([`{${guid}}`, 'tic-iıİ-KEY'])(text)).toBe(text);
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

it('a ticket of many thousand characters is masked whole, in every spelling, and cut', () => {
  const long = `A${Array.from({ length: 2_000 }, (_, i) => `${i}/é&`).join('')}z`;
  const hide = maskFor([long]);
  expect(hide(`<t>${long}</t>`)).toBe(`<t>${MASKED}</t>`);
  expect(hide(`t=${encodeURIComponent(long)}&u=1`)).toBe(`t=${MASKED}&u=1`);
  expect(hide(`a ${long.replaceAll('&', '&amp;')} b`)).toBe(`a ${MASKED} b`);
  expect(hide(`a ${long.replace(/.{76}/g, '$&\n')} b`)).toBe(`a ${MASKED} b`);
  for (const kept of [50, 150, 3_000]) expect(hide(`a ${long.slice(0, kept)}… b`)).toBe(`a ${MASKED}… b`);
  expect(hide('A0/é&1/é& is no ticket')).toBe('A0/é&1/é& is no ticket');
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
      expect(text).toMatch(/(?:ServiceTicket>(?:<!\[CDATA\[)?|=)\*\*\*(?:\]\]>|<|&| HTTP|$)/);
    }
  },
);
