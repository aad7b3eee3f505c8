import { isOneOfSeveral } from '../cases/plan/shard.ts';
import { testingRules } from '../judge/requirement-lookup.ts';
import { dates } from '../judge/rules/index.ts';
import { hasTrait, needOf } from '../judge/traits.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import { gates, levels } from '../model/requirement.ts';
import type { Masked } from '../model/running/masked.ts';
import type { PreparedRun, Shard } from '../model/running/prepared-run.ts';
import type { EndingFacts, Outcome, Results } from '../model/running/results.ts';
import { ours, ownWords } from '../secrets/mask.ts';
import { counted } from '../text/counted.ts';
import { comparedCoverage, unjudgedIn } from './coverage.ts';
import { countOf, isRed, summarize } from './verdict-counts.ts';

export interface Ending {
  readonly outcome: Outcome;
  readonly exitCode: 0 | 1 | 3 | 4 | 5;
  /** Why the run is no judgement of the target; absent where it is one. */
  readonly why?: Masked;
}

/** Returns how a plan ends if the target answers everything and breaks nothing. */
export function endingAtBest(
  run: Pick<PreparedRun, 'exchanges' | 'notRun' | 'permission' | 'gate' | 'shard' | 'lastFailed'> &
    Pick<PreparedRun, 'filtered' | 'coverage'>,
): Ending {
  const { exchanges, notRun, permission, gate, shard, lastFailed = false } = run;
  const passed = exchanges.map(() => 'passed' as const);
  const summary = summarize(exchanges.length, passed, notRun.length);
  const gatingJudged = exchanges.some(({ level }) => gates(level, gate));
  const unjudged = unjudgedIn(run.filtered ?? [], { exchanges: [], notRun: ownWords(notRun), gate });
  const judgesLess = run.coverage
    ? comparedCoverage({ unjudged, requirements: [] }, run.coverage).less
    : undefined;
  const facts = { permission, answered: true, overBudget: false, gatingJudged, lastFailed, judgesLess };
  return endingOf({ gate, summary, shard }, facts);
}

/**
 * Decides how a run ends. First counts a budget that would have been passed (4), then incomplete results and faults of the
 * harness (5), a target that never answered (3), deviations (1), what was not run or not forwarded although nobody decided so (4), that
 * only what failed before was run (4), and that no finding could have been a deviation (4). A run that would end with 0 or 1,
 * but judges less than its file of coverage says, ends with 1. One of several shards is partial at best, whatever its exit code.
 */
export function endingOf(
  results: Pick<Results, 'gate' | 'summary'> & { readonly shard?: Shard | null | undefined },
  { judgesLess, ...facts }: EndingFacts & { readonly judgesLess?: Masked | undefined },
): Ending {
  const ending = verdictEnding(results, facts);
  if (judgesLess === undefined || ending.exitCode > 1) return ending;
  const why = ending.why ?? (ending.exitCode === 1 ? DEVIATES : undefined);
  return partial(
    1,
    why === undefined ? ours`the run ${judgesLess}` : ours`${why}, and the run ${judgesLess}`,
  );
}

function verdictEnding(
  { gate, summary, shard }: Pick<Results, 'gate' | 'summary'> & { readonly shard?: Shard | null | undefined },
  { permission, answered, gatingJudged, overBudget, kept = 0, recorded, lastFailed }: EndingFacts,
): Ending {
  const { notRun, harnessError } = summary;
  const planned = summary.planned - notRun;
  const judged = verdicts.reduce((sum, verdict) => sum + countOf(summary, verdict), 0);
  const redsOf = (verdict: Verdict) => countOf(summary, verdict) - (verdict === 'blocked' ? kept : 0);
  const reds = verdicts.filter((verdict) => isRed(verdict, gate) && redsOf(verdict) > 0);
  const red = reds.length > 0;
  if (overBudget) return partial(4, ours`the run reached the budget of messages (--max-messages)`);
  if (planned === 0) return partial(5, ours`no exchange was chosen`);
  if (planned > judged) return partial(5, ours`${planned - judged} of ${planned} exchanges have no verdict`);
  if (harnessError > 0) {
    const why = ours`${counted(harnessError, 'exchange')} met a fault of the harness`;
    return { outcome: 'error', exitCode: 5, why };
  }
  if (!answered) return { outcome: 'error', exitCode: 3, why: ours`the target never answered` };
  if (kept > 0) {
    const why = ours`${counted(kept, 'exchange was', 'exchanges were')} not forwarded`;
    return undecidedEnding(red, CALL_DEVIATES, why);
  }
  const left = notRun > 0 ? ours`${counted(notRun, 'exchange was', 'exchanges were')} not run` : undefined;
  const decided = recorded ? 'recorded' : (permission ?? 'none');
  if (left !== undefined && decided !== 'refuse') {
    const why = ours`${left}; ${undecided[decided]}`;
    return undecidedEnding(red, decided === 'recorded' ? CALL_DEVIATES : DEVIATES, why);
  }
  if (isOneOfSeveral(shard)) return endingOfShard(shard, red, left);
  if (lastFailed) return red ? partial(1, ours`${DEVIATES}; ${ONLY_FAILED}`) : partial(4, ONLY_FAILED);
  return endingOfWhole(reds, left, gatingJudged);
}

/** Returns the end of a plan of which a part was not run, although nobody decided so. */
function undecidedEnding(red: boolean, deviates: Masked, why: Masked): Ending {
  return red ? partial(1, ours`${deviates}, and ${why}`) : partial(4, why);
}

