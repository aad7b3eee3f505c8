import type { Finding } from '../model/judging/finding.ts';
import { meaningOfMessage } from './known-messages.ts';
import { nameDifference } from './name-difference.ts';
import { textDifference } from './text-difference.ts';

/** Returns the meaning of a finding in one clause, or nothing where expected and actual are clear. */
export function meaningOf({ rule, expected, actual }: Finding): string | undefined {
  const message = meaningOfMessage(rule, actual);
  if (message !== undefined) return message;
  const [sent, back] = [shownBack(expected), shownBack(actual)];
  if (sent !== undefined && back !== undefined) return textDifference(sent, back);
  return nameDifference(expected, actual);
}

/** Returns the text that a rule shows in quotes, unescaped, or nothing where it shows only a part. */
function shownBack(shown: string): string | undefined {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(shown)) return undefined;
  const json = shown.replace(/\\\\|\\u\{([\dA-F]+)\}/g, (pair, code: string | undefined) =>
    code === undefined ? pair : String.fromCodePoint(Number.parseInt(code, 16)),
  );
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
