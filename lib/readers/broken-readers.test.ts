import { expect, it } from 'vitest';
import { asmxReply, deliveryText, readAsWritten } from '../../suites/support/written-replies.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { brokenReaders } from './broken-readers.ts';
import { readers } from './readers.ts';

/** Returns the ids of the readers that break by what breaks them. */
function broken(body: string, headers?: HeaderList, old = asmxReply()) {
  const pair = { old: readAsWritten(old), now: readAsWritten(body, headers) };
  return Object.fromEntries(
    brokenReaders([pair]).broken.map(({ property, from, to, readers }) => [
      `${property} ${from} -> ${to}`,
      readers.map(({ id }) => id).join(' '),
    ]),
  );
}

it('finds every reader in replies of ASMX, so that each can break', () => {
  const reply = readAsWritten(asmxReply());
  const { understanding, broken: none } = brokenReaders([{ old: reply, now: reply }]);
  expect(readers.map(({ id }) => id).filter((id) => !understanding.has(id))).toEqual([]);
  expect(none).toEqual([]);
});

it('names the readers that break by another prefix of the envelope', () => {
  const other = asmxReply().replaceAll('soap:', 's:').replace('xmlns:soap', 'xmlns:s');
  expect(broken(other)).toEqual({
    'prefix soap -> s':
      'xml2js xml-js xmltodict fast-xml-parser prefix-stripped simplexml-prefix stored-reply',
  });
});

it('names those that break by a prefix of the service', () => {
  const other = asmxReply()
    .replace('xmlns="', 'xmlns:n="')
    .replace(/<(\/?)(?!\/|soap|\?)/g, '<$1n:');
  expect(broken(other)).toEqual({
    'prefix none -> n':
      'xml2js xml-js xmltodict fast-xml-parser regular-expression prefix-stripped simplexml-prefix dom-qualified stored-reply',
  });
});

it('names those that break by a default namespace of the envelope', () => {
  expect(broken(asmxReply().replaceAll('soap:', '').replace('xmlns:soap', 'xmlns'))).toEqual({
    'prefix soap -> none': 'xml2js xml-js xmltodict fast-xml-parser simplexml-prefix stored-reply',
  });
});

it('names those that break by an absent declaration, a byte order mark, indentation and references', () => {
  expect(broken(asmxReply().replace(/^<\?xml[^>]*>/, ''))).toEqual({
    'declaration <?xml version="1.0" encoding="utf-8"?> -> none': 'stored-reply',
  });
  const onLine = asmxReply().replace('?>', '?>\n');
  expect(Object.values(broken(onLine.replace(/^.*\n/, ''), undefined, onLine))).toEqual([
    'stored-reply',
    'stored-reply',
  ]);
  expect(broken(`\uFEFF${asmxReply()}`)).toEqual({ 'byte-order-mark false -> true': 'byte-order-mark' });
  const indented = asmxReply()
    .replace('<soap:Body>', '\n  <soap:Body>')
    .replace(/(<\/soap:Body>)/, '$1\n');
  expect(Object.values(broken(indented))).toEqual(['stored-reply']);
  const numeric = asmxReply().replaceAll('&quot;', '&#34;');
  expect(broken(numeric)).toEqual({
    'references &quot; -> &#34;':
      'fast-xml-parser fast-xml-parser-numbers fast-xml-parser-texts regular-expression',
  });
});

it('names those that break by the order of fields, and by fields that are left out', () => {
  const other = asmxReply().replace(/(<PacketID>.*<\/PacketID>)(<PacketStatus>.*<\/PacketStatus>)/, '$2$1');
  expect(broken(other)).toEqual({
    'order PacketID PacketStatus DeliveryResults -> PacketStatus PacketID DeliveryResults':
      'xml-serializer zeep stored-reply',
  });
  const deliveries = (rest: string) => asmxReply(deliveryText('905', rest) + deliveryText('906', rest));
  expect(broken(deliveries(''), undefined, deliveries('<PostType />'))).toEqual({
    'empty-elements <a /> -> absent':
      'xml2js fast-xml-parser fast-xml-parser-numbers fast-xml-parser-texts dom-qualified dom-local xml-serializer jaxb php-soapclient stored-reply',
  });
});

