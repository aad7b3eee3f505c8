import pc from 'picocolors';
import type { Handoff } from '../model/handoff.ts';
import type { Masked } from '../model/masked.ts';
import type { ExchangeRecord, ResultExchange, ResultShard, Results } from '../model/results.ts';
import { alike } from './alike.ts';
import { countsText, statesText } from './counts-text.ts';
import { gateOf } from './diff/standing.ts';
import { findingLines, printable, type Sections } from './finding-text.ts';
import { sectionsIn } from './formats/telling.ts';
import { hintsOf } from './hints.ts';
import { INSECURE } from './insecure.ts';
import { knownLines } from './known-lines.ts';
import { maskFor, ownText } from './mask.ts';
import { notRunLines } from './not-run.ts';
import { endingOfRun, isRed } from './summary.ts';
import { verdictLabel } from './verdict-label.ts';

/** Groups of findings shown; the gravest are kept. */
const MOST_GROUPS = 24;

/** Further exchanges named under a group of findings. */
const MOST_NAMED = 5;

/** What the console says when a run is over: findings first, then counts, then where the reports are. */
export function summaryText(
  run: Handoff,
  records: readonly ExchangeRecord[],
  results: Results,
  places: readonly string[],
): Masked {
  // What is told in a line of its own, such as a fault, is not told twice where it is all that there is to say.
  const told = run.shard !== null || endingOfRun(run, records).why !== undefined;
  const why = told && results.why !== undefined ? printable(results.why) : undefined;
  const known = knownLines(run.known, records, maskFor(run.secrets, run.numbers));
  return toldText(results, { why, known, hints: hintLines(run, records), places });
}

/** What is told of a run besides its results. */
export interface ToldBeside {
  /** Why it is no judgement of the target, where that is not told elsewhere. */
  readonly why: string | undefined;
  readonly known: readonly string[];
  readonly hints: readonly string[];
  /** Where the reports are. */
  readonly places: readonly string[];
}

/** The same of results alone, which may be those of several runs that were shards of one. */
export function toldText(results: Results, beside: ToldBeside): Masked {
  const sections = sectionsIn(results);
  const gate = gateOf(results);
  const shown = results.exchanges.filter(({ verdict }) => isRed(verdict, gate) || verdict === 'warned');
  const grouped = [...alike(shown)].sort((a, b) => rank(a) - rank(b));
  const left = grouped.slice(0, Math.max(0, grouped.length - MOST_GROUPS));
  const parts = grouped.slice(left.length).map((group) => groupText(group, sections));
  if (left.length > 0) parts.unshift(`${left.length} more groups of findings are in the reports\n`);
  return ownText(`${[...parts, ...countLines(results, beside), ...beside.places].join('\n')}\n`);
}

/** How far a run had come when it was stopped, and why it was. */
export function stoppedText(
  why: string,
  { exchanges }: Pick<Handoff, 'exchanges'>,
  { records }: { readonly records: readonly ExchangeRecord[] },
): string {
  return `${why}: ${records.length} of ${exchanges.length} exchanges were judged`;
}

/** Red ones last, nearest to the counts, so that they are what a terminal shows. */
function rank(group: readonly ResultExchange[]): number {
  return group[0]?.verdict === 'warned' ? 0 : 1;
}

function groupText(group: readonly ResultExchange[], sections: Sections): string {
  const [first, ...others] = group;
  if (!first) return '';
  const lines = [`${label(first.verdict)}  ${pc.bold(first.id)}`];
  if (first.note !== undefined) lines.push(...first.note.split('\n').map((line) => `  ${printable(line)}`));
  for (const finding of first.findings)
    lines.push(...findingLines(finding, sections, first.steps).map((line) => `  ${line}`));
  lines.push(`  ${pc.dim('case')}      ${printable(`${first.source.file}:${first.source.line}`)}`);
  if (first.repeat !== undefined)
    lines.push(`  ${pc.dim('repeat')}    ${printable(shortened(first.repeat))}`);
  if (others.length > 0) lines.push(`  ${pc.dim('the same in')} ${named(others)}`);
  return `${lines.join('\n')}\n`;
}

const MOST_OF_COMMAND = 2000;

/** A command that is read; one with a long text in it would hide what stands around it. */
export function shortened(command: string): string {
  return command.length > MOST_OF_COMMAND
    ? `${command.slice(0, MOST_OF_COMMAND)}… (whole in the HTML report)`
    : command;
}

function named(records: readonly ResultExchange[]): string {
  const ids = records.slice(0, MOST_NAMED).map(({ id }) => id);
  const rest = records.length - ids.length;
  return `${records.length} more: ${ids.join(', ')}${rest > 0 ? ` and ${rest} others` : ''}`;
}

function label(verdict: ResultExchange['verdict']): string {
  const text = verdictLabel(verdict);
  return verdict === 'warned' ? pc.yellow(text) : pc.red(text);
}

function countLines(results: Results, { why, known, hints }: ToldBeside): readonly string[] {
  const { summary, requirements, target, calibration, messages, gate, shard } = results;
  const judge = calibration
    ? `judge calibrated: ${calibration.accepted} good accepted, ${calibration.rejected} bad rejected`
    : `judge not calibrated${summary.planned === 0 ? ': there was nothing to judge' : ''}`;
  return [
    judge,
    `target        ${target.baseUrl} (${target.kind}), namespace ${target.namespace}`,
    ...(target.insecure ? [pc.red(`INSECURE      ${INSECURE}`)] : []),
    `exchanges     ${countsText(summary)}`,
    ...(shard ? [shardLine(shard, summary.planned)] : []),
    ...known,
    ...notRunLines(results.notRun),
    ...(messages.budget === null ? [] : [messagesLine(messages)]),
    `requirements  ${statesText(requirements)}`,
    ...hints,
    `outcome       ${outcomeText(results)}${why === undefined ? '' : `: ${why}`} (gate ${gate}, ${(results.durationMs / 1000).toFixed(1)} s)`,
  ];
}

function hintLines(run: Handoff, records: readonly ExchangeRecord[]): readonly string[] {
  const mask = maskFor(run.secrets, run.numbers);
  return hintsOf(run, records).map((hint) => pc.yellow(`hint          ${printable(mask(hint))}`));
}

function shardLine({ index, total, plan }: ResultShard, planned: number): string {
  if (total === 1) return 'shard         1 of 1: all of the plan';
  const text = `shard         ${index} of ${total}: ${planned} of ${plan.exchanges} in the plan`;
  return pc.yellow(text);
}

function messagesLine({ planned, sent, budget }: Results['messages']): string {
  // Each was counted before it went out, so some of them may have come no further than to a name without an address.
  return `messages      ${planned} planned, ${sent} sent or tried, budget ${budget}`;
}

function outcomeText({ outcome, exitCode }: Results): string {
  if (exitCode !== 0) return pc.red(outcome);
  return outcome === 'partial' ? pc.yellow(outcome) : pc.green(outcome);
}
