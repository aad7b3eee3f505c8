import { expect, it } from 'vitest';
import { isThisMachine, readBaseUrl, staysHere } from './target-url.ts';

it.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://Gateway.Example/a/b//', 'https://gateway.example/a/b'],
  ['http://[::1]:80/', 'http://[::1]'],
])('%s is a base URL', (text, value) => {
  expect(readBaseUrl(text)).toEqual({ ok: true, value });
});

it.each([
  ['', 'not a URL'],
  ['gateway.example', 'not a URL'],
  ['http://host:99999', 'port 99999 is out of range; expected 1 to 65535'],
  ['http://host:0', 'port 0 is out of range; expected 1 to 65535'],
  ['host:80', 'http:// or https:// is missing'],
  ['file:///etc/hosts', 'the scheme must be http or https, not file'],
  ['C:\\missing.har', 'not a URL'],
  ['http://me@host', 'remove user and password'],
  ['http://host/?x', 'no query and no fragment'],
])('"%s" is none', (text, why) => {
  expect(readBaseUrl(text)).toMatchObject({ ok: false, why: expect.stringContaining(why) });
});

it.each([
  ...['http://me:pass@host/', 'http://me:pass@host:99999', 'http://me:p/pass@127.0.0.1:1/x'],
  ...['http://me:p#pass@127.0.0.1', 'http://me:p?pass@127.0.0.1:5', 'http://me:p@pass@host/?'],
  ...['http:\\\\me:pass@host?', 'me:pass@gateway.example', 'http://127.0.0.1:1/?ServiceTicket=pass'],
  ...['ftp://127.0.0.1/#pass', 'http://me:12345678/x@host'],
])('a password is not repeated: %s', (text) => {
  const read = readBaseUrl(text);
  expect(read.ok).toBe(false);
  expect(JSON.stringify(read)).not.toMatch(/pass(?!word: the contract)|12345678/);
});

it.each([
  ...['http://127.0.0.1', 'http://127.9.9.9', 'http://2130706433', 'http://localhost:1', 'http://[::1]'],
  ...['http://[::ffff:127.0.0.1]', 'http://0.0.0.0:8080', 'http://0', 'http://[::]:8080', 'http://[0:0::0]'],
])('%s is this machine', (url) => expect(isThisMachine(url)).toBe(true));

it.each([
  ...['http://a.localhost', 'http://[::ffff:10.0.0.1]', 'http://[::2]', 'http://0.0.0.1'],
  ...['http://127.0.0.1.example', 'http://gateway.example', 'http://localhost.:1', 'http://LOCALHOST.'],
])('%s is not this machine', (url) => expect(isThisMachine(url)).toBe(false));

it.each([
  ['http://127.0.0.1', null, '', true],
  ['http://127.0.0.1', 'http://proxy.example', '', false],
  ['http://127.0.0.1', 'http://127.0.0.1:3128', '', false],
  ['http://127.0.0.1', 'http://127.0.0.1:3128', '127.0.0.1', true],
  ['http://localhost:80', 'http://proxy.example', 'localhost', true],
  ['http://localhost:80', 'http://proxy.example', '127.0.0.1', false],
  ['http://gateway.example', null, '', false],
])('requests to %s with the proxy %s, not for "%s", stay here: %s', (url, proxy, noProxy, stays) => {
  expect(staysHere(url, { proxy, noProxy })).toBe(stays);
});
