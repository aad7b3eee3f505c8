import { describe, expect, it } from 'vitest';
import { proxyAuthorization, proxyFor, proxyProblem, proxySecrets } from './proxy.ts';

const proxy = 'http://proxy.example:3128';
const called = (name: string) => `--${name}`;
const isDirect = (url: string, noProxy: string) => proxyFor(url, { proxy, noProxy }) === null;

describe('NO_PROXY', () => {
  it.each([
    ['http://a.example', '*'],
    ['http://a.example', 'b.example, a.example'],
    ['http://a.example', 'b.example a.example'],
    ['http://A.Example', 'a.EXAMPLE'],
    ['http://sub.a.example', 'a.example'],
    ['http://sub.a.example', '.a.example'],
    ['http://sub.a.example', '*.a.example'],
    ['https://a.example', 'a.example:443'],
    ['http://a.example', 'a.example:80'],
    ['http://a.example:8080', 'a.example:8080'],
    ['http://127.0.0.1:8080', '127.0.0.1'],
    ['http://[::1]:8080', '::1'],
    ['http://[::1]:8080', '[::1]'],
    ['http://[::1]:8080', '[::1]:8080'],
    ['http://[2001:db8::8080]', '2001:DB8::8080'],
  ])('%s is reached directly with "%s"', (url, noProxy) => {
    expect(isDirect(url, noProxy)).toBe(true);
  });

  it.each([
    ['http://a.example', ''],
    ['http://a.example', 'b.example'],
    ['http://ba.example', 'a.example'],
    ['http://a.example', 'sub.a.example'],
    ['https://a.example', 'a.example:80'],
    ['http://a.example:8080', 'a.example:80'],
    ['http://127.0.0.1', '127.0.0.2'],
    ['http://127.0.0.1', '127.0.0.0/8'],
    ['http://localhost', '127.0.0.1'],
    ['http://[::1]:8080', '[::1]:80'],
    ['http://[2001:db8::1]:8080', '2001:db8::1:8080'],
  ])('%s goes through the proxy with "%s"', (url, noProxy) => {
    expect(isDirect(url, noProxy)).toBe(false);
  });

  it('without a proxy every way is direct', () => {
    expect(proxyFor('http://a.example', { proxy: null, noProxy: '' })).toBeNull();
  });
});

describe('the URL of a proxy', () => {
  it.each([null, proxy, 'https://proxy.example', 'http://me:p%40ss%25@[::1]:3128/'])('%s is one', (text) => {
    expect(proxyProblem({ proxy: text }, called)).toBeNull();
  });

  it.each([
    ['http://me:s3cret@host/path', '--proxy http://host: a proxy has no path, no query and no fragment;'],
    ['http://me:s3cret%@host', '--proxy http://host: % in a user or password is %25'],
  ])('%s is none, and what is said about it has no password', (text, why) => {
    const problem = proxyProblem({ proxy: text }, called);
    expect(problem).toContain(why);
    expect(problem).not.toContain('s3cret');
  });

  it.each([
    ['http://host', undefined],
    ['http://me:p%40s%C5%9F@host', 'me:p@sş'],
    ['http://me@host', 'me:'],
    ['http://:pass@host', ':pass'],
  ])('%s has its credentials decoded', (text, pair) => {
    const basic = `Basic ${Buffer.from(pair ?? '').toString('base64')}`;
    expect(proxyAuthorization(new URL(text))).toEqual(
      pair === undefined ? [] : ['proxy-authorization', basic],
    );
  });

  it.each([
    [null, []],
    ['http://me@host', []],
    ['http://me:p%40:s@host', ['me:p@:s', 'p@:s']],
  ])('%s has the secrets %j', (text, secrets) => {
    expect(proxySecrets({ proxy: text })).toEqual(secrets);
  });
});
