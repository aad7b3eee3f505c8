import { describe, expect, it } from 'vitest';
import { everyCall, foundSent, hardText, type Row, type Sent } from '../testing.ts';

const operation = 'ReportSingleShotSms';
const ticket = '<ServiceTicket>T-1</ServiceTicket>';
const packet = '<PacketId>P-1</PacketId>';
const expects = 'request/parameters parameters: expected {ns}ServiceTicket, {ns}PacketId; actual';
const order =
  'request/parameters gap parameters: expected {ns}ServiceTicket, {ns}PacketId; actual {ns}PacketId, {ns}ServiceTicket';
const wrong = (actual: string, expected = '"P-1"') =>
  `request/parameters PacketId: expected ${expected}; actual ${actual} (field: PacketId)`;

describe('request/parameters', () => {
  it.each<Row<Sent>>([
    ['is broken by a parameter left out', { edits: [[ticket, '']] }, `${expects} {ns}PacketId`],
    [
      'is broken by a parameter in no namespace',
      { edits: [['<PacketId>', '<PacketId xmlns="">']] },
      `${expects} {ns}ServiceTicket, PacketId`,
    ],
    [
      'is broken by a name in other letters',
      { binding: 'http-post', edits: [['PacketId', 'PacketID']] },
      'request/parameters parameters: expected ServiceTicket, PacketId; actual ServiceTicket, PacketID',
    ],
    ['leaves another order over SOAP open', { edits: [[`${ticket}${packet}`, packet + ticket]] }, order],
    [
      'is broken by a value beside another order',
      { edits: [[`${ticket}${packet}`, `<PacketId>P-2</PacketId>${ticket}`]] },
      order,
      wrong('"P-2"'),
    ],
    [
      'keeps silent on fields in another order',
      {
        binding: 'http-post',
        edits: [['ServiceTicket=T-1&PacketId=P-1', 'PacketId=P-1&ServiceTicket=T-1']],
      },
    ],
    [
      'is broken by a text that stands in an element of its own',
      { edits: [['>P-1<', '><string>P-1</string><']] },
      wrong('elements {ns}string'),
    ],
    [
      'is broken by the right value inside an element, beside another',
      { edits: [['>P-1<', '><string>P-1</string><x/><']] },
      wrong('elements {ns}string, {ns}x'),
    ],
    [
      'is broken by a value changed on the way',
      { binding: 'http-get', values: { PacketId: 'a+b' }, path: [['%2B', '+']] },
      wrong('"a b"', '"a+b"'),
    ],
    [
      'is broken by a string that is repeated',
      { binding: 'http-post', edits: [[/$/g, '&PacketId=P-1']] },
      wrong('"P-1", "P-1"'),
    ],
  ])('%s', (_, sent, ...lines) => {
    expect(foundSent({ operation, ...sent })).toEqual(lines);
  });

  it.each(everyCall)('keeps silent on hard texts and on an empty list of %s over %s', (name, binding) => {
    const values =
      name === 'SendBulkSms' ? { Message: hardText, GsmNumbers: [] } : { ServiceTicket: hardText };
    expect(foundSent({ operation: name, binding, values })).toEqual([]);
  });
});
