import { describe, expect, it } from 'vitest';
import { judgeSent, toldSent } from '../testing.ts';

describe('request/no-authentication', () => {
  it('is broken by an Authorization header, whose value is not shown', () => {
    expect(
      toldSent(
        judgeSent(['SendBulkSms', 'soap11'], (request) => ({
          ...request,
          headers: [...request.headers, ['authorization', 'Basic c2VjcmV0']],
        })),
      ),
    ).toEqual([
      `request/no-authentication authorization: expected no authentication header; actual the header authorization`,
    ]);
  });

  it('is broken by each of several, and leaves a cookie open', () => {
    expect(
      toldSent(
        judgeSent(['ReportSingleShotSms', 'http-get'], (request) => ({
          ...request,
          headers: [...request.headers, ['Cookie', 'a=b'], ['Proxy-Authorization', 'Basic eA==']],
        })),
      ),
    ).toEqual([
      `request/no-authentication gap Cookie: expected no authentication header; actual the header Cookie`,
      `request/no-authentication Proxy-Authorization: expected no authentication header; actual the header Proxy-Authorization`,
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
