import { describe, expect, it } from 'vitest';
import { reference, textsOf } from '../../suites/support/reference.ts';
import { NAMESPACE as ns } from '../../suites/support/samples.ts';

const bulk = '/liveb/postsms.asmx';
const envelope11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope12 = 'http://www.w3.org/2003/05/soap-envelope';
const xmlType = 'text/xml; charset=utf-8';
const soapType = 'application/soap+xml; charset=utf-8';

const action = { 'Content-Type': xmlType, SOAPAction: `"${ns}/SendBulkSms"` };
const content =
  '<ServiceTicket>T1</ServiceTicket><Originator>O</Originator><Message>şey</Message>' +
  '<GsmNumbers><string>1</string><string>2</string></GsmNumbers><BeginTime/><EndTime></EndTime>';
const call = `<SendBulkSms xmlns="${ns}">${content}</SendBulkSms>`;

function wrap(inner: string, uri = envelope11): string {
  return `<s:Envelope xmlns:s="${uri}"><s:Body>${inner}</s:Body></s:Envelope>`;
}

const manyTimes = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join('');

const post = (body: string | Uint8Array, headers: Record<string, string> = action) =>
  reference().ask('POST', bulk, headers, body);

// The wire forms of the suite, which it sends to the reference too, are further correct ways.
describe('every correct way to write a request is understood', () => {
  it.each([
    ['plain', wrap(call)],
    [
      'parameters in another order',
      wrap(call.replace(/(<ServiceTicket>.*?<\/ServiceTicket>)(.*?)(?=<\/Send)/, '$2$1')),
    ],
    ['parameters that nobody knows', wrap(call.replace('<Message>', '<Other><a/></Other><Message>'))],
  ])('%s', (_, body) => {
    const answer = post(body);
    expect(answer.status, answer.text).toBe(200);
    expect(textsOf(answer, 'DeliveredMessage')).toEqual(['şey', 'şey']);
    expect(textsOf(answer, 'GsmNumber')).toEqual(['1', '2']);
  });

  it('a text in windows-1252', () => {
    const body = Buffer.from(wrap(call).replace('şey', '\x80'), 'latin1');
    const answer = post(body, { ...action, 'Content-Type': 'text/xml; charset=windows-1252' });
    expect(textsOf(answer, 'DeliveredMessage')).toEqual(['€', '€']);
  });

  it.each([
    ['an unquoted SOAPAction', { ...action, SOAPAction: `${ns}/SendBulkSms` }],
    ['an empty SOAPAction', { ...action, SOAPAction: '""' }],
    ['a quoted upper-case charset', { ...action, 'Content-Type': 'Text/XML; Charset="UTF-8"' }],
  ])('%s', (_, headers) => {
    expect(post(wrap(call), headers).status).toBe(200);
  });

  it.each([
    ['tempuri.org/SendBulkSms', 200],
    ['tempuri.org//SendBulkSms', 200],
    ['tempuri.org///SendBulkSms', 500],
    ['tempuri.orgSendBulkSms', 500],
  ])('in a namespace that ends in a slash: the SOAPAction %s is answered with %i', (value, status) => {
    const namespace = 'http://tempuri.org/';
    const headers = { ...action, SOAPAction: `"http://${value}"` };
    const answer = reference({ namespace }).ask('POST', bulk, headers, wrap(call.replace(ns, namespace)));
    expect(answer.status).toBe(status);
  });

  it.each([
    ['without action', soapType],
    ['with the action as parameter', `${soapType}; action="${ns}/SendBulkSms"`],
    ['without charset', 'application/soap+xml'],
  ])('SOAP 1.2 %s', (_, type) => {
    const answer = post(wrap(call, envelope12), { 'Content-Type': type });
    expect([answer.status, answer.type]).toEqual([200, soapType]);
    expect(textsOf(answer, 'DeliveredMessage')).toEqual(['şey', 'şey']);
  });

  it('other charsets are decoded', () => {
    const headers = { ...action, 'Content-Type': 'text/xml; charset=utf-16le' };
    const answer = post(Buffer.from(wrap(call), 'utf16le'), headers);
    expect(textsOf(answer, 'DeliveredMessage')).toEqual(['şey', 'şey']);
  });

  it('missing and nil parameters are empty texts', () => {
    const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"';
    const nil = wrap(
      call.replace('<Message>şey</Message>', `<Message ${xsi}/>`).replace('<EndTime></EndTime>', ''),
    );
    expect(textsOf(post(nil), 'DeliveredMessage')).toEqual(['', '']);
  });
});

