import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Edit, foundSent, type Sent, tellsSent as tells } from '../../../../suites/support/judged.ts';

const got = { operation: 'ReportSingleShotSms', binding: 'http-get' } as const;
const posted = { operation: 'ReportSingleShotSms', binding: 'http-post' } as const;

describe('the request line and the body', () => {
  tells('the path base of another operation', { binding: 'soap12', path: [['liveb', 'live']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx',
  ]);
  tells('the operation left out over POST', { binding: 'http-post', path: [['/SendBulkSms', '']] }, [
    'request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx',
  ]);
  tells('the path of the base URL left out', { ...got, path: [['/gateway', '']] }, [
    'request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms',
  ]);
  tells('a query where the binding posts', { path: [[/$/g, '?op=SendBulkSms']] }, [
    'request/path request line: expected no query; actual ?op=SendBulkSms',
  ]);
  tells('GET where the binding posts', { method: 'GET' }, [
    'request/method request line: expected POST; actual GET',
  ]);
  tells('POST where it gets, with parameters looked for in the body', { ...got, method: 'POST' }, [
    'request/method request line: expected GET; actual POST',
    'request/parameters parameters: expected ServiceTicket, PacketId; actual none',
  ]);
  tells('a form on GET', { ...got, body: Buffer.from('a=b') }, [
    'request/no-body body: expected none; actual 3 bytes',
  ]);
  tells('a body of no bytes on GET, which would be framed as one', { ...got, body: new Uint8Array() }, [
    'request/no-body body: expected none; actual 0 bytes',
  ]);
});

const path = '/gateway/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=T-1&PacketId=';

describe('request/encoding', () => {
  const ascii =
    'request/encoding request line: expected visible ASCII, other characters percent-encoded; actual';
  tells('a letter', { ...got, values: { PacketId: 'ş' }, path: [['%C5%9F', 'ş']] }, [`${ascii} ${path}ş`]);
  const latin1 = { values: { PacketId: 'é' }, path: [['%C3%A9', '%E9']] } as const;
  tells('percent-encoded Latin-1, beside the value it spoils', { ...got, ...latin1 }, [
    `request/encoding request line: expected percent-encoded UTF-8; actual ${path}%E9`,
    'request/parameters PacketId: expected "é"; actual "�" (field: PacketId)',
  ]);
  const bytes = Buffer.from('ServiceTicket=T-1&PacketId=é', 'latin1');
  tells('bytes in Latin-1, beside the message they spoil', { ...posted, body: bytes }, [
    'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
    'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
  ]);
  tells('no bytes of UTF-8 in an envelope', { values: { Message: '%u015F 100% é' } }, []);

  const coded = (coding: string, body: Uint8Array): Sent => ({
    ...posted,
    added: [['Content-Encoding', coding]],
    body,
  });
  const fields = 'ServiceTicket=T-1&PacketId=P-1';
  const coding = (expected: string, actual: string, level = '') =>
    `request/encoding${level} Content-Encoding: expected ${expected}; actual ${actual}`;
  tells('a coding that is true as open', coded('gzip', gzipSync(fields)), [coding('none', 'gzip', ' gap')]);
  tells('a coding that is not known as open', coded('x', Buffer.from(fields)), [coding('none', 'x', ' gap')]);
  tells('a coding that is false', coded('gzip', Buffer.from(fields)), [
    coding('none, or a body in this coding', 'gzip'),
  ]);
  tells('no coding that says nothing', coded('identity', Buffer.from(fields)), []);
  tells('bytes in Latin-1 behind a coding', coded('gzip', gzipSync(bytes)), [
    coding('none', 'gzip', ' gap'),
    'request/encoding body: expected UTF-8; actual bytes that are not UTF-8',
    'request/parameters PacketId: expected "P-1"; actual "�" (field: PacketId)',
  ]);

  it('tells of a blank at the beginning of the request line', () => {
    expect(foundSent({ ...got, path: [[/^/g, ' ']] })).toContain(`${ascii}  ${path}P-1`);
  });

  it.each<[string, Edit]>([
    ['a raw byte above 0x7F', ['%C3%A9', 'é']],
    ['%uXXXX', ['%C3%A9', '%u00E9']],
    ['a percent sign alone', ['%C3%A9', '%']],
  ])('is broken once by %s in a form and in a query', (_, edit) => {
    const values = { PacketId: 'é' };
    const inForm = foundSent({ ...posted, values, edits: [edit] });
    const inQuery = foundSent({ ...got, values, path: [edit] });
    const places = [...inForm, ...inQuery].flatMap(
      (line) => /^request\/encoding ([^:]+):/.exec(line)?.[1] ?? [],
    );
    expect(places).toEqual(['body', 'request line']);
  });
});
