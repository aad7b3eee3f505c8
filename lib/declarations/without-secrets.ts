import type { Problem } from '../model/problem.ts';

const KEY = /([\w-]+)["']?\s*:(?=\s|$)/g;
const REFERENCE = /^["']?\$\{(?:env|file):[^{}]*\}["']?\s*(?:[}\],].*)?$/;
const CREDENTIALS = /\/\/[^/\s@"']*@/g;

/**
 * A problem whose message and source line show no secret. Of the line is shown what belongs to a key that is known
 * not to hold one: a ticket may stand behind a misspelt key as well as behind its own.
 *
 * @param keys whose values may be shown
 * @param readable whether the file is YAML; where it is not, a line without a key may be the rest of any value
 */
export function withoutSecrets(problem: Problem, keys: readonly string[], readable: boolean): Problem {
  const sourceLine = shownLine(problem.sourceLine, keys, readable).replace(CREDENTIALS, '//***@');
  return { ...problem, sourceLine, message: problem.message.replace(CREDENTIALS, '//***@') };
}

function shownLine(line: string, keys: readonly string[], readable: boolean): string {
  const found = [...line.matchAll(KEY)];
  if (found.length === 0) return readable && /^\s*-/.test(line) ? line : '';
  for (const match of found) {
    const end = match.index + match[0].length;
    const rest = line.slice(end).trim();
    if (keys.includes(match[1] ?? '') || rest === '' || rest.startsWith('{') || REFERENCE.test(rest))
      continue;
    return `${line.slice(0, end)} ***`;
  }
  return line;
}
