import { describe, expect, it } from 'vitest';
import { forms, inForm } from '../bindings/in-form.ts';
import { bindings } from '../bindings/index.ts';
import { requestText } from '../findings/http-message.ts';
import { shownText } from '../rules/shown.ts';
import { callOf, contract } from '../rules/testing.ts';
import { MASKED } from './find-secrets.ts';
import { maskFor } from './mask.ts';
import { codings } from './testing.ts';

const hard = 'Zq&7<w"K\'x+%/=ığŞ Ü😀pQ3>v~8mT';
const guid = '0f8fad5b-d9cb-469f-A165-70867728950e';
const tickets = [
  hard,
  guid,
  '^(Vj8.*+?)[Hk2]{3}|\\d$Yw9|Rt5',
  '100%41-of-it',
  'a&lt;b&amp;c',
  'x\\u0041y-zz',
];
const each = Object.entries(codings);

describe.each(tickets)('the ticket %s', (ticket) => {
  const mask = maskFor([ticket]);

  it.each(each)('is masked: %s', (_, code) => {
    const written = code(ticket);
    expect(mask(`before ${written} after ${written}.`)).toBe(`before ${MASKED} after ${MASKED}.`);
  });

  it.each(each.slice(3))('is masked in two codings: %s of each', (_, code) => {
    for (const [, inner] of each) {
      // Padding of base64 inside of another coding is not a part of the secret.
      expect(mask(`a ${code(inner(ticket))} b`)).toMatch(/^a .{0,2}\*\*\*.{0,8} b$/);
    }
  });

  it('is not masked where it is not, and its beginning only before a cut', () => {
    for (const text of [`a ${ticket.slice(0, -1)} b`, 'tic&amp;ke <a b="c"/> %26 \\u0041 …']) {
      expect(mask(text)).toBe(text);
    }
  });
});

it.each(each)('a ticket is masked up to where a text was cut: %s', (_, code) => {
  for (const ticket of [hard, guid]) {
    const mask = maskFor([ticket]);
    const written = code(ticket);
    for (let kept = Math.ceil(written.length / 2); kept < written.length; kept += 1) {
      expect(mask(`a ${written.slice(0, kept)}… b`)).toMatch(/^a \*\*\*[\w+/-]?(?:%\d?)?… b$/);
    }
  }
});

it.each([0, 1, 2, 3])('in base64 %i bytes into a longer text no part of a ticket is left', (shift) => {
  const coded = Buffer.from(`${'-'.repeat(shift)}${hard}:more`).toString('base64');
  const masked = maskFor([hard])(coded);
  expect(masked).toContain(MASKED);
  expect(Buffer.from(masked.replace(MASKED, ''), 'base64').toString()).not.toMatch(/Zq|8mT/);
});

it.each(['', '{}', '()'])(
  'a GUID given with the brackets "%s" is masked with and without dashes',
  ([open = '', close = '']) => {
    const mask = maskFor([`${open}${guid}${close}`]);
    const bare = guid.replaceAll('-', '');
    for (const one of [guid, bare, bare.toUpperCase(), `{${guid}}`, `(${bare.toLowerCase()})`]) {
      expect(mask(`a ${encodeURIComponent(one)} b`)).toMatch(/^a (?:%7B|\()?\*\*\*(?:%7D|\))? b$/);
      expect(mask(Buffer.from(one).toString('base64'))).toContain(MASKED);
    }
    expect(mask(`x ${guid.replace('0f', '1f')} y`)).toContain('1f8fad5b');
  },
);

it.each(['iiii-KEY', 'IIII-Key', 'İİİİ-key', 'ıııı-kEy'])(
  'the letters i of %s are masked in Turkish case',
  (ticket) => {
    for (const written of ['iiii-key', 'IIII-KEY', 'ıııı-key', 'İİİİ-KEY']) {
      expect(maskFor([ticket])(JSON.stringify(written))).toBe(`"${MASKED}"`);
    }
    expect(maskFor([ticket])('iiii-kez')).toBe('iiii-kez');
  },
);