it('names the other name of a field as the cause, not what follows from it', () => {
  const deliveries = deliveryText('905', '<PostType />') + deliveryText('906', '<PostType />');
  const old = asmxReply(deliveries);
  const causes = Object.keys(broken(old.replaceAll('PacketID>', 'packetid>'), undefined, old));
  expect(causes).toEqual(['PacketID <PacketID> -> <packetid>']);
  const ofItems = old.replaceAll('EmSmsDeliveryResult>', 'Delivery>');
  expect(broken(ofItems, undefined, old)).toEqual({
    'EmSmsDeliveryResult <EmSmsDeliveryResult> -> <Delivery>': expect.stringContaining('zeep'),
  });
});

it('names a field with a text that is left out, and an element that the WSDL does not have', () => {
  const without = asmxReply().replaceAll(/<DeliveryDetail>\w+<\/DeliveryDetail>/g, '');
  expect(broken(without)).toEqual({
    'DeliveryDetail <DeliveryDetail> -> absent': expect.stringContaining('xml-serializer jaxb'),
  });
  const more = asmxReply().replace('<DeliveryResults>', '<Credit>12</Credit><DeliveryResults>');
  expect(broken(more)).toEqual({ 'Credit absent -> <Credit>': 'zeep stored-reply' });
  expect(broken(asmxReply(), undefined, without)).toEqual({
    'DeliveryDetail absent -> <DeliveryDetail>': 'stored-reply',
  });
});

it('names those that break by the head', () => {
  const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;
  const length = ['Content-Length', '1'] as const;
  expect(broken(asmxReply(), [['Content-Type', 'text/xml;charset=utf-8'], length])).toEqual({
    'content-type text/xml; charset=utf-8 -> text/xml;charset=utf-8': 'literal-content-type',
  });
  expect(broken(asmxReply(), [type, ['Transfer-Encoding', 'chunked']])).toEqual({
    'chunked no -> yes': 'needs-content-length http-1.0',
  });
  expect(broken(asmxReply(), [type])).toEqual({
    'chunked no -> end of the connection': 'needs-content-length',
  });
  const zipped = { ...readAsWritten(asmxReply()), coding: 'gzip' };
  expect(
    brokenReaders([{ old: readAsWritten(asmxReply()), now: zipped }]).broken[0]?.readers.map(({ id }) => id),
  ).toEqual(['http-1.0', 'no-content-coding']);
});

it('names those that read a text as a number', () => {
  const plus = asmxReply(deliveryText('+905000000000') + deliveryText('+905000000001'));
  expect(broken(plus)).toEqual({
    'GsmNumber <12 digits> -> +<12 digits>': 'fast-xml-parser fast-xml-parser-numbers',
  });
  expect(broken(asmxReply().replace('>P1<', '>0017<'))).toEqual({
    'PacketID P1 -> 0017': 'fast-xml-parser fast-xml-parser-numbers',
  });
});

it.each([
  ['02.01.2026 09:00', '<dd.MM.yyyy HH:mm>'],
  ['12.11.2026 25:00', '<impossible dd.MM.yyyy HH:mm>'],
  ['0001-01-01', '0001-01-01'],
  ['/Date(1767323045000+0300)/', '/Date(<13 digits>+0300)/'],
  ['Invalid date', 'Invalid date'],
])('tells the time %s as %s', (time, shape) => {
  const [old, now] = [time, '0017'].map((text) => asmxReply().replaceAll('2026-11-28T10:20:30', text));
  expect(Object.keys(broken(now ?? '', undefined, old))).toEqual([
    `DeliveryTime ${shape} -> 0017`,
    `SendDate ${shape} -> 0017`,
  ]);
});

it('tells a change of texts once, whatever numbers and times they hold', () => {
  const reply = (packet: string, time: string) =>
    readAsWritten(asmxReply().replace('>P1<', `>${packet}<`).replaceAll('2026-11-28T10:20:30', time));
  const pairs = [
    { old: reply('4711010', '2026-11-28T10:20:30'), now: reply('004711999', '28.11.2026 10:20:30') },
    { old: reply('4711011', '2026-11-28T10:20:31'), now: reply('004712000', '28.11.2026 10:20:31') },
  ];
  const told = pairs.map((pair) => brokenReaders([pair]).broken.map(({ from, to }) => `${from} -> ${to}`));
  expect(told[0]).toEqual(['<7 digits> -> 00<7 digits>']);
  expect(told[1]).toEqual(told[0]);
});
