import { expect, it } from 'vitest';
import { secretsOf, transportOf } from './reach.ts';
import { defaultSettings } from './run-settings.ts';
import { checkTransport } from './target-url.ts';

const { transport } = defaultSettings;

it('what is not said is right', () => {
  expect(checkTransport(transport)).toEqual({ ok: true });
});

it.each([
  [{ ca: 'not PEM' }, '--ca: no readable certificate; expected PEM'],
  [{ cert: 'x' }, '--cert: the private key is missing; add --key FILE'],
  [{ proxy: 'http://host/path' }, '--proxy http://host: a proxy has no path'],
])('%j is refused as wrong usage, before anything is sent', (changed, message) => {
  const checked = checkTransport({ ...transport, ...changed });
  expect(checked).toMatchObject({ ok: false, exitCode: 2, message: expect.stringContaining(message) });
});

it('the reference is reached straight, whatever is set for targets', () => {
  const set = { ...transport, proxy: 'http://proxy.example:3128', insecure: true };
  expect(transportOf({ target: null, transport: set })).toEqual({ ...transport, keepAlive: true });
  expect(transportOf({ target: 'http://a.example', transport: set })).toEqual(set);
});

it('the credentials of the proxy are secrets, after the ticket', () => {
  const set = { ...transport, proxy: 'http://me:p%40ss@proxy.example' };
  expect(secretsOf({ ticket: 't', transport: set })).toEqual(['t', 'me:p@ss', 'p@ss']);
  expect(secretsOf({ ticket: 't', transport })).toEqual(['t']);
});
