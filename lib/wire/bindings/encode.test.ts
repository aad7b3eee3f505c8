import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleCalls, sampleNamed, sampleTarget } from '../../../suites/support/calls.ts';
import { contract } from '../../../suites/support/cases.ts';
import type { BindingId, Call, ParameterValues } from '../../model/contract.ts';
import { renderRequest } from '../transport/render-request.ts';
import { parseXml } from '../xml/parse.ts';
import { textOf } from '../xml/tree.ts';
import { bindings } from './index.ts';

const encode = (call: Call) => bindings[call.binding.id].encode(call);
const bodyOf = (call: Call) => Buffer.from(encode(call).body ?? []).toString('utf8');
const ids = contract.bindings.map((binding) => binding.id);

describe('the bytes of a canonical request', () => {
  const samples = sampleCalls.map((call) => ({ name: `${call.operation.name}.${call.binding.id}`, call }));

  it.each(samples)('are the reviewed ones: $name', async ({ name, call }) => {
    const bytes = Buffer.from(renderRequest(sampleTarget, encode(call)));
    await expect(bytes.toString('utf8')).toMatchFileSnapshot(`golden/requests/${name}.http`);
    // The comparison above forgives line ends. After a golden file is written anew, this passes at the next run.
    expect(bytes.equals(readFileSync(new URL(`golden/requests/${name}.http`, import.meta.url)))).toBe(true);
  });

  it('have one golden file each, and there are no others', () => {
    const files = readdirSync(new URL('golden/requests/', import.meta.url));
    expect(files.sort()).toEqual(samples.map(({ name }) => `${name}.http`).sort());
    expect(files).toHaveLength(16);
  });
});

const hardTexts: Readonly<Record<string, string>> = {
  plain: 'Hello',
  empty: '',
  'xml-specials': '<b class="x">1 & 2</b> \'y\' >',
  'cdata-end': 'a]]>b',
  'cdata-section': '<![CDATA[x]]>',
  'escaped-already': '&lt; &amp;amp; &#65;',
  turkish: 'İıŞşĞğÇçÖöÜü',
  'gsm-extension': '^{}\\[~]|€',
  arabic: 'مرحبا',
  combining: 'g\u0306',
  emoji: '\u{1F600} \u{1F469}\u200D\u{1F4BB}',
  'line-ends': 'a\r\nb\rc\nd',
  tab: 'a\tb',
  'form-specials': '+ % & = ? # ; / : @ , $',
  'sub-delimiters': "!'()*~-._",
  'percent-20': 'a%20b%2B',
  'spaces-around': ' a  b ',
  'no-break-space': 'a\u00A0b',
  number: '+905321112233',
  word: 'null',
};

/** How the Message of a request appears on the wire. */
function wireForm(binding: BindingId, text: string): string {
  const request = encode(sampleNamed('SendBulkSms', binding, { Message: text }));
  const where = request.body === null ? request.path : Buffer.from(request.body).toString('utf8');
  const form = request.body === null || binding === 'http-post';
  const found = form ? /(?:\?|&)Message=([^&]*)/.exec(where) : /<Message>(.*)<\/Message>/s.exec(where);
  if (found?.[1] === undefined) throw new Error(`no Message in ${where}`);
  return found[1];
}