describe('a ticket of fewer than 8 characters', () => {
  const short = ['t', 'i', '0', '05', 'ab', 'SMS', 'Yq7', 'a&b', 'sms', 'secret7'];

  it.each(short)('is masked in its own field or element and as a word: %s', (ticket) => {
    const mask = maskFor([ticket]);
    for (const written of [encodeURIComponent(ticket), codings['percent, every octet']?.(ticket)]) {
      expect(mask(`GET /x?ServiceTicket=${written}&Q=1`)).toBe(`GET /x?ServiceTicket=${MASKED}&Q=1`);
      expect(mask(`ServiceTicket%3D${written}%26Q%3D1`)).toBe(`ServiceTicket%3D${MASKED}%26Q%3D1`);
    }
    const xml = ticket.replaceAll('&', '&amp;');
    expect(mask(`<ServiceTicket>${xml}</ServiceTicket>`)).toBe(`<ServiceTicket>${MASKED}</ServiceTicket>`);
    expect(mask(`<s:ServiceTicket a=""><![CDATA[${ticket}]]></s:ServiceTicket>`)).toContain(`[${MASKED}]`);
    expect(mask(JSON.stringify({ ServiceTicket: ticket }))).toBe(`{"ServiceTicket":"${MASKED}"}`);
    expect(mask(`Unknown ticket '${ticket}': ${ticket} is not known.`)).toBe(
      `Unknown ticket '${MASKED}': ${MASKED} is not known.`,
    );
  });

  it.each(short)('leaves names, commands, times and coded text as they are: %s', (ticket) => {
    for (const text of [
      'SingleShotSmsWithTypeAndKeyID/message-tabs/http-get/abc',
      "curl -sS -i 'http://gateway.example:8080/live/postsms.asmx/SendBulkSms?Originator=POSTSMS'",
      'Content-Type: text/xml; charset=utf-8\r\nDate: Sat, 14 Nov 2026 10:05:00 GMT',
      Buffer.from('the ticket t i 0 05 ab SMS Yq7 a&b sms secret7 of a text').toString('base64'),
      Buffer.from('t i 0 05 ab SMS Yq7 a&b sms secret7').toString('hex'),
    ]) {
      expect(maskFor([ticket])(text)).toBe(text);
    }
  });

  it('is masked in either letter case from 3 characters on, and only as a word', () => {
    expect(maskFor(['Ab'])('Ab ab')).toBe(`${MASKED} ab`);
    const mask = maskFor(['Abc12']);
    expect(mask('Abc12 =abc12& <t>ABC12</t> _Abc12_')).toBe('*** =***& <t>***</t> _***_');
    expect(mask('xAbc12 Abc123')).toBe('xAbc12 Abc123');
    expect(maskFor(['Abc12345'])('xAbc123456')).toBe('x***6');
  });

  it('beside a longer one leaves that one masked in every coding', () => {
    const coded = Buffer.from('the s3cret-ticket t').toString('base64');
    expect(maskFor(['t', 's3cret-ticket'])(`t ${coded}`)).toBe(
      maskFor(['s3cret-ticket'])(`${MASKED} ${coded}`),
    );
  });
});

it('a ticket is masked where a finding cuts it, also in the middle of an escape', () => {
  expect(maskFor([hard])(shownText(`${'x'.repeat(190)}${hard}`))).toMatch(/x"… \(|x\*\*\*"… \(/);
  for (const rest of ['%2', '&am', '&#x2', '\\u00', '%']) {
    expect(maskFor([hard])(`a ${hard.slice(0, 9)}${rest}… b`)).toBe(`a ${MASKED}… b`);
  }
});

it.each([
  `A${Array.from({ length: 2_000 }, (_, i) => `${i}/é&`).join('')}z`,
  // V8 compiles no pattern of so many letters in either case.
  Array.from({ length: 5_000 }, (_, i) => `i${String.fromCharCode(97 + ((i * i) % 26))}`).join(''),
])('a ticket of many thousand characters is masked whole and cut: %.10s…', (long) => {
  const mask = maskFor([long]);
  for (const code of Object.values(codings)) expect(mask(`a ${code(long)} b`)).toBe(`a ${MASKED} b`);
  for (const kept of [50, 150, 3_000]) expect(mask(`a ${long.slice(0, kept)}… b`)).toBe(`a ${MASKED}… b`);
});

it('several secrets are masked, one that holds another as a whole, and no secret masks nothing', () => {
  expect(maskFor(['abcdefgh', 'abcdefghij'])('abcdefghij abcdefgh')).toBe(`${MASKED} ${MASKED}`);
  expect(maskFor([])('any')).toBe('any');
  expect(maskFor([''])('any')).toBe('any');
});

it('a long text full of beginnings of secrets takes less than seconds', () => {
  const mask = maskFor([`{${guid}}`, 'aaaaaaaaab', 'tic-iıİ-KEY'], ['905001112233']);
  for (const piece of [guid.slice(0, 30), 'a', 'tic-i', '&', '%25', 'QUJD', '9', '[ ']) {
    const text = piece.repeat(300_000 / piece.length);
    const { user } = process.cpuUsage();
    expect(mask(text)).toBe(text);
    expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(1);
  }
});

const everyForm = [
  ...contract.bindings.map(({ id }) => ['plain', id] as const),
  ...forms.flatMap(({ id, bindings: some }) => some.map((binding) => [id, binding] as const)),
];

it.each(everyForm)('nothing of a ticket is left in a request of the form %s over %s', (form, binding) => {
  for (const ticket of [hard, 'a]]>b"c', 'x\ry\r\nz', 'A1-._~']) {
    const call = callOf('SendBulkSms', binding, { ServiceTicket: ticket });
    const request = inForm(bindings[binding].encode(call), call, form === 'plain' ? undefined : form);
    expect(maskFor([ticket])(requestText('http://host', request))).toMatch(
      /(?:ServiceTicket>(?:<!\[CDATA\[)?|=)\*\*\*(?:\]\]>|<|&| HTTP|$)/,
    );
  }
});
