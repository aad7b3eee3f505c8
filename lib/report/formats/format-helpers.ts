import type { Gate } from '../../model/contract.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { isError, isRed } from '../../results/verdict-counts.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';

/** What a verdict is to a program that knows nothing else: whose fault it is tells a failure from an error. */
export type Sort = 'good' | 'failure' | 'error' | 'skipped';

/** How grave an exchange is at the gate of its run. */
export function sortOf({ verdict }: Pick<ResultExchange, 'verdict'>, gate: Gate): Sort {
  if (verdict === 'known-failure') return 'skipped';
  if (isError(verdict)) return 'error';
  return isRed(verdict, gate) ? 'failure' : 'good';
}

/** How many known failures there are, in words; absent where there are none. */
export function knownText({ summary: { knownFailure } }: Pick<Results, 'summary'>): string | undefined {
  return knownFailure === 0 ? undefined : counted(knownFailure, 'known failure');
}

/** Why a run is no judgement of its target; absent where it is one. Without it a list of exchanges would be green. */
export function incompleteText({ exitCode, outcome, why }: Results): string | undefined {
  if (exitCode === 0 || exitCode === 1) return undefined;
  return printable(`${outcome}: ${why ?? 'the run did not come to its end'}`);
}
