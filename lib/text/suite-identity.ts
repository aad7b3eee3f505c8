import { readFileSync } from 'node:fs';

/** Name and version of this suite, from its package.json. */
export function suiteIdentity(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version };
}