describe('the escaping of hard texts', () => {
  it.each(ids)('is the reviewed one: %s', async (binding) => {
    const lines = Object.entries(hardTexts).map(([name, text]) => {
      // Line ends and tabs that stay as they are would be taken for the file's own.
      const shown = wireForm(binding, text).replaceAll('\n', '⏎').replaceAll('\t', '⇥');
      expect(shown).not.toContain('\r');
      return `${name}\t${JSON.stringify(text)}\t${shown}\n`;
    });
    await expect(lines.join('')).toMatchFileSnapshot(`golden/escaping/${binding}.txt`);
  });

  it.each(['http-get', 'http-post'] as const)(
    'is read back by a form parser of the platform: %s',
    (binding) => {
      for (const text of Object.values(hardTexts)) {
        expect(new URLSearchParams(`m=${wireForm(binding, text)}`).get('m')).toBe(text);
      }
    },
  );

  it.each(['soap11', 'soap12'] as const)('is read back by an XML parser: %s', (binding) => {
    for (const text of Object.values(hardTexts)) {
      const reading = parseXml(`<m>${wireForm(binding, text)}</m>`);
      expect(reading.kind === 'document' && textOf(reading.root)).toBe(text);
    }
  });

  it('holds for the ticket and for numbers as for the message', () => {
    const values: ParameterValues = { ServiceTicket: 'a&b<+', GsmNumbers: ['+90 1', '<2>'] };
    const at = (binding: BindingId) => encode(sampleNamed('SendBulkSms', binding, values));
    expect(at('http-get').path).toMatch(
      /\?ServiceTicket=a%26b%3C%2B&.*&GsmNumbers=%2B90%201&GsmNumbers=%3C2%3E&/,
    );
    expect(Buffer.from(at('http-post').body ?? []).toString()).toContain(
      'GsmNumbers=%2B90+1&GsmNumbers=%3C2%3E&',
    );
    expect(Buffer.from(at('soap12').body ?? []).toString()).toContain(
      '<ServiceTicket>a&amp;b&lt;+</ServiceTicket>',
    );
    expect(Buffer.from(at('soap12').body ?? []).toString()).toContain(
      '<GsmNumbers><string>+90 1</string><string>&lt;2&gt;</string></GsmNumbers>',
    );
  });

  it.each(ids)('refuses what no XML can hold: %s', (binding) => {
    for (const [text, code] of [
      ['a\fb', '000C'],
      ['\0', '0000'],
      ['\uD83D', 'D83D'],
      ['\uFFFF', 'FFFF'],
    ] as const) {
      expect(() => encode(sampleNamed('SendBulkSms', binding, { Message: text }))).toThrow(
        `Message holds U+${code}`,
      );
    }
  });
});

describe('an encoded request', () => {
  it.each(ids)('sends no item of an empty list, and one of a list of one: %s', (binding) => {
    const text = (numbers: readonly string[]) => {
      const request = encode(sampleNamed('SendBulkSms', binding, { GsmNumbers: numbers }));
      return request.path + Buffer.from(request.body ?? []).toString();
    };
    expect(text([])).not.toMatch(/<string>|GsmNumbers=/);
    expect(text(['1']).match(/<string>|GsmNumbers=/g)).toHaveLength(1);
  });

  it('goes to the path of the base URL, with or without one', () => {
    const call = sampleNamed('ReportSingleShotSms', 'soap12');
    const path = (baseUrl: string) => encode({ ...call, target: { ...sampleTarget, baseUrl } }).path;
    expect(path('http://a.example')).toBe('/live/postsms.asmx');
    expect(path('http://a.example/')).toBe('/live/postsms.asmx');
    expect(path('http://a.example/x%20y/z/')).toBe('/x%20y/z/live/postsms.asmx');
  });

  it('escapes the namespace of the target in an envelope', () => {
    const call = sampleNamed('ReportSingleShotSms', 'soap12');
    const target = { ...sampleTarget, namespace: 'urn:a&b"c' };
    expect(bodyOf({ ...call, target })).toContain('<ReportSingleShotSms xmlns="urn:a&amp;b&quot;c">');
  });
});

describe('a parameter', () => {
  it.each(ids)('without a value is sent with an empty text: %s', (binding) => {
    const call = sampleNamed('SendBulkSms', binding);
    const names = call.operation.parameters.map(({ name }) => name);
    const empty = { ...call, values: Object.fromEntries(names.map((name) => [name, ''])) };
    expect(encode({ ...call, values: {} })).toEqual(encode(empty));
  });

  it.each(ids)('that is a list, given as one text, is a list of one: %s', (binding) => {
    const single = encode(sampleNamed('SendBulkSms', binding, { GsmNumbers: '905000000000' }));
    expect(single).toEqual(encode(sampleNamed('SendBulkSms', binding, { GsmNumbers: ['905000000000'] })));
  });
});
