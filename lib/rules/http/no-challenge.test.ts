import { describe, expect, it } from 'vitest';
import { bare, fired, judge } from '../testing.ts';

const type = ['Content-Type', 'text/xml; charset=utf-8'] as const;

describe('http/no-challenge', () => {
  it.each([
    ['WWW-Authenticate', 'Basic realm="sms"', 'no WWW-Authenticate header'],
    ['proxy-authenticate', 'Negotiate', 'no Proxy-Authenticate header'],
  ])('is broken by a reply with %s', (name, value, expected) => {
    const findings = judge({ headers: [type, [name, value]] });
    expect(bare(findings)).toMatchObject([
      { rule: 'http/no-challenge', level: 'must', expected, actual: value },
    ]);
    expect(findings[0]?.requirements).toEqual(['authentication.no-challenge']);
    expect(findings[0]?.path.toLowerCase()).toBe(name.toLowerCase());
  });

  it('keeps silent on other header fields about authentication', () => {
    expect(judge({ headers: [type, ['Authentication-Info', 'a="b"'], ['Set-Cookie', 'a=b']] })).toEqual([]);
  });

  it('is not asked about an error, whose status says enough', () => {
    expect(fired(judge({ status: 401, headers: [['WWW-Authenticate', 'Basic']] }))).toEqual(['http/status']);
  });
});
