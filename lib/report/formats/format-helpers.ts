import type { Gate } from '../../model/contract.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { isRed, isUnjudged } from '../../results/verdict-counts.ts';
import { ours } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';

/** The kinds of results that other programs know; a failure is the fault of the target, an error is not. */
export type Sort = 'good' | 'failure' | 'error' | 'skipped';

/** Returns how other programs take the verdict of an exchange at the gate of its run. */
export function sortOf({ verdict }: Pick<ResultExchange, 'verdict'>, gate: Gate): Sort {
  if (verdict === 'known-failure') return 'skipped';
  if (isUnjudged(verdict)) return 'error';
  return isRed(verdict, gate) ? 'failure' : 'good';
}

/** Returns the number of known failures in words; undefined if there are none. */
export function knownText({ summary: { knownFailure } }: Pick<Results, 'summary'>): Masked | undefined {
  return knownFailure === 0 ? undefined : counted(knownFailure, 'known failure');
}

/** Returns why a run does not judge its target, or undefined. Without this reason a list of exchanges would be green. */
export function incompleteText({ exitCode, outcome, why, exchanges, gate }: Results): Masked | undefined {
  const isShown = exchanges.some(({ verdict }) => isRed(verdict, gate));
  if (exitCode === 0 || (exitCode === 1 && isShown)) return undefined;
  return printable(ours`${outcome}: ${why ?? 'the run did not come to its end'}`);
}

/** Writes a Markdown code block; its fence is longer than any run of backticks inside. */
export function codeBlock(text: Masked): Masked {
  const fence = ours``.padEnd(Math.max(3, longestRun(text) + 1), '`');
  return ours`${fence}text\n${text}\n${fence}`;
}

/** Writes a text on one line as a Markdown code span; its fence is longer than any run of backticks inside. */
export function codeSpan(text: Masked): Masked {
  const fence = ours``.padEnd(longestRun(text) + 1, '`');
  return /^`|`$|^\s*$/.test(text) ? ours`${fence} ${text} ${fence}` : ours`${fence}${text}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
