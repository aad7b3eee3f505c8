import { describe, expect, it } from 'vitest';
import { type Edit, foundSent, tellsSent as tells } from '../testing.ts';

const operation = 'ReportSingleShotSms';

describe('the request line and the body', () => {
  tells('the path base of another operation', { binding: 'soap12', path: [['liveb', 'live']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx',
  ]);
  tells('the operation left out over POST', { binding: 'http-post', path: [['/SendBulkSms', '']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx',
  ]);
  tells('the path of the base URL left out', { operation, binding: 'http-get', path: [['/gateway', '']] }, [
    'request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms',
  ]);
  tells('a query where the binding posts', { path: [[/$/g, '?op=SendBulkSms']] }, [
    'request/path request line: expected no query; actual ?op=SendBulkSms',
  ]);
  tells('GET where the binding posts', { method: 'GET' }, [
    'request/method request line: expected POST; actual GET',
  ]);
  tells(
    'POST where it gets, with the parameters then looked for in the body',
    { operation, binding: 'http-get', method: 'POST' },
    [
      'request/method request line: expected GET; actual POST',
      'request/parameters parameters: expected ServiceTicket, PacketId; actual none',
    ],
  );
  tells('a form on GET', { operation, binding: 'http-get', body: Buffer.from('a=b') }, [
    'request/no-body body: expected none; actual 3 bytes',
  ]);
  tells(
    'a body without bytes on GET, which would be framed as one',
    { operation, binding: 'http-get', body: new Uint8Array() },
    ['request/no-body body: expected none; actual 0 bytes'],
  );
});

const path = '/gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=';

describe('request/encoding', () => {
  tells(
    'a letter in the request line that is not percent-encoded',
    { binding: 'http-get', operation, values: { PacketId: 'ş' }, path: [['%C5%9F', 'ş']] },
    [
      `request/encoding request line: expected visible ASCII, other characters percent-encoded; actual ${path}ş`,
    ],
  );
  tells(
    'percent-encoded Latin-1, beside the value it spoils',
    { binding: 'http-get', operation, values: { PacketId: 'é' }, path: [['%C3%A9', '%E9']] },
    [
      `request/encoding request line: expected percent-encoded UTF-8; actual ${path}%E9`,
      'request/parameters PacketId: expected "é"; actual "�" (field: PacketId)',
    ],
  );
  tells(
    'bytes in Latin-1, beside the message they spoil',
    { binding: 'http-post', operation, body: Buffer.from('ServiceTicket=T-1&PacketId=é', 'latin1') },
    [
      'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
      'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
    ],
  );

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