describe('a request that cannot be served is answered with a fault of its SOAP version', () => {
  const noTicket = call.replace('<ServiceTicket>T1</ServiceTicket>', '');
  it.each([
    ['unknown operation', wrap(`<Nothing xmlns="${ns}"/>`), { ...action, SOAPAction: '""' }, 'Client'],
    [
      'operation of another path',
      wrap(`<ReportSingleShotSms xmlns="${ns}"/>`),
      { ...action, SOAPAction: '""' },
      'Client',
    ],
    ['operation in another namespace', wrap(call.replace(ns, `${ns}/`)), action, 'Client'],
    ['wrong SOAPAction', wrap(call), { ...action, SOAPAction: `"${ns}/sendbulksms"` }, 'Client'],
    [
      'SOAPAction of another operation',
      wrap(call),
      { ...action, SOAPAction: `"${ns}/ReportSingleShotSms"` },
      'Client',
    ],
    ['missing SOAPAction', wrap(call), { 'Content-Type': xmlType }, 'Client'],
    ['empty body', wrap(''), action, 'Client'],
    ['missing body', `<s:Envelope xmlns:s="${envelope11}"/>`, action, 'Client'],
    ['two bodies', wrap(`${call}</s:Body><s:Body>`), action, 'Client'],
    ['no envelope', call, action, 'Client'],
    ['element inside a text', wrap(call.replace('şey', '<b/>')), action, 'Client'],
    ['envelope of SOAP 1.2', wrap(call, envelope12), action, 'VersionMismatch'],
    ['missing ServiceTicket', wrap(noTicket), action, 'Server'],
    ['empty ServiceTicket', wrap(call.replace('T1', '')), action, 'Server'],
    ['no recipient', wrap(call.replace(/<GsmNumbers>.*<\/GsmNumbers>/, '')), action, 'Server'],
  ])('1.1: %s', (_, body, headers, code) => {
    const answer = post(body, headers);
    expect([answer.status, answer.type]).toEqual([500, xmlType]);
    expect(answer.text).toMatch(
      new RegExp(
        `<soap:Body><soap:Fault><faultcode>soap:${code}</faultcode><faultstring>.+</faultstring><detail /></soap:Fault>`,
      ),
    );
    expect(answer.text).toContain(`xmlns:soap="${envelope11}"`);
  });

  it.each([
    ['unknown operation', wrap(`<Nothing xmlns="${ns}"/>`, envelope12), soapType, 'Sender'],
    ['wrong action', wrap(call, envelope12), `${soapType}; action="${ns}/Nothing"`, 'Sender'],
    ['empty body', wrap('', envelope12), soapType, 'Sender'],
    ['envelope of SOAP 1.1', wrap(call), soapType, 'VersionMismatch'],
    ['empty ServiceTicket', wrap(call.replace('T1', ''), envelope12), soapType, 'Receiver'],
  ])('1.2: %s', (_, body, type, code) => {
    const answer = post(body, { 'Content-Type': type });
    expect([answer.status, answer.type]).toEqual([500, soapType]);
    expect(answer.text).toMatch(
      new RegExp(
        `<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">.+</soap:Text>`,
      ),
    );
    expect(answer.text).toContain(`xmlns:soap="${envelope12}"`);
  });

  it('the action decides: another operation of the same path in the body is a fault', () => {
    const body = wrap(`<ReportSingleShotSms xmlns="${ns}"/>`);
    const headers = { ...action, SOAPAction: `"${ns}/SingleShotSmsWithTypeAndKeyID"` };
    const answer = reference().ask('POST', '/live/postsms.asmx', headers, body);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('<faultcode>soap:Client</faultcode>');
  });

  it.each([
    ['not well-formed', wrap(call).slice(0, -3), action, 400],
    ['a DOCTYPE', `<!DOCTYPE x>${wrap(call)}`, action, 400],
    ['bytes that are not UTF-8', Buffer.from(wrap(call.replace('şey', 'é')), 'latin1'), action, 400],
    ['nothing at all', '', action, 400],
    ['unknown charset', wrap(call), { ...action, 'Content-Type': 'text/xml; charset=nothing' }, 415],
  ])('%s is refused with an empty body', (_, body, headers, status) => {
    const answer = post(body, headers);
    expect([answer.status, answer.text]).toEqual([status, '']);
  });

  it.each([
    [
      '300,000 attributes',
      wrap(call.replace('<Message', `<x${manyTimes(300_000, (i) => ` a${i}="1"`)}/><Message`)),
    ],
    ['600,000 elements', wrap(call.replace('<Message', `${'<x/>'.repeat(600_000)}<Message`))],
    [
      'namespaces in force at many places',
      wrap(
        call.replace(
          '<Message',
          `<x${manyTimes(60_000, (i) => ` xmlns:a${i}="u"`)}>${'<y/>'.repeat(400_000)}</x><Message`,
        ),
      ),
    ],
    ['comments without an end', wrap('<!--'.repeat(500_000))],
    ['instructions without an end', wrap('<?a'.repeat(500_000))],
    // Work that grows with the square of these numbers would last beyond the limit of a test.
  ])('%s are refused in time', (_, body) => {
    expect(post(body).status).toBe(400);
  });

  it.each(['application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'content type %s is 415',
    (type) => {
      expect(post(wrap(call), { ...action, 'Content-Type': type }).status).toBe(415);
    },
  );

  it('a reply that would be too long is refused', () => {
    const long = call
      .replace('şey', 'x'.repeat(1_000_000))
      .replace('<string>1', `${'<string>0</string>'.repeat(40)}<string>1`);
    const answer = post(wrap(long));
    expect(answer.status).toBe(500);
    expect(answer.text).toContain('too long');
  });
});
