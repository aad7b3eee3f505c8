import { readFileSync } from 'node:fs';
import type { Masked } from '../model/running/masked.ts';

export function suiteIdentity(): Readonly<Record<'name' | 'version', Masked>> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as Record<'name' | 'version', Masked>;
  return { name, version };
}
