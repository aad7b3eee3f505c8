import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/path', () => {
  it('is broken by the path base of another operation', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap12'], (request) => ({
          ...request,
          path: request.path.replace('liveb', 'live'),
        })),
      ),
    ).toEqual([
      `request/path request line: expected /gateway/liveb/postsms.asmx; actual /gateway/live/postsms.asmx`,
    ]);
  });

  it('is broken by the operation left out over POST', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'http-post'], (request) => ({
          ...request,
          path: '/gateway/liveb/postsms.asmx',
        })),
      ),
    ).toEqual([
      `request/path request line: expected /gateway/liveb/postsms.asmx/SendBulkSms; actual /gateway/liveb/postsms.asmx`,
    ]);
  });

  it('is broken by the path of the base URL left out', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
          ...request,
          path: request.path.replace('/gateway', ''),
        })),
      ),
    ).toEqual([
      `request/path request line: expected /gateway/live/postsms.asmx/ReportSingleShotSms; actual /live/postsms.asmx/ReportSingleShotSms`,
    ]);
  });

  it('is broken by a query where the binding posts', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          path: `${request.path}?op=SendBulkSms`,
        })),
      ),
    ).toEqual([`request/path request line: expected no query; actual ?op=SendBulkSms`]);
  });
});
