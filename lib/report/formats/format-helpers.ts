import { printable } from '../../findings/finding-text.ts';
import type { Gate } from '../../model/contract.ts';
import type { ResultExchange, Results } from '../../model/running/results.ts';
import { isOneOfSeveral } from '../../plan/shard.ts';
import { gravest, headline } from '../../results/told/blocks.ts';
import { isError, isRed } from '../../results/verdict-counts.ts';
import { counted } from '../../text/counted.ts';

/** What a verdict is to a program that knows nothing else: whose fault it is tells a failure from an error. */
export type Sort = 'good' | 'failure' | 'error' | 'skipped';

/** How grave an exchange is at the gate of its run. */
export function sortOf({ verdict }: Pick<ResultExchange, 'verdict'>, gate: Gate): Sort {
  if (verdict === 'known-failure') return 'skipped';
  if (isError(verdict)) return 'error';
  return isRed(verdict, gate) ? 'failure' : 'good';
}

/** What a failure is to be counted as: the rule that is broken, or the verdict where that is not why it is one. */
export function typeOf({ verdict, findings }: ResultExchange): string {
  return verdict === 'fixed' ? verdict : (gravest({ findings })?.rule ?? verdict);
}

/** The headline of an exchange in one line that needs nothing beside it: what the case says, and what was expected and what was there. */
export function wholeHeadline(exchange: ResultExchange): string {
  const { title, verdict, findings } = exchange;
  const finding = verdict === 'fixed' ? undefined : gravest(exchange);
  const said = [
    headline(exchange),
    ...(finding ? [`expected ${finding.expected}`, `actual ${finding.actual}`] : []),
    ...(finding && findings.length > 1 ? [`${counted(findings.length - 1, 'more finding')}`] : []),
  ].join('; ');
  return printable(title === undefined ? said : `${title}: ${said}`);
}

/** How many known failures there are, in words; absent where there are none. */
export function knownText({ summary: { knownFailure } }: Pick<Results, 'summary'>): string | undefined {
  return knownFailure === 0 ? undefined : counted(knownFailure, 'known failure');
}

/**
 * Why a run is no judgement of its target, in one line; absent where it is one. A format that only lists exchanges
 * has to say this too, or what was never judged would be green in it.
 */
export function incompleteText({ exitCode, outcome, why }: Results): string | undefined {
  if (exitCode === 0 || exitCode === 1) return undefined;
  return printable(`${outcome}: ${why ?? 'the run did not come to its end'}`);
}

/** Which part of a plan a run was, in one line; absent where it was the whole, or where worse is to be told of it. */
export function partText(results: Results): string | undefined {
  const { shard, why } = results;
  if (!isOneOfSeveral(shard) || incompleteText(results) !== undefined) return undefined;
  return printable(why ?? `shard ${shard.index} of ${shard.total}`);
}

/** Operation, binding and the rest of an exchange's id, which is `<operation>/<case>/<binding>[/<variant>]`. */
export function partsOf(id: string): {
  readonly group: string;
  readonly name: string;
} {
  const [operation = '', name = '', binding = '', ...variant] = id.split('/');
  return { group: `${operation}.${binding}`, name: [name, ...variant].join('/') };
}
