import type { Problem } from '../model/result.ts';
import { interpolate } from './interpolate.ts';

/** Keys of YAML, and of what is written as JSON, where no space needs to follow the colon. */
const KEY = /["']([\w-]+)["']\s*:|([\w-]+)\s*:(?=\s|$)/g;
/** A value that is a reference and nothing else, whatever closes behind it. */
const REFERENCE = /^["']?\$\{(?:env|file):[^{}]*\}["']?\s*(?:[}\],].*)?$/;
/** A user and a password up to the last @; behind a scheme, which stays, up to the next value that begins with one. */
const CREDENTIALS = /([a-z][\w+.-]*:\/\/)(?:(?![\s"',{[]+[a-z][\w+.-]*:\/\/).)*@|[^\s"'{[,]+:(?!\s)\S*@/gi;
const QUERY = /(https?:[^\s"'?]*)\?[^\s"']*/gi;

/**
 * Returns a problem whose message and source line show no secret. Only values of `keys` are shown, because a ticket may
 * appear behind a misspelt key too. In a file that is no `readable` YAML, a line without a key may belong to any key.
 */
export function withoutSecrets(problem: Problem, keys: readonly string[], readable: boolean): Problem {
  const { sourceLine } = problem;
  const end = endOfShown(sourceLine, keys, readable);
  const cut = end < sourceLine.trimEnd().length && end > 0 ? ' ***' : '';
  const shown = `${sourceLine.slice(0, end)}${cut}`;
  // The message repeats what YAML takes for a tag or an alias.
  const hidden = sourceLine
    .slice(end)
    .split(/\s+/)
    .filter((word) => /^[!*]./.test(word));
  const message = hidden.reduce((text, word) => text.replaceAll(word, '***'), problem.message);
  return { ...problem, sourceLine: urlsWithoutSecrets(shown), message: urlsWithoutSecrets(message) };
}

function urlsWithoutSecrets(text: string): string {
  return text.replace(CREDENTIALS, (_, scheme = '') => `${scheme}***@`).replace(QUERY, '$1?…');
}

function endOfShown(line: string, keys: readonly string[], readable: boolean): number {
  const found = [...line.matchAll(KEY)];
  if (found.length === 0) return readable && /^\s*-/.test(line) ? line.length : 0;
  for (const match of found) {
    const end = match.index + match[0].length;
    const rest = line.slice(end).trim();
    const plain = keys.includes(match[1] ?? match[2] ?? '') || REFERENCE.test(rest);
    if (!plain && rest !== '' && !rest.startsWith('{')) return end;
  }
  return line.length;
}

/** The end of a message about a secret, which shows nothing of the secret. */
export const NOT_IN_A_FILE =
  'is a secret and cannot be in this file; ' +
  `write "\${env:NAME}" for a variable or "\${file:path}" for a file that holds it`;

/** True if the URL of a proxy, even an incomplete one, holds a password or a part of one that is no reference. */
export function hasLiteralPassword(url: string): boolean {
  // Other programs write it without a scheme, and so may whoever copies from them. A scheme may be a reference.
  const behindScheme = interpolate(url, () => '').replace(/^\s*(?:[a-z][a-z\d+.-]*)?:\/+/i, '');
  return /^[^:]*:.+@/s.test(behindScheme);
}
