import { expect, it } from 'vitest';
import { hasLiteralPassword, withoutSecrets } from './without-secrets.ts';

const keys = ['url', 'targets', 'gate', 'recipients'];

function shown(sourceLine: string, { message = 'wrong', readable = true } = {}) {
  const problem = { file: 'f', line: 1, column: 1, length: 1, sourceLine, message };
  return withoutSecrets(problem, keys, readable);
}

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

it.each([
  'gate: may',
  '  - 905001112233',
  'targets: { a: { url: x } }',
  '  staging:',
  'ticket: ${env:TICKET}',
  'a: { ticket: "${file:x}", gate: may }',
])('shows a line that holds no secret: %s', (line) => {
  expect(shown(line).sourceLine).toBe(line);
});

it.each([
  ['ticket: S3CRET', 'ticket: ***'],
  ['tiket: S3CRET # gate: must', 'tiket: ***'],
  ['a: { url: x, ticket: S3CRET, gate: may }', 'a: { url: x, ticket: ***'],
  ['{"url":"x","ticket":"S3CRET"}', '{"url":"x","ticket": ***'],
  ['ticket: ${env:A} S3CRET', 'ticket: ***'],
  ['  S3CRET', ''],
  ['url: http://me:S3CRET@host', 'url: http://***@host'],
  ['url: "http://me:S3CRET/S3CRET@host"', 'url: "http://***@host"'],
  ['url: "http://me:S3CRET#?@S3 CRET@host"', 'url: "http://***@host"'],
  [
    'url: { url: "http://a/b", gate: "https://me:S3/CRET@host" }',
    'url: { url: "http://a/b", gate: "https://***@host" }',
  ],
  ['url: me:S3/CRET@host:1', 'url: ***@host:1'],
  ['{"url":"me:S3CRET@host"}', '{"url":"***@host"}'],
  ['url: http:me:S3CRET@host', 'url: ***@host'],
  ['url: http://host/x?ServiceTicket=S3CRET # why', 'url: http://host/x?… # why'],
])('shows no secret of %s', (line, wanted) => {
  expect(shown(line).sourceLine).toBe(wanted);
});

it('shows no item of a list in a file that is no YAML, where it may be the rest of anything', () => {
  expect(shown('  - S3CRET', { readable: false }).sourceLine).toBe('');
});

it.each([
  ['ticket: *S3CRET', '*S3CRET is an alias', '*** is an alias'],
  ['ticket: !S3CRET x', '!S3CRET is a tag', '*** is a tag'],
  ['url: x', '"http://me:S3CRET@host" is none', '"http://***@host" is none'],
])('does not repeat in the message what it hides in the line: %s', (line, message, wanted) => {
  expect(shown(line, { message }).message).toBe(wanted);
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */

it.each([
  'http://me:pa55@proxy.example:3128',
  'me:pa55@proxy.example:3128',
  'HTTP://me:pa55@proxy.example',
  'http:///me:pa55@proxy.example:3128',
  ' http://me:pa55@proxy.example:3128',
  'http://me:pa:5/5@proxy.example:99999',
  'http://me:pa\n55@proxy.example:99999',
  'http://me@corp.example:pa55@proxy.example:3128',
  'me@corp.example:pa55@proxy.example:3128',
  'http://:pa55@proxy.example',
  'http://${env:USER}:pa55@proxy.example:3128',
  'http://me:${env:HALF}55@proxy.example:3128',
  'http://me:${env:HALF}@pa55@proxy.example:3128',
  'http://me:pa55@proxy.example:${env:PORT}',
  '${env:SCHEME}://me:pa55@proxy.example',
  'http://me:$${env:P}@proxy.example',
  'me:pa://55@proxy.example:3128',
])('%j holds a password', (url) => {
  expect(hasLiteralPassword(url)).toBe(true);
});

it.each([
  'none',
  'http://proxy.example:3128',
  'proxy.example:3128',
  'http://[::1]:3128',
  'http://me@proxy.example:3128',
  'me@proxy.example:3128',
  '${env:PROXY}',
  '${file:./a@b}',
  'http://${env:USER}@proxy.example:3128',
  'http://${env:USER}:${env:PASSWORD}@proxy.example:3128',
  'http://${env:USER}:${env:HALF}${file:other}@proxy.example:3128',
  'http://me@corp.example:${env:PASSWORD}@proxy.example:3128',
  'http://me:${env:PASSWORD}@${env:HOST}:${env:PORT}',
  'http://proxy.example:${file:./a@b}',
  'me:${env:PASSWORD}@proxy.example',
  '${env:SCHEME}://me@proxy.example',
  ' http://me@proxy.example',
])('%j holds none', (url) => {
  expect(hasLiteralPassword(url)).toBe(false);
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */
