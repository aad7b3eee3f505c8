import { describe, expect, it } from 'vitest';
import { everyCall, hardText, judgeSent, toldSent, withBody } from '../testing.ts';

describe('request/parameters', () => {
  it('is broken by a parameter left out', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap11'], (request) =>
          withBody(request, [['<ServiceTicket>T-1</ServiceTicket>', '']]),
        ),
      ),
    ).toEqual([
      `request/parameters parameters: expected {http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId; actual {http://sms.example/ns}PacketId`,
    ]);
  });

  it('is broken by a text that stands in an element of its own', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap11'], (request) =>
          withBody(request, [['>P-1<', '><string>P-1</string><']]),
        ),
      ),
    ).toEqual([
      `request/parameters PacketId: expected "P-1"; actual elements {http://sms.example/ns}string (field: PacketId)`,
    ]);
  });

  it('leaves another order over SOAP open, beside a value that is wrong', () => {
    const ticket = '<ServiceTicket>T-1</ServiceTicket>';
    const packet = '<PacketId>P-1</PacketId>';
    const order = {
      rule: 'request/parameters',
      path: 'parameters',
      expected: '{http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId',
      actual: '{http://sms.example/ns}PacketId, {http://sms.example/ns}ServiceTicket',
      level: 'gap',
    };
    const judgeMoved = (moved: string) =>
      judgeSent(['ReportSingleShotSms', 'soap11'], (request) =>
        withBody(request, [[`${ticket}${packet}`, moved]]),
      );
    expect(judgeMoved(packet + ticket)).toEqual([order]);
    expect(judgeMoved(packet.replace('P-1', 'P-2') + ticket)).toEqual([
      order,
      {
        rule: 'request/parameters',
        path: 'PacketId',
        expected: '"P-1"',
        actual: '"P-2"',
        names: { field: 'PacketId' },
      },
    ]);
  });

  it('keeps silent on fields in another order', () => {
    expect(
      judgeSent(['ReportSmsWithPacketId', 'http-post'], (request) =>
        withBody(request, [['ServiceTicket=T-1&PacketId=P-1', 'PacketId=P-1&ServiceTicket=T-1']]),
      ),
    ).toEqual([]);
  });

  it('is broken by a name in other letters', () => {
    expect(
      toldSent(
        judgeSent(['ReportSmsWithPacketId', 'http-post'], (request) =>
          withBody(request, [['PacketId', 'PacketID']]),
        ),
      ),
    ).toEqual([
      `request/parameters parameters: expected ServiceTicket, PacketId; actual ServiceTicket, PacketID`,
    ]);
  });

  it('is broken by a parameter in no namespace', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap11'], (request) =>
          withBody(request, [['<PacketId>', '<PacketId xmlns="">']]),
        ),
      ),
    ).toEqual([
      `request/parameters parameters: expected {http://sms.example/ns}ServiceTicket, {http://sms.example/ns}PacketId; actual {http://sms.example/ns}ServiceTicket, PacketId`,
    ]);
  });

  it('is broken by a value changed on the way', () => {
    expect(
      toldSent(
        judgeSent(['ReportSmsWithPacketId', 'http-get', { PacketId: 'a+b' }], (request) => ({
          ...request,
          path: request.path.replace('%2B', '+'),
        })),
      ),
    ).toEqual([`request/parameters PacketId: expected "a+b"; actual "a b" (field: PacketId)`]);
  });

  it('is broken by a string that is repeated', () => {
    expect(
      toldSent(
        judgeSent(['ReportSmsWithPacketId', 'http-post'], (request) =>
          withBody(request, [[/$/g, '&PacketId=P-1']]),
        ),
      ),
    ).toEqual([`request/parameters PacketId: expected "P-1"; actual "P-1", "P-1" (field: PacketId)`]);
  });

  it('is broken by the right value inside an element, beside another', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'soap11'], (request) =>
          withBody(request, [['>P-1<', '><string>P-1</string><x/><']]),
        ),
      ),
    ).toEqual([
      `request/parameters PacketId: expected "P-1"; actual elements {http://sms.example/ns}string, {http://sms.example/ns}x (field: PacketId)`,
    ]);
  });

  it('keeps silent on hard texts and on an empty list over every binding', () => {
    const values = { ServiceTicket: hardText, Message: hardText, PacketId: hardText, GsmNumbers: [] };
    const named = (operation: string) =>
      operation === 'SendBulkSms'
        ? { Message: values.Message, GsmNumbers: values.GsmNumbers }
        : { ServiceTicket: values.ServiceTicket };
    expect(everyCall.flatMap(([name, id]) => judgeSent([name, id, named(name)]))).toEqual([]);
  });
});
