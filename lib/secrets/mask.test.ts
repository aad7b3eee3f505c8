import { describe, expect, it } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { callOf } from '../../suites/support/samples.ts';
import { codings } from '../../suites/support/secrets.ts';
import { requestText } from '../findings/http-message.ts';
import { valueText } from '../findings/value-text.ts';
import { quoted } from '../text/finding-value.ts';
import { printable } from '../text/printable.ts';
import { forms, inForm } from '../wire/bindings/edits/edits.ts';
import { bindings } from '../wire/bindings/index.ts';
import { MASKED } from './find-secrets.ts';
import { maskAll, maskFor, ours } from './mask.ts';

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

it('a ticket whose plus signs a gateway decoded once more is masked', () => {
  const mask = maskFor(['Kimlik-iZmIr+47/11==aB']);
  expect(mask('no such ticket: Kimlik-iZmIr 47/11==aB.')).toBe(`no such ticket: ${MASKED}.`);
});

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

it.each(['', '{}', '()'])('a GUID given with the brackets "%s" is masked in each format', ([open, close]) => {
  const mask = maskFor([`${open ?? ''}${guid}${close ?? ''}`]);
  const bare = guid.replaceAll('-', '');
  for (const form of [guid, bare, bare.toUpperCase(), `{${guid}}`, `(${bare.toLowerCase()})`]) {
    expect(mask(`a ${encodeURIComponent(form)} b`)).toMatch(/^a (?:%7B|\()?\*\*\*(?:%7D|\))? b$/);
  }
  expect(mask(`x ${guid.replace('0f', '1f')} y`)).toContain('1f8fad5b');
});

it('the letters i of a ticket are masked in Turkish case', () => {
  for (const ticket of ['iiii-KEY', 'İİİİ-key', 'ıııı-kEy']) {
    const mask = maskFor([ticket]);
    for (const written of ['iiii-key', 'IIII-KEY', 'ıııı-key', 'İİİİ-KEY']) {
      expect(mask(JSON.stringify(written))).toBe(`"${MASKED}"`);
    }
    expect(mask('iiii-kez')).toBe('iiii-kez');
  }
});

describe.each(['SMS', 'Yq7', 'a&b', 'secret7'])('the short ticket %s', (ticket) => {
  const mask = maskFor([ticket]);

  it.each<[string, string]>([
    [`GET /x?ServiceTicket=${encodeURIComponent(ticket)}&Q=1`, 'GET /x?ServiceTicket=***&Q=1'],
    [`ServiceTicket%3D${encodeURIComponent(ticket)}%26Q`, 'ServiceTicket%3D***%26Q'],
    [`<ServiceTicket>${ticket.replace('&', '&amp;')}</`, '<ServiceTicket>***</'],
    [`<s:ServiceTicket a=""><![CDATA[${ticket}]]></`, '<s:ServiceTicket a=""><![CDATA[***]]></'],
    [`Unknown ticket '${ticket}': ${ticket.toLowerCase()}.`, "Unknown ticket '***': ***."],
  ])('is masked where it is a word by itself: %s', (text, masked) => {
    expect(mask(text)).toBe(masked);
  });

  it.each([
    'SingleShotSmsWithTypeAndKeyID/message-tabs/http-get/abc x&aa&bb',
    'http://gateway.example:8080/live/postsms.asmx/SendBulkSms?Originator=POSTSMS',
    Buffer.from('the ticket SMS Yq7 a&b sms secret7 of a text').toString('base64'),
    Buffer.from('SMS Yq7 a&b sms secret7').toString('hex'),
  ])('leaves other words and coded text as they are: %s', (text) => {
    expect(mask(text)).toBe(text);
  });

  it('beside a longer one leaves that one masked in every coding', () => {
    const coded = Buffer.from('the s3cret-ticket t').toString('base64');
    expect(maskFor([ticket, 's3cret-ticket'])(coded)).toBe(maskFor(['s3cret-ticket'])(coded));
  });
});

