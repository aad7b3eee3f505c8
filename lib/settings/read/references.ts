import { resolve } from 'node:path';
import { hasOpenReference, interpolate, referencesIn } from '../../cases/interpolate.ts';
import { readText, withoutLastBreak } from '../../cases/yaml/read-text.ts';
import { good, type Reading } from '../keys/kinds.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A text with every `${env:NAME}` replaced by the variable and every `${file:path}` by the text of the file, the line
 * break at its end left out. `$${` is the literal `${`. What there is not, and what is empty, is refused by its name.
 *
 * @param folder what file names are relative to
 */
export function resolveReferences(text: string, environment: Environment, folder: string): Reading<string> {
  if (hasOpenReference(text))
    return { ok: false, why: `has a "\${" that no "}" closes; write "$\${" for it` };
  const found = new Map<string, string>();
  for (const name of referencesIn(text)) {
    const read = resolveReference(name, environment, folder);
    if (!read.ok) return read;
    found.set(name, read.value);
  }
  return good(interpolate(text, (name) => found.get(name) ?? ''));
}

function resolveReference(name: string, environment: Environment, folder: string): Reading<string> {
  const [, kind, what = ''] = /^(env|file):(.+)$/.exec(name) ?? [];
  if (kind === 'env') {
    const value = environment[what];
    if (value !== undefined && value !== '') return good(value);
    const state = value === '' ? 'is empty' : 'is not set';
    return { ok: false, why: `refers to the variable ${what}, which ${state}` };
  }
  if (kind === 'file') {
    const read = readText(resolve(folder, what));
    if (!read.ok) return { ok: false, why: `refers to the file ${what}, which cannot be read: ${read.why}` };
    return good(withoutLastBreak(read.text));
  }
  const meant = name === '' ? 'NAME' : name;
  return { ok: false, why: `holds \${${name}}; a reference is \${env:${meant}} or \${file:${meant}}` };
}

/** The variables that a text refers to. */
export function variablesIn(text: string): readonly string[] {
  return referencesIn(text).flatMap((name) => (name.startsWith('env:') ? [name.slice(4)] : []));
}
