import { describe, expect, it } from 'vitest';
import { sampleNamed } from '../../suites/support/calls.ts';
import { contract } from '../../suites/support/cases.ts';
import {
  asmxReply,
  deliveryText,
  NS,
  readAsWritten,
  SOAP,
  XSD,
} from '../../suites/support/written-replies.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { readReply } from '../reading/read-reply.ts';
import { XSI } from '../wire/xml/tree.ts';
import { documentText } from '../wire/xml/written.ts';
import { inStyle, styleOf, styleProperties } from './style.ts';
import { replyBytes, type WrittenReply, writtenReply } from './written-reply.ts';

/** The names of the properties in which two replies differ. */
function different(a: WrittenReply, b: WrittenReply): readonly string[] {
  return styleProperties
    .filter(({ read }) => JSON.stringify(read(a)) !== JSON.stringify(read(b)))
    .map(({ name }) => name);
}

/** Writes the reply of ASMX with a single property of another one. */
function withOnly(name: string, other: WrittenReply): string {
  const property = styleProperties.find((each) => each.name === name);
  const value = property?.read(other);
  if (!property || value === undefined) throw new Error(`the other reply does not show ${name}`);
  return documentText(property.write(readAsWritten(asmxReply()), value).document);
}

describe('a written reply', () => {
  it('is written again byte for byte', () => {
    const odd = asmxReply(`<!-- one --><![CDATA[ ]]>${deliveryText('905', '<PostType   />')}`).replace(
      ' xmlns:xsd',
      "\n xmlns:a='b' xmlns:xsd",
    );
    for (const body of [asmxReply(), odd])
      expect(documentText(readAsWritten(body).document)).toBe(body.replace('   />', '   />'));
  });

  it('has its framing, its coding and its byte order mark in its bytes', () => {
    const { statusLine, ...reply } = readAsWritten('\uFEFF<a/>'.replace('<a/>', asmxReply()));
    const chunked = replyBytes({ ...reply, statusLine, chunked: 'yes' });
    expect(Buffer.from(chunked).toString()).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: [^\r]*\r\nTransfer-Encoding: chunked\r\n\r\n[\da-f]+\r\n\uFEFF<\?xml[\s\S]*\r\n0\r\n\r\n$/,
    );
  });

  it('is read however much white space its tags have', () => {
    const blanks = ' '.repeat(300_000);
    const reply = readAsWritten(asmxReply().replace('<PacketID>', `<PacketID${blanks}>`));
    expect(documentText(reply.document)).toBe(asmxReply());
  });

  it('is none where a reply is an error or no XML', () => {
    const call = sampleNamed('SendBulkSms', 'soap11');
    for (const [status, body] of [
      [500, asmxReply()],
      [200, 'no'],
      [200, `<!DOCTYPE a>${asmxReply()}`],
    ] as const) {
      const response = { status, reason: '', headers: [], body: Buffer.from(body), durationMs: 1 };
      expect(writtenReply(response, readReply(call, response, contract), call, contract)).toBeUndefined();
    }
  });
});