it('a ticket is masked where a finding cuts it, also in the middle of an escape', () => {
  expect(maskFor([hard])(valueText(quoted(`${'x'.repeat(190)}${hard}`)))).toMatch(/x"… \(|x\*\*\*"… \(/);
  for (const rest of ['%2', '&am', '&#x2', '\\u00', '%']) {
    expect(maskFor([hard])(`a ${hard.slice(0, 9)}${rest}… b`)).toBe(`a ${MASKED}… b`);
  }
});

it.each(['\\u2026', '\\u{2026}', '%u2026', '&#8230;', '&#x2026;'])(
  'a ticket is masked in digits of a text that was cut and has %s there',
  (mark) => {
    for (const coding of ['base64', 'base64url', 'hex'] as const) {
      for (const before of ['', '-', '--']) {
        const coded = Buffer.from(`${before}${guid.slice(0, 13)}${mark}`).toString(coding);
        expect(maskFor([guid])(`a ${coded} b`)).toContain(MASKED);
      }
    }
  },
);

it('a ticket is masked in coded lines of its own, and in digits up to what is compared of a long one', () => {
  const lines = ['first-line', 'the-second-line'];
  const coded = lines.map((line) => Buffer.from(line).toString('base64url'));
  expect(maskFor([lines.join('\n')])(coded.join(' '))).toBe(MASKED);
  const long = 'Yq7-'.repeat(40);
  const beginning = Buffer.from(long.slice(0, 104)).toString('hex');
  expect(maskFor([long])(`${beginning} ${'AB'.repeat(60)}`)).toContain(MASKED);
});

it('a ticket of many thousand characters is masked whole and cut', () => {
  const long = Array.from(
    { length: 5_000 },
    (_, i) => `i/é&${String.fromCharCode(97 + ((i * i) % 26))}`,
  ).join('');
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
  ...forms.flatMap(({ id, bindings: bindingIds }) => bindingIds.map((binding) => [id, binding] as const)),
];

it.each(everyForm)('nothing of a ticket is left in a request of the form %s over %s', (form, binding) => {
  for (const ticket of [hard, 'a]]>b"c', 'x\ry\r\nz', 'A1-._~']) {
    const call = callOf('SendBulkSms', binding, { ServiceTicket: ticket });
    const request = inForm(bindings[binding].encode(call), call, form === 'plain' ? undefined : form);
    expect(maskFor([ticket])(requestText('http://host', request))).toMatch(
      /(?:ServiceTicket[^<>]*>(?:<!\[CDATA\[)?|=)\*\*\*(?:\]\]>|<|&| HTTP|$)/,
    );
  }
});

it('every text of a value is masked, members that its type does not name included, and nothing else', () => {
  const others = { kind: 'other', count: 1, none: null, deep: [{ more: ['s3cret-ticket'] }] };
  const value: { readonly text: string } = Object.assign({ text: 'a s3cret-ticket' }, others);
  expect(maskAll(value, maskFor(['s3cret-ticket']))).toEqual({
    ...others,
    text: `a ${MASKED}`,
    deep: [{ more: [MASKED] }],
  });
});

it('a text of our own takes masked values and numbers alone', () => {
  expect(ours`${2} of ${maskFor(['s3cret-ticket'])('s3cret-ticket')}\n`).toBe(`2 of ${MASKED}\n`);
  const raw: string = 'from outside';
  // @ts-expect-error a text that has not passed the mask
  expect(ours`${raw}`).toBe(raw);
  // @ts-expect-error nor has it in a template of its own
  expect(ours`${`a ${raw}`}`).toBe(`a ${raw}`);
  // @ts-expect-error nor behind a helper that only changes how it is written
  expect(ours`${printable(raw)}`).toBe(raw);
  expect(ours`${printable(ours`a`)} ${raw === '' ? 'empty' : 'full'}`).toBe('a full');
});
