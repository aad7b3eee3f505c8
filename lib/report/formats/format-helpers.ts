import { findingLines, printable, type Sections } from '../../findings/finding-text.ts';
import { hasReason } from '../../known-failures/known-lines.ts';
import type { Gate } from '../../model/contract.ts';
import { levels } from '../../model/levels.ts';
import type { RecordedKnown, ResultExchange, ResultFinding, Results } from '../../model/running/results.ts';
import { isOneOfSeveral } from '../../plan/shard.ts';
import { type ToldGroup, toldGroups, toldVerdicts } from '../../results/causes.ts';
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

/** What a reader with little room is told of, the gravest first. */
export function toldGroupsOf({ exchanges }: Results): readonly ToldGroup[] {
  const rank = ({ first }: ToldGroup) => toldVerdicts.indexOf(first.verdict);
  return toldGroups(exchanges).toSorted((a, b) => rank(a) - rank(b));
}

/** The sections that the findings of a run cite, by requirement. */
export function sectionsIn({ requirements }: Results): Sections {
  return new Map(requirements.map(({ id, section }) => [id, section]));
}

/** What a failure is to be counted as: the rule that is broken, or the verdict where that is not why it is one. */
export function typeOf({ verdict, findings }: ResultExchange): string {
  return verdict === 'fixed' ? verdict : (gravest({ findings })?.rule ?? verdict);
}

/** The first of the gravest findings: what a line has room for. */
function gravest({ findings }: Pick<ResultExchange, 'findings'>): ResultFinding | undefined {
  for (const level of levels) {
    const found = findings.find((finding) => finding.level === level);
    if (found) return found;
  }
  return undefined;
}

/** An exchange that is not simply good, in one line. */
export function headline(exchange: ResultExchange): string {
  const { known = [], verdict } = exchange;
  if (verdict === 'known-failure' && known.length > 0) {
    return printable(known.map(acceptance).join('; '));
  }
  // What it still breaks is listed: red it is for what it keeps, and for what is to be done about the list.
  if (verdict === 'fixed') return printable((exchange.note ?? verdict).replaceAll('\n', '; '));
  const finding = gravest(exchange);
  return printable(finding?.message ?? exchange.note ?? verdict);
}

/** The same in one line that needs nothing beside it: what the case says, and what was expected and what was there. */
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

/** Why a failure is accepted, until when, and where that is said. */
function acceptance(listed: RecordedKnown): string {
  const { reason, expires, place } = listed;
  return `${hasReason(listed) ? reason : `NO REASON yet, ${reason}`} (until ${expires}, ${place})`;
}

/** How many known failures there are, in words; absent where there are none. */
export function knownText({ summary: { knownFailure } }: Pick<Results, 'summary'>): string | undefined {
  return knownFailure === 0 ? undefined : counted(knownFailure, 'known failure');
}

/** Everything that there is to say about an exchange: its note, its findings, the command that repeats it. */
export function detailLines(exchange: ResultExchange, sections: Sections): readonly string[] {
  const { note, findings, steps, repeat } = exchange;
  return [
    ...(note === undefined ? [] : note.split('\n').map((line) => `note      ${printable(line)}`)),
    ...findings.flatMap((finding) => findingLines(finding, sections, steps)),
    ...(repeat === undefined ? [] : [`repeat  ${printable(repeat)}`]),
  ];
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
