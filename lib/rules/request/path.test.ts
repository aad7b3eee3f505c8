import { describe, expect, it } from 'vitest';
import { foundSent, type Row, type Sent } from '../testing.ts';

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