/** Returns the end of a whole plan; `left` says what was not to be run. */
function endingOfWhole(reds: readonly Verdict[], left: Masked | undefined, gatingJudged: boolean): Ending {
  const red = reds.length > 0;
  if (!red && !gatingJudged)
    return partial(4, left === undefined ? NONE_GATES : ours`${left}, and ${NONE_LEFT}`);
  if (left !== undefined) return red ? partial(1, ours`${DEVIATES}, and ${left}`) : partial(0, left);
  if (!red) return { outcome: 'conforms', exitCode: 0 };
  const isOutOfDate = reds.every((verdict) => verdict === 'fixed');
  return { outcome: isOutOfDate ? 'known failures out of date' : 'deviates', exitCode: 1 };
}

/** Returns the end of one shard of several: its exit code is for its job alone and says nothing of the target. */
function endingOfShard({ index, total }: Shard, red: boolean, left: Masked | undefined): Ending {
  const why = ours`shard ${index} of ${total}; \`merge\` joins the shards into one verdict`;
  return partial(red ? 1 : 0, left === undefined ? why : ours`${why}; ${left}`);
}

function partial(exitCode: Ending['exitCode'], why: Masked): Ending {
  return { outcome: 'partial', exitCode, why };
}

const DEVIATES = ours`the target deviates`;

/** Of calls that others made: client or target. */
const CALL_DEVIATES = ours`a call or its reply deviates`;

const undecided = {
  allow: 'add --recipients, each with its country code, or choose other cases',
  recorded: 'record them to the byte, or add --allow-inexact to judge the others alone',
  none: 'to send, add --sends allow, --recipients and --max-messages; to report only, add --sends refuse',
} as const;

const ONLY_FAILED = ours`only what was red, blocked or not run before was run (--last-failed); run without it to judge the whole target`;

/** Such a run would be passed by a peer that is no such service at all. */
const NONE = 'no exchange of a gating level was run, so a server that refuses everything would pass';
const NONE_GATES = ours`${NONE}; add cases of level must, or add --gate should for cases of level should`;
const NONE_LEFT = ours`${NONE}; add --packet-ids with existing packets, or choose other cases`;

/** Counts the causes that break what the contract implies, where the gate lets that pass; those of one root are one. */
export function impliedBroken({ gate, causes }: Pick<Results, 'gate' | 'causes'>): number {
  if (gate !== 'must') return 0;
  const implied = causes.filter(({ level, verdicts }) => level === 'should' && verdicts.warned !== undefined);
  return new Set(implied.map(({ id, root }) => root ?? id)).size;
}

/** Returns what a service never showed in a whole run, which the outcome says first; undefined for nothing. */
export function neverShown({ causes }: Pick<Results, 'causes'>): Masked | undefined {
  return causes.find(({ rule }) => needOf(rule) === 'run')?.message;
}

/** True if a packet result was read in a run. */
export function hasPacketResult({ rules = [] }: Pick<Results, 'rules'>): boolean {
  return rules.some(({ id, exchanges }) => exchanges > 0 && needOf(id) === 'reply');
}

/** What leaves requirements untested where a rule was never evaluated: those of such rules alone. */
const UNSHOWN = [
  ['delivery/field-once', ours`no reply contained a delivery result`],
  ['delivery/send-date', ours`no reply had a SendDate that can be compared`],
] as const;

/** Returns what qualifies the outcome of a run: what is broken although it conforms, known failures, and what is untested. */
export function remarksOf(
  outcome: Outcome,
  results: Pick<Results, 'gate' | 'summary' | 'requirements' | 'rules' | 'causes'>,
): readonly Masked[] {
  const { summary, requirements, rules = [] } = results;
  const untested = requirements.filter(({ state }) => state === 'untested');
  const remarks: Masked[] = [];
  const implied = outcome === 'conforms' ? impliedBroken(results) : 0;
  const follow = implied === 1 ? 'thing that follows from it is' : 'things that follow from it are';
  if (implied > 0) remarks.push(ours`${implied} ${follow} broken (--gate should fails)`);
  for (const level of outcome === 'conforms' ? levels : []) {
    const why = level === 'gap' ? 'never gates' : 'by known failures';
    const broken = requirements.filter((entry) => entry.state === 'broken' && entry.level === level).length;
    if (broken > 0 && (level !== 'should' || implied === 0))
      remarks.push(ours`${counted(broken, ours`${level} requirement`)} broken (${why})`);
  }
  const known = counted(summary.knownFailure, 'exchange is a known failure', 'exchanges are known failures');
  const hidden = untested.length > 0 ? ours`, with ${counted(untested.length, 'requirement')} untested` : '';
  if (summary.knownFailure > 0) remarks.push(ours`${known}${hidden}`);
  // Replies without delivery results show nothing about these; everything else is judged all the same.
  const evaluated: readonly string[] = rules.flatMap(({ id, exchanges }) => (exchanges > 0 ? [id] : []));
  const isJudged = outcome === 'conforms' || outcome === 'deviates';
  const unshown = UNSHOWN.find(([rule]) => !evaluated.includes(rule));
  if (!isJudged || !hasPacketResult(results) || !unshown) return remarks;
  const [unseen, why] = unshown;
  const isAbout = (rule: string) =>
    dates.includes(unseen) ? dates.includes(rule) : hasTrait(rule, 'deliveries');
  const left = untested.filter((requirement) => {
    const testing = testingRules(requirement);
    return testing.length > 0 && testing.every(isAbout);
  });
  if (left.length > 0) remarks.push(ours`${counted(left.length, 'requirement')} untested: ${why}`);
  return remarks;
}
