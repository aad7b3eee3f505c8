import { readFileSync } from 'node:fs';
import type { Results } from '../model/running/results.ts';

/** Name and version of this suite, from its package.json. */
export function suiteIdentity(): Results['suite'] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version };
}
