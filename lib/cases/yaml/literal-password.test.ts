import { expect, it } from 'vitest';
import { hasLiteralPassword } from './literal-password.ts';

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
])('%j holds none', (url) => {
  expect(hasLiteralPassword(url)).toBe(false);
});

/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the references of conformance.yaml */