describe('a style', () => {
  it('changes nothing in a reply that has it', () => {
    const reply = readAsWritten(asmxReply());
    expect(replyBytes(inStyle(reply, styleOf([reply])))).toEqual(replyBytes(reply));
  });

  it('has the prefix of the envelope', () => {
    const other = readAsWritten(asmxReply().replaceAll('soap:', 's:').replace('xmlns:soap', 'xmlns:s'));
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['prefix']);
    expect(withOnly('prefix', other)).toBe(documentText(other.document));
  });

  it('has a prefix of the service, declared on the envelope', () => {
    const body = asmxReply()
      .replace(` xmlns="${NS}"`, '')
      .replace(` xmlns:xsi="${XSI}" xmlns:xsd="${XSD}"`, ` xmlns:n="${NS}"`)
      .replace(/<(\/?)(?!\/|soap|\?)/g, '<$1n:');
    const other = readAsWritten(body);
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['prefix', 'namespaces']);
    expect(withOnly('prefix', other)).toContain(
      `<n:SendBulkSmsResponse xmlns:n="${NS}"><n:SendBulkSmsResult>`,
    );
    const all = inStyle(readAsWritten(asmxReply()), styleOf([other]));
    expect(documentText(all.document)).toBe(body);
  });

  it('has a default namespace for the envelope and another for the service', () => {
    const other = readAsWritten(asmxReply().replaceAll('soap:', '').replace('xmlns:soap', 'xmlns'));
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['prefix']);
    expect(withOnly('prefix', other)).toBe(documentText(other.document));
    const back = inStyle(other, styleOf([readAsWritten(asmxReply())]));
    expect(documentText(back.document)).toBe(asmxReply());
  });

  it('declares a prefix once on the root, whatever the style has', () => {
    const style = { prefix: { envelope: '', service: '' }, namespaces: ['envelope', 'service'] };
    const { document } = inStyle(readAsWritten(asmxReply()), style);
    const start = `<Envelope xmlns="${SOAP}"><Body><SendBulkSmsResponse xmlns="${NS}"><SendBulkSmsResult>`;
    expect(documentText(document)).toContain(start);
  });

  it('takes no prefix from an attribute', () => {
    const nil = asmxReply().replace('<PacketID>', `<PacketID xmlns:i="${XSI}" i:nil="true">`);
    const style = { prefix: { envelope: 'soap', service: 'i' } };
    const written = documentText(inStyle(readAsWritten(nil), style).document);
    expect(written).toMatch(/<PacketID[^>]* i:nil="true">/);
    expect(written).not.toContain(`xmlns:i="${NS}"`);
  });

  it('has the declaration, or none', () => {
    const other = readAsWritten(asmxReply().replace(/^<\?xml[^>]*>/, ''));
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['declaration']);
    expect(withOnly('declaration', other)).toBe(documentText(other.document));
    const lines = readAsWritten(asmxReply().replace('?>', '?>\n'));
    expect(documentText(inStyle(lines, { declaration: '' }).document)).toBe(documentText(other.document));
  });

  it('has the white space between elements', () => {
    const other = readAsWritten(
      '<?xml version="1.0" encoding="utf-8"?>\r\n' +
        `<soap:Envelope xmlns:soap="${SOAP}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}">\r\n  <soap:Body>\r\n    <SendBulkSmsResponse xmlns="${NS}">\r\n      <SendBulkSmsResult><PacketID>P1</PacketID></SendBulkSmsResult></SendBulkSmsResponse></soap:Body></soap:Envelope>\r\n`,
    );
    const indented = withOnly('white-space', other);
    expect(indented).toContain('\r\n        <PacketID>P1</PacketID>\r\n        <PacketStatus>');
    expect(indented).toContain('ş</DeliveredMessage>\r\n            <PostType>');
    expect(indented.endsWith('\r\n  </soap:Body>\r\n</soap:Envelope>\r\n')).toBe(true);
    const back = styleOf([readAsWritten(asmxReply())]);
    expect(documentText(inStyle(readAsWritten(indented), back).document)).toBe(asmxReply());
  });

  it.each([
    ['<PostType />', '<PostType/>'],
    ['<PostType/>', '<PostType></PostType>'],
    ['<PostType />', '<PostType xsi:nil="true" />'],
    ['<PostType />', ''],
    ['', '<PostType />'],
  ])('writes the empty element %s as %s', (from, to) => {
    const [before, after] = [from, to].map((empty) => asmxReply(deliveryText('905', empty)));
    const style = styleOf([readAsWritten(after ?? '')]);
    expect(documentText(inStyle(readAsWritten(before ?? ''), style).document)).toBe(after);
  });

  it('declares what attributes and elements need, and no namespace that a reply does not have', () => {
    const typed = { attributes: { PacketID: [' xsi:type="xsd:string"'] }, namespaces: ['envelope'] };
    const soap = documentText(inStyle(readAsWritten(asmxReply()), typed).document);
    expect(soap).toContain(`<soap:Envelope xmlns:soap="${SOAP}" xmlns:xsi="${XSI}">`);
    const result = asmxReply().replace(/^.*<SendBulkSmsResult>/, `<EmPostSmsResult xmlns="${NS}">`);
    const get = readAsWritten(
      result.replace(/<\/SendBulkSmsResult>.*$/, '</EmPostSmsResult>'),
      undefined,
      'http-get',
    );
    expect(documentText(inStyle(get, typed).document)).toMatch(
      new RegExp(`^<EmPostSmsResult xmlns:xsi="${XSI}" xmlns="${NS}">`),
    );
  });

  it('has the order of fields', () => {
    const other = readAsWritten(
      asmxReply().replace(/(<PacketID>.*<\/PacketID>)(<PacketStatus>.*<\/PacketStatus>)/, '$2$1'),
    );
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['order']);
    expect(withOnly('order', other)).toBe(documentText(other.document));
  });

  it('has attributes of elements', () => {
    const other = readAsWritten(asmxReply().replace('<PacketID>', '<PacketID xsi:type="xsd:string">'));
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['attributes']);
    expect(withOnly('attributes', other)).toBe(documentText(other.document));
  });

  it.each([['a "b" &#38; &#351;'], ['a &#x22;b&#x22; &amp; &#x15F;'], ['<![CDATA[a "b" & ş]]>']])(
    'writes characters as in %s',
    (text) => {
      const other = readAsWritten(asmxReply().replaceAll('a &quot;b&quot; &amp; ş', text));
      expect(different(readAsWritten(asmxReply()), other)).toEqual(['references']);
      expect(withOnly('references', other)).toBe(documentText(other.document));
    },
  );

  it('has shapes of times and words of states', () => {
    const other = readAsWritten(
      asmxReply()
        .replace('<PacketStatus>1<', '<PacketStatus>Sent<')
        .replaceAll('2026-11-28T10:20:30', '2026-11-28T13:20:30.000+03:00'),
    );
    expect(different(readAsWritten(asmxReply()), other)).toEqual(['states', 'times']);
    expect(withOnly('states', other)).toContain('<PacketStatus>Sent</PacketStatus>');
    expect(withOnly('times', other)).toContain('<SendDate>2026-11-28T13:20:30.000+03:00</SendDate>');
  });

  it('writes a time whose month is the first number anew', () => {
    const us = readAsWritten(asmxReply().replaceAll(/(?<=<SendDate>)[^<]*/g, '12/31/2026 10:00:00'));
    expect(documentText(inStyle(us, { times: { SendDate: 'yyyy-MM-dd' } }).document)).toContain(
      '<SendDate>2026-12-31</SendDate>',
    );
  });

  it('has no time of a field that holds what was sent', () => {
    const withKey = (key: string) => readAsWritten(asmxReply().replaceAll('>key<', `>${key}<`));
    expect(styleOf([withKey('01.02.2020')]).times).toEqual({
      DeliveryTime: 'yyyy-MM-ddTHH:mm:ss',
      SendDate: 'yyyy-MM-ddTHH:mm:ss',
    });
    const written = inStyle(withKey('2020-02-01'), {
      times: { KeyID: 'dd.MM.yyyy', SendDate: 'dd.MM.yyyy' },
    });
    expect(documentText(written.document)).toContain(
      '<KeyID>2020-02-01</KeyID><SendDate>28.11.2026</SendDate>',
    );
  });

  it('has the head: letters, order and values of fields, and no cookie', () => {
    const fields: HeaderList = [
      ['SERVER', 'x'],
      ['Date', 'Sat, 28 Nov 2026 10:20:30 GMT'],
      ['content-type', 'text/xml;charset=UTF-8'],
      ['Set-Cookie', 'session=secret'],
      ['Transfer-Encoding', 'chunked'],
    ];
    const style = styleOf([readAsWritten(asmxReply(), fields)]);
    expect(style.headers).toEqual(['SERVER: x', 'Date: {date}', 'content-type: {content-type}']);
    expect(JSON.stringify(style)).not.toContain('secret');
    const reply = inStyle(
      readAsWritten(asmxReply(), [
        ['Content-Type', 'text/xml; charset=utf-8'],
        ['Date', 'now'],
      ]),
      style,
    );
    expect(Buffer.from(replyBytes(reply)).toString()).toMatch(
      /^HTTP\/1\.1 200 OK\r\nSERVER: x\r\nDate: now\r\ncontent-type: text\/xml;charset=UTF-8\r\nTransfer-Encoding: chunked\r\n/,
    );
  });
});
