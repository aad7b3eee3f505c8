import { describe, expect, it } from 'vitest';
import { type Edit, foundSent, type Row, type Sent } from '../testing.ts';

const operation = 'ReportSingleShotSms';

describe('the request line and the body', () => {
  it.each<Row<Sent>>([
    [
      'the path base of another operation',
      { binding: 'soap12', path: [['liveb', 'live']] },
      'request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx',
    ],
    [
      'the operation left out over POST',
      { binding: 'http-post', path: [['/SendBulkSms', '']] },
      'request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx',
    ],
    [
      'the path of the base URL left out',
      { operation, binding: 'http-get', path: [['/gateway', '']] },
      'request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms',
    ],
    [
      'a query where the binding posts',
      { path: [[/$/g, '?op=SendBulkSms']] },
      'request/path request line: expected no query; actual ?op=SendBulkSms',
    ],
    [
      'GET where the binding posts',
      { method: 'GET' },
      'request/method request line: expected POST; actual GET',
    ],
    [
      'POST where it gets, with the parameters then looked for in the body',
      { operation, binding: 'http-get', method: 'POST' },
      'request/method request line: expected GET; actual POST',
      'request/parameters parameters: expected ServiceTicket, PacketId; actual none',
    ],
    [
      'a form on GET',
      { operation, binding: 'http-get', body: Buffer.from('a=b') },
      'request/no-body body: expected none; actual 3 bytes',
    ],
    [
      'a body without bytes on GET, which would be framed as one',
      { operation, binding: 'http-get', body: new Uint8Array() },
      'request/no-body body: expected none; actual 0 bytes',
    ],
  ])('are broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });
});

const path = '/gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=';

describe('request/encoding', () => {
  it.each<Row<Sent>>([
    [
      'a letter in the request line that is not percent-encoded',
      { binding: 'http-get', operation, values: { PacketId: 'ş' }, path: [['%C5%9F', 'ş']] },
      `request/encoding request line: expected visible ASCII, other characters percent-encoded; actual ${path}ş`,
    ],
    [
      'percent-encoded Latin-1, beside the value it spoils',
      { binding: 'http-get', operation, values: { PacketId: 'é' }, path: [['%C3%A9', '%E9']] },
      `request/encoding request line: expected percent-encoded UTF-8; actual ${path}%E9`,
      'request/parameters PacketId: expected "é"; actual "�" (field: PacketId)',
    ],
    [
      'bytes in Latin-1, beside the message they spoil',
      { binding: 'http-post', operation, body: Buffer.from('ServiceTicket=T-1&PacketId=é', 'latin1') },
      'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
      'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
    ],
  ])('is broken by %s', (_, sent, ...lines) => {
    expect(foundSent(sent)).toEqual(lines);
  });

  it('is broken by a blank at the beginning of the request line', () => {
    const lines = foundSent({ binding: 'http-get', operation, path: [[/^/g, ' ']] });
    expect(lines).toContain(
      `request/encoding request line: expected visible ASCII, other characters percent-encoded; actual  ${path}P-1`,
    );
  });

  it.each<[string, Edit]>([
    ['a raw byte above 0x7F', ['%C3%A9', 'é']],
    ['%uXXXX', ['%C3%A9', '%u00E9']],
    ['a percent sign alone', ['%C3%A9', '%']],
  ])('is broken once by %s in a form and in a query', (_, edit) => {
    const values = { PacketId: 'é' };
    const inForm = foundSent({ binding: 'http-post', operation, values, edits: [edit] });
    const inQuery = foundSent({ binding: 'http-get', operation, values, path: [edit] });
    const places = [...inForm, ...inQuery].flatMap(
      (line) => /^request\/encoding ([^:]+):/.exec(line)?.[1] ?? [],
    );
    expect(places).toEqual(['body', 'request line']);
  });

  it('takes any bytes of UTF-8 in an envelope', () => {
    expect(foundSent({ operation, values: { PacketId: '%u015F 100% é' } })).toEqual([]);
  });
});
