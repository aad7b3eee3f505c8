import type { Gate } from '../../model/contract.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { isRed, isUnjudged } from '../../results/verdict-counts.ts';
import { ours } from '../../secrets/mask.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';

/** What a verdict is to a program that knows nothing else: whose fault it is tells a failure from an error. */
export type Sort = 'good' | 'failure' | 'error' | 'skipped';

/** How grave an exchange is at the gate of its run. */
export function sortOf({ verdict }: Pick<ResultExchange, 'verdict'>, gate: Gate): Sort {
  if (verdict === 'known-failure') return 'skipped';
  if (isUnjudged(verdict)) return 'error';
  return isRed(verdict, gate) ? 'failure' : 'good';
}

/** How many known failures there are, in words; absent where there are none. */
export function knownText({ summary: { knownFailure } }: Pick<Results, 'summary'>): Masked | undefined {
  return knownFailure === 0 ? undefined : counted(knownFailure, 'known failure');
}

/** Why a run is no judgement of its target; absent where it is one. Without it a list of exchanges would be green. */
export function incompleteText({ exitCode, outcome, why }: Results): Masked | undefined {
  if (exitCode === 0 || exitCode === 1) return undefined;
  return printable(ours`${outcome}: ${why ?? 'the run did not come to its end'}`);
}

/** A Markdown code block; its fence is longer than any run of backticks inside. */
export function codeBlock(text: Masked): Masked {
  const fence = ours``.padEnd(Math.max(3, longestRun(text) + 1), '`');
  return ours`${fence}text\n${text}\n${fence}`;
}

/** A Markdown code span of a text on one line; its fence is longer than any run of backticks inside. */
export function codeSpan(text: Masked): Masked {
  const fence = ours``.padEnd(longestRun(text) + 1, '`');
  return /^`|`$|^\s*$/.test(text) ? ours`${fence} ${text} ${fence}` : ours`${fence}${text}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
