import { describe, expect, it } from 'vitest';
import {
  bindings,
  bulk,
  bulkValues,
  call,
  namespace,
  send,
  single,
  singleName,
  singleValues,
  textsOf,
  withReference,
} from './testing.ts';

const deliveryOfSingle =
  '<EmSmsDeliveryResult><GsmNumber>905321112233</GsmNumber><DeliveryResult>1</DeliveryResult>' +
  '<DeliveryDetail>Delivered</DeliveryDetail><DeliveryTime>2026-01-02T03:04:05</DeliveryTime>' +
  '<DeliveredMessage>Hello</DeliveredMessage><PostType>7</PostType><KeyID>K1</KeyID>' +
  '<SendDate>2026-01-02T03:04:05</SendDate></EmSmsDeliveryResult>';

function envelopeOf(uri: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${uri}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${singleName}Response xmlns="${namespace}"><${singleName}Result><PacketID>P000001</PacketID>` +
    `<PacketStatus>1</PacketStatus><DeliveryResults>${deliveryOfSingle}</DeliveryResults>` +
    `</${singleName}Result></${singleName}Response></soap:Body></soap:Envelope>`
  );
}

describe('the bytes of a reply', () => {
  it.each([
    ['soap11', 'text/xml; charset=utf-8', 'http://schemas.xmlsoap.org/soap/envelope/'],
    ['soap12', 'application/soap+xml; charset=utf-8', 'http://www.w3.org/2003/05/soap-envelope'],
  ] as const)('over %s are one line in an envelope', async (binding, type, uri) => {
    const answer = await withReference(({ baseUrl }) => call(baseUrl, binding, singleName, singleValues));
    expect([answer.status, answer.type]).toEqual([200, type]);
    expect(answer.text).toBe(envelopeOf(uri));
  });

  it.each(['http-get', 'http-post'] as const)(
    'over %s are indented, empty texts in one tag',
    async (binding) => {
      const values = { ...bulkValues, GsmNumbers: ['1'], Message: 'a\r\n<b>' };
      const answer = await withReference(({ baseUrl }) => call(baseUrl, binding, 'SendBulkSms', values));
      expect([answer.status, answer.type]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(answer.text).toBe(
        [
          '<?xml version="1.0" encoding="utf-8"?>',
          '<EmPostSmsResult xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
            ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${namespace}">`,
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
    },
  );
});

// That texts, numbers and reports are right over every binding is what the suite finds when it judges the reference.
describe.each(bindings)('over %s', (binding) => {
  it('a packet is not seen with another ServiceTicket', async () => {
    await withReference(async ({ baseUrl }) => {
      const sent = await call(baseUrl, binding, singleName, singleValues);
      const PacketId = textsOf(sent, 'PacketID')[0] ?? '';
      const report = await call(baseUrl, binding, 'ReportSingleShotSms', { ServiceTicket: 'T2', PacketId });
      expect(report.status).toBe(500);
      expect(report.text).toContain('There is no such packet.');
    });
  });
});

describe('state', () => {
  it('identifiers and clock are injected', async () => {
    const options = { ids: () => 'abc', clock: () => new Date('2030-12-31T23:59:59Z') };
    const sent = await withReference(
      ({ baseUrl }) => call(baseUrl, 'soap12', singleName, singleValues),
      options,
    );
    expect(textsOf(sent, 'PacketID')).toEqual(['abc']);
    expect(textsOf(sent, 'SendDate')).toEqual(['2030-12-31T23:59:59']);
  });

  it('the oldest packets are forgotten first', async () => {
    await withReference(
      async ({ baseUrl }) => {
        for (let i = 0; i < 3; i += 1) await call(baseUrl, 'http-get', singleName, singleValues);
        const statuses = [];
        for (const PacketId of ['P000001', 'P000002', 'P000003']) {
          const report = await call(baseUrl, 'http-get', 'ReportSingleShotSms', {
            ServiceTicket: 'T1',
            PacketId,
          });
          statuses.push(report.status);
        }
        expect(statuses).toEqual([500, 200, 200]);
      },
      { maxPackets: 2 },
    );
  });
});

describe('HTTP details', () => {
  it('a request line that carries a long message works', async () => {
    const values = { ...singleValues, Message: '€'.repeat(10_000) };
    const sent = await withReference(({ baseUrl }) => call(baseUrl, 'http-get', singleName, values));
    expect(textsOf(sent, 'DeliveredMessage')).toEqual([values.Message]);
  });

  it('plus is a space in forms, other keys are ignored, repeated scalars are joined', async () => {
    const fields = 'ServiceTicket=T1&PacketId=P000001&Other=1&Message=a+b&Message=c';
    const rest = '&Originator=&GsmNumber=1&KeyID=&PostType=&BeginTime=&MessageType=&RecipientType=';
    const sent = await withReference(({ baseUrl }) =>
      send(baseUrl, 'GET', `${single}/${singleName}?${fields}${rest}`),
    );
    expect(textsOf(sent, 'DeliveredMessage')).toEqual(['a b,c']);
  });

  it('a GET of the path base shows help', async () => {
    const answer = await withReference(({ baseUrl }) => send(baseUrl, 'GET', bulk));
    expect([answer.status, answer.type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<li>SendBulkSms</li>');
    expect(answer.text).not.toContain('Report');
  });
});
