import { describe, expect, it } from 'vitest';
import { fired, found, judge } from '../testing.ts';

const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('http/no-challenge', () => {
  it.each([
    ['WWW-Authenticate', 'Basic realm="sms"', 'WWW-Authenticate'],
    ['proxy-authenticate', 'Negotiate', 'Proxy-Authenticate'],
  ])('is broken by a reply with %s', (name, value, shown) => {
    const given = { headers: [type, [name, value]] } as const;
    expect(found(given)).toEqual([
      `http/no-challenge must ${shown}: expected no ${shown} header; actual ${value}`,
    ]);
    expect(judge(given)[0]?.requirements).toEqual(['authentication.no-challenge']);
  });

  it('keeps silent on other header fields about authentication', () => {
    expect(judge({ headers: [type, ['Authentication-Info', 'a="b"'], ['Set-Cookie', 'a=b']] })).toEqual([]);
  });

  it('is not asked about an error, whose status says enough', () => {
    expect(fired(judge({ status: 401, headers: [['WWW-Authenticate', 'Basic']] }))).toEqual(['http/status']);
  });
});
