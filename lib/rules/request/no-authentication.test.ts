import { describe, expect, it } from 'vitest';
import { everyCall, judgeSent } from '../testing.ts';

describe('request/no-authentication', () => {
  it("keeps silent on the encoder's request of every operation over every binding", () => {
    expect(everyCall.flatMap((call) => judgeSent(call))).toEqual([]);
  });

  it('is broken by an Authorization header, whose value is not shown', () => {
    expect(
      judgeSent(['SendBulkSms', 'soap11'], (request) => ({
        ...request,
        headers: [...request.headers, ['authorization', 'Basic c2VjcmV0']],
      })),
    ).toEqual([
      {
        rule: 'request/no-authentication',
        path: 'authorization',
        expected: 'no authentication header',
        actual: 'the header authorization',
      },
    ]);
  });

  it('is broken by each of several', () => {
    expect(
      judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
        ...request,
        headers: [...request.headers, ['Cookie', 'a=b'], ['Proxy-Authorization', 'Basic eA==']],
      })),
    ).toEqual([
      {
        rule: 'request/no-authentication',
        path: 'Cookie',
        expected: 'no authentication header',
        actual: 'the header Cookie',
      },
      {
        rule: 'request/no-authentication',
        path: 'Proxy-Authorization',
        expected: 'no authentication header',
        actual: 'the header Proxy-Authorization',
      },
    ]);
  });

  it.each(['Authorization', 'proxy-authorization', 'Cookie', 'WWW-Authenticate'])('knows %s', (name) => {
    const found = judgeSent(['SendBulkSms', 'soap11'], (request) => ({
      ...request,
      headers: [...request.headers, [name, 'x']],
    }));
    expect(found).toEqual([expect.objectContaining({ rule: 'request/no-authentication', path: name })]);
  });

  it('keeps silent on a header that does not authenticate', () => {
    expect(
      judgeSent(['SendBulkSms', 'http-post'], (request) => ({
        ...request,
        headers: [...request.headers, ['User-Agent', 'authorization']],
      })),
    ).toEqual([]);
  });
});
