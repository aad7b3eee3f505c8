import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent } from '../testing.ts';

describe('request/path', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by the path base of another operation', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap12'], (request) => ({
        ...request,
        path: request.path.replace('liveb', 'live'),
      })),
    ).toEqual([
      {
        rule: 'request/path',
        path: 'request line',
        expected: '/gateway/liveb/postsms.asmx',
        actual: '/gateway/live/postsms.asmx',
      },
    ]);
  });

  it('is broken by the operation left out over POST', () => {
    expect(
      judgeSent(['SendBulkSms', 'http-post'], (request) => ({
        ...request,
        path: '/gateway/liveb/postsms.asmx',
      })),
    ).toEqual([
      {
        rule: 'request/path',
        path: 'request line',
        expected: '/gateway/liveb/postsms.asmx/SendBulkSms',
        actual: '/gateway/liveb/postsms.asmx',
      },
    ]);
  });

  it('is broken by the path of the base URL left out', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
        ...request,
        path: request.path.replace('/gateway', ''),
      })),
    ).toEqual([
      {
        rule: 'request/path',
        path: 'request line',
        expected: '/gateway/live/postsms.asmx/ReportSingleShotSms',
        actual: '/live/postsms.asmx/ReportSingleShotSms',
      },
    ]);
  });

  it('is broken by a query where the binding posts', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) => ({
        ...request,
        path: `${request.path}?op=SendBulkSms`,
      })),
    ).toEqual([
      { rule: 'request/path', path: 'request line', expected: 'no query', actual: '?op=SendBulkSms' },
    ]);
  });
});
