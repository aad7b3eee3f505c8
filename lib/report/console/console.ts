import pc from 'picocolors';
import { findingLines, printable, type Sections } from '../../findings/finding-text.ts';
import { hintsOf } from '../../findings/hints.ts';
import { knownLines } from '../../known-failures/known-lines.ts';
import type { JudgedRun, MaskedRun } from '../../model/running/handoff.ts';
import type { Masked } from '../../model/running/masked.ts';
import type { ExchangeRecord, ResultExchange, ResultShard, Results } from '../../model/running/results.ts';
import { type ToldGroup, toldGroups, toldVerdicts } from '../../results/causes.ts';
import { type Seen, seenInShort } from '../../results/observations/seen.ts';
import { endingOfRun } from '../../results/summary.ts';
import { countsText, statesText, verdictLabel } from '../../results/told/counts-text.ts';
import { notRunLines } from '../../results/told/not-run.ts';
import { probeLines } from '../../results/told/probes.ts';
import { outcomeWithRemarks } from '../../results/told/remarks.ts';
import { gateOf, INSECURE, isRed } from '../../results/verdict-counts.ts';
import { ownText } from '../../secrets/mask.ts';
import { counted, someOf } from '../../text/counted.ts';
import { sectionsIn } from '../formats/format-helpers.ts';

/** Groups of findings shown; the gravest are kept. */
const MOST_GROUPS = 24;

/** Further exchanges named under a group of findings. */
const MOST_NAMED = 3;

/** Causes in the table above the outcome; results.json has all of them. */
const MOST_CAUSES = 12;

/** Blocks that are shown where a hint explains that nothing passed. */
const MOST_BELOW_HINT = 1;

/** What the console says when a run is over: findings first, then counts, then where the reports are. */
export function summaryText(
  run: MaskedRun,
  records: readonly ExchangeRecord[],
  results: Results,
  places: readonly string[],
): Masked {
  // What is told in a line of its own, such as a fault, is not told twice where it is all that there is to say.
  const told = run.shard !== null || endingOfRun(run, records).why !== undefined;
  const why = told && results.why !== undefined ? printable(results.why) : undefined;
  const known = knownLines(records);
  return toldText(results, { why, known, hints: hintLines(hintsOf(run, records), run.mask), places });
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
  const grouped = [...toldGroups(shown)].sort(gravestLast);
  const most = beside.hints.length > 0 ? MOST_BELOW_HINT : MOST_GROUPS;
  const left = grouped.slice(0, Math.max(0, grouped.length - most));
  const parts = grouped.slice(left.length).map((group) => groupText(group, sections));
  if (left.length > 0) parts.unshift(`${counted(left.length, 'more group')} of findings in the reports\n`);
  if (beside.hints.length > 0) parts.unshift(`${beside.hints.join('\n')}\n`);
  return ownText(`${[...parts, ...countLines(results, beside), ...beside.places].join('\n')}\n`);
}

/** Says why a run was stopped, and how far it had come. */
export function stoppedText(
  why: string,
  { exchanges }: Pick<JudgedRun, 'exchanges'>,
  { records }: { readonly records: readonly ExchangeRecord[] },
): string {
  const judged =
    records.length === exchanges.length
      ? 'all exchanges had been judged'
      : `${records.length} of ${exchanges.length} exchanges were judged`;
  return `stopped       ${why}; ${judged}`;
}

/** Red ones last, nearest to the counts, so that they are what a terminal shows; of these, those of most exchanges. */
function gravestLast(a: ToldGroup, b: ToldGroup): number {
  const red = ({ first }: ToldGroup) => Number(first.verdict !== 'warned');
  return red(a) - red(b) || a.others.length - b.others.length;
}

function groupText(group: ToldGroup, sections: Sections): string {
  const { first, others, blocked, whole } = group;
  const other = whole === first.verdict ? '' : `  (${whole} for another cause)`;
  const lines = [`${label(first.verdict)}  ${pc.bold(first.id)}${other}`];
  if (first.note !== undefined) lines.push(...first.note.split('\n').map((line) => `  ${printable(line)}`));
  const findings = first.findings.flatMap((finding) => findingLines(finding, sections, first.steps));
  lines.push(...findings.map((line) => `  ${line}`));
  lines.push(`  ${pc.dim('case')}      ${printable(`${first.source.file}:${first.source.line}`)}`);
  if (first.repeat !== undefined)
    lines.push(`  ${pc.dim('repeat')}    ${printable(shortened(first.repeat))}`);
  if (others.length > 0) lines.push(`  ${pc.dim('the same in')} ${named(group)}`);
  if (blocked > 0) {
    lines.push(`  ${pc.dim('blocks')}    ${counted(blocked, 'exchange')}: a later step could not be made`);
  }
  return `${lines.join('\n')}\n`;
}

/** What fits on a line of 120 characters, with the pointer. */
const MOST_OF_COMMAND = 80;

