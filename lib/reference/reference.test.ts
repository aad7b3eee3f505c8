import { describe, expect, it } from 'vitest';
import { serving } from '../../suites/self/endpoints.ts';
import { bindingIds, reference, textsOf } from '../../suites/support/reference.ts';
import { NAMESPACE } from '../../suites/support/samples.ts';
import type { Deviation, HttpRequest } from './seams.ts';
import { httpReply } from './write/replies.ts';

const single = 'SingleShotSmsWithTypeAndKeyID';
const report = { ServiceTicket: 'T-1', PacketId: 'P000001' };

const deliveryOfSingle =
  '<EmSmsDeliveryResult><GsmNumber>905321112233</GsmNumber><DeliveryResult>1</DeliveryResult>' +
  '<DeliveryDetail>Delivered</DeliveryDetail><DeliveryTime>2026-01-02T03:04:05</DeliveryTime>' +
  '<DeliveredMessage>Hello</DeliveredMessage><PostType>7</PostType><KeyID>K-1</KeyID>' +
  '<SendDate>2026-01-02T03:04:05</SendDate></EmSmsDeliveryResult>';

function envelopeOf(uri: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${uri}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${single}Response xmlns="${NAMESPACE}"><${single}Result><PacketID>P000001</PacketID>` +
    `<PacketStatus>1</PacketStatus><DeliveryResults>${deliveryOfSingle}</DeliveryResults>` +
    `</${single}Result></${single}Response></soap:Body></soap:Envelope>`
  );
}

describe('the bytes of a reply', () => {
  it.each([
    ['soap11', 'text/xml; charset=utf-8', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['soap12', 'application/soap+xml; charset=utf-8', 'http://www.w3.org/2003/05/soap-envelope'],
  ] as const)('over %s are one line in an envelope', (binding, type, uri) => {
    const { status, type: told, text } = reference().call(single, binding, { Message: 'Hello' });
    expect([status, told, text]).toEqual([200, type, envelopeOf(uri)]);
  });

  it.each(['http-get', 'http-post'] as const)('over %s are indented, empty texts in one tag', (binding) => {
    const values = { GsmNumbers: ['1'], Message: 'a\r\n<b>' };
    const { status, type, text } = reference().call('SendBulkSms', binding, values);
    expect([status, type]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(text).toBe(
      [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<EmPostSmsResult xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
          ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${NAMESPACE}">`,
        '  <PacketID>P000001</PacketID>',
        '  <PacketStatus>1</PacketStatus>',
        '  <DeliveryResults>',
        '    <EmSmsDeliveryResult>',
        '      <GsmNumber>1</GsmNumber>',
        '      <DeliveryResult>1</DeliveryResult>',
        '      <DeliveryDetail>Delivered</DeliveryDetail>',
        '      <DeliveryTime>2026-01-02T03:04:05</DeliveryTime>',
        '      <DeliveredMessage>a&#xD;\n&lt;b&gt;</DeliveredMessage>',
        '      <PostType />',
        '      <KeyID />',
        '      <SendDate>2026-01-02T03:04:05</SendDate>',
        '    </EmSmsDeliveryResult>',
        '  </DeliveryResults>',
        '</EmPostSmsResult>',
      ].join('\r\n'),
    );
  });
});

// That texts, numbers and reports are right over every binding is what the suite finds when it judges the reference.
describe('packets', () => {
  it.each(bindingIds)('are not seen with another ServiceTicket over %s', (binding) => {
    const { call } = reference();
    const [PacketId = ''] = textsOf(call(single, binding), 'PacketID');
    const { status, text } = call('ReportSingleShotSms', binding, { ServiceTicket: 'T-2', PacketId });
    expect(status).toBe(500);
    expect(text).toContain('There is no such packet.');
  });

  it('have the identifiers and the time of whoever starts the service', () => {
    const clock = () => new Date('2030-12-31T23:59:59Z');
    const sent = reference({ ids: () => 'abc', clock }).call(single, 'soap12');
    expect(textsOf(sent, 'PacketID')).toEqual(['abc']);
    expect(textsOf(sent, 'SendDate')).toEqual(['2030-12-31T23:59:59']);
  });

  it('are forgotten, the oldest first', () => {
    const { call } = reference({ maxPackets: 2 });
    for (let i = 0; i < 3; i += 1) call(single, 'http-get');
    const statuses = ['P000001', 'P000002', 'P000003'].map(
      (PacketId) => call('ReportSingleShotSms', 'http-get', { PacketId }).status,
    );
    expect(statuses).toEqual([500, 200, 200]);
  });
});

const teapot = httpReply(418, 'text/plain', 'no');
const refuseAll: Deviation = { arrival: () => teapot };

describe('a deviation at arrival', () => {
  it.each(bindingIds)('answers instead of the service over %s, which never knows of the call', (binding) => {
    const { call } = reference({ deviations: [{ ...refuseAll, operations: ['SendBulkSms'] }] });
    expect(call('SendBulkSms', binding)).toMatchObject({ status: 418, text: 'no' });
    expect(call('ReportSmsWithPacketId', binding, report).status).toBe(500);
  });

  it('meets only the bindings and operations it names, whose operation SOAP names in the envelope', () => {
    const scoped: Deviation = { ...refuseAll, bindings: ['soap12', 'http-get'], operations: [single] };
    const { call } = reference({ deviations: [scoped] });
    expect(
      bindingIds.map((binding) => [call(single, binding).status, call('SendBulkSms', binding).status]),
    ).toEqual([
      [200, 200],
      [418, 200],
      [418, 200],
      [200, 200],
    ]);
  });

  it('is the first that refuses, of several', () => {
    const other: Deviation = { arrival: () => httpReply(503, '', '') };
    const passing: Deviation = { arrival: () => null };
    expect(reference({ deviations: [passing, other, refuseAll] }).call(single, 'soap11').status).toBe(503);
  });

  it('sees the request line, the header, the bytes, and in how many pieces they came', async () => {
    const seen: HttpRequest[] = [];
    const look: Deviation = {
      arrival: (request) => {
        seen.push(request);
        return teapot;
      },
    };
    const path = '/ecomm/postsms.asmx/ReportSmsWithPacketId';
    const fields = ['ServiceTicket=T-1', '&PacketId=', '%C5%9F'];
    const whole = Buffer.from(fields.join(''));
    const type = ['content-type', 'application/x-www-form-urlencoded'] as const;
    await serving({ deviations: [look] }, async ({ baseUrl }) => {
      const slowly = async function* () {
        for (const field of fields) {
          yield Buffer.from(field);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const sent = { method: 'POST', headers: Object.fromEntries([type]) };
      await fetch(`${baseUrl}${path}`, { ...sent, body: fields.join('') });
      await fetch(`${baseUrl}${path}`, { ...sent, body: ReadableStream.from(slowly()), duplex: 'half' });
      await fetch(`${baseUrl}${path}?${fields.join('')}`);
    });
    expect(seen).toMatchObject([
      { method: 'POST', path, pieces: 1, headers: expect.arrayContaining([type]), body: whole },
      { pieces: 3, body: whole },
      { method: 'GET', path: `${path}?${fields.join('')}`, pieces: 0, body: null },
    ]);
  });
});