/** A command on one line: a whole one would hide what stands around it. */
export function shortened(command: string): string {
  return command.length > MOST_OF_COMMAND
    ? `${command.slice(0, MOST_OF_COMMAND)}… (whole in results.json)`
    : command;
}

/** How many exchanges have the same cause as the first, over how many bindings and operations, and some of them. */
function named({ others, bindings, operations }: ToldGroup): string {
  const ids = others.map(({ id }) => id);
  return `${others.length} more (${whereText({ bindings, operations })}): ${someOf(ids, MOST_NAMED)}`;
}

function whereText({ bindings, operations }: Pick<ToldGroup, 'bindings' | 'operations'>): string {
  return `${counted(bindings.length, 'binding')}, ${counted(operations.length, 'operation')}`;
}

/** What a run fails by or warns of, one line for each cause, those of most exchanges first. */
function causeLines({ causes = [] }: Results): readonly string[] {
  const told = causes
    .filter(
      ({ level, verdicts }) => level !== 'gap' && toldVerdicts.some((one) => verdicts[one] !== undefined),
    )
    .toSorted((a, b) => b.exchanges - a.exchanges);
  const shown = told.slice(0, MOST_CAUSES);
  const width = Math.max(...shown.map(({ rule }) => rule.length));
  const digits = String(shown[0]?.exchanges ?? 0).length;
  const lines = shown.map(
    ({ rule, level, exchanges, verdicts, bindings, operations, blocks, actual }, index) => {
      const where = whereText({ bindings, operations });
      const blocked = blocks === undefined ? '' : `, blocks ${blocks}`;
      const kinds = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`);
      const split = kinds.length < 2 ? '' : ` (${kinds.join(', ')})`;
      const head = (index === 0 ? 'causes' : '').padEnd(13);
      const numbers = `${String(exchanges).padStart(digits)} ${exchanges === 1 ? 'exchange ' : 'exchanges'}`;
      return `${head} ${numbers}  ${rule.padEnd(width)}  ${level.padEnd(6)}  ${where}${blocked}${split}: ${shortActual(actual)}`;
    },
  );
  const left = told.length - shown.length;
  return left === 0 ? lines : [...lines, `${''.padEnd(13)} and ${left} more in results.json`];
}

const MOST_OF_ACTUAL = 60;

function shortActual(actual: string): string {
  const text = printable(actual);
  return text.length > MOST_OF_ACTUAL ? `${text.slice(0, MOST_OF_ACTUAL)}…` : text;
}

function label(verdict: ResultExchange['verdict']): string {
  const text = verdictLabel(verdict);
  return verdict === 'warned' ? pc.yellow(text) : pc.red(text);
}

/** Told where the letter of contract §4.1 rule 1 asks for two slashes. */
const SLASH =
  'note          SOAPAction is sent with the one slash at the end of the namespace, as ASP.NET wants it, not with two';

function countLines(results: Results, { why, known }: ToldBeside): readonly string[] {
  const { summary, target, calibration, messages, gate, shard } = results;
  const judge = calibration
    ? `judge calibrated: ${calibration.accepted} good accepted, ${calibration.rejected} bad rejected`
    : `judge not calibrated${summary.planned === 0 ? ': there was nothing to judge' : ''}`;
  return [
    judge,
    `target        ${target.baseUrl} (${target.kind}), namespace ${target.namespace}`,
    ...(target.namespace.endsWith('/') ? [SLASH] : []),
    ...(target.insecure ? [pc.red(`INSECURE      ${INSECURE}`)] : []),
    `exchanges     ${countsText(summary)}`,
    ...(shard ? [shardLine(shard, summary.planned)] : []),
    ...known,
    ...(results.notes ?? []).map((note) => `note          ${printable(note)}`),
    ...probeLines(results).map(printable),
    ...notRunLines(results.notRun),
    ...(messages.budget === null ? [] : [messagesLine(messages)]),
    `requirements  ${statesText(results)}`,
    ...seenInShort(results.observations ?? []).map(seenLine),
    ...causeLines(results),
    `outcome       ${outcomeText(results)}${why === undefined ? '' : `: ${why}`} (gate ${gate}, ${(results.durationMs / 1000).toFixed(1)} s)`,
  ];
}

/** What a user may have got wrong, a line each. */
export function hintLines(hints: readonly string[], mask: MaskedRun['mask']): readonly Masked[] {
  return hints.map((hint) => ownText(pc.yellow(`hint          ${printable(mask(hint))}`)));
}

/** Characters of what was seen that a line of the console has. */
const MOST_SEEN = 100;

function seenLine({ what, text }: Seen): string {
  const shown = printable(`${what}: ${text}`);
  return `seen          ${shown.length > MOST_SEEN ? `${shown.slice(0, MOST_SEEN)}…` : shown}`;
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

function outcomeText(results: Results): string {
  const { outcome, exitCode } = results;
  const text = outcomeWithRemarks(results);
  if (exitCode !== 0) return pc.red(text);
  return outcome === 'partial' ? pc.yellow(text) : pc.green(text);
}
