import type { Exchange } from '../model/exchange.ts';
import { type Verdict, verdicts } from '../model/judging/verdict.ts';
import { gates } from '../model/levels.ts';
import type { JudgedRun, ToldRun } from '../model/running/handoff.ts';
import type { ExchangeRecord, Summary, VerdictCounts } from '../model/running/results.ts';
import type { Gate } from '../model/running/settings.ts';
import { limitRules } from '../rules/index.ts';
import { type Ending, type EndingFacts, endingBy, type Limited } from './ending.ts';
import { sentMessages } from './messages.ts';

/** Counts of verdicts; `planned` is what was to be run, to which what was not adds. */
export function summarize(planned: number, records: readonly ExchangeRecord[], notRun = 0): Summary {
  const count = (verdict: Verdict) => records.filter((record) => record.verdict === verdict).length;
  return {
    planned: planned + notRun,
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    observed: count('observed'),
    blocked: count('blocked'),
    notRead: count('not-read'),
    knownFailure: count('known-failure'),
    fixed: count('fixed'),
    transportError: count('transport-error'),
    harnessError: count('harness-error'),
    notRun,
  };
}

/** Whether a verdict says that a reply was not judged, for a reason other than what the target does with requests. */
export function isError(verdict: Verdict): boolean {
  return verdict === 'transport-error' || verdict === 'harness-error' || verdict === 'not-read';
}

/** Whether a verdict makes the run fail at a gate. */
export function isRed(verdict: Verdict, gate: Gate): boolean {
  switch (verdict) {
    case 'passed':
    case 'observed':
    case 'known-failure':
      return false;
    case 'warned':
      return gate === 'should';
    default:
      return true;
  }
}

/** What its records say of how a run ends. */
export function factsOf(
  planned: number,
  records: readonly ExchangeRecord[],
  gate: Gate,
): Omit<EndingFacts, keyof Limited | 'shard'> {
  return {
    planned,
    judged: records.length,
    harnessErrors: records.filter(({ verdict }) => verdict === 'harness-error').length,
    // Where a response began and broke off, or was too large to be read, the target did answer.
    answered: records.some(
      ({ status, steps, findings }) =>
        status !== null ||
        steps.some(({ reached }) => reached !== 'outcome') ||
        findings.some(({ rule }) => limitRules.includes(rule)),
    ),
    red: records.some(({ verdict }) => isRed(verdict, gate)),
  };
}

/** All that decides how a run ends, by everything that it left. */
export function factsOfRun(run: ToldRun, records: readonly ExchangeRecord[]): EndingFacts {
  const gating = new Set(run.exchanges.filter(gatesOf(run)).map(({ id }) => id));
  return {
    ...factsOf(run.exchanges.length, records, run.gate),
    notRun: run.notRun.length,
    permission: run.permission,
    overBudget: sentMessages(run, records).refused > 0,
    gatingJudged: records.some(({ id }) => gating.has(id)),
    shard: run.shard,
  };
}

/** How a run ends, by everything that it left. */
export function endingOfRun(run: ToldRun, records: readonly ExchangeRecord[]): Ending {
  return endingBy(factsOfRun(run, records));
}

/** How a run ends of which a plan is all that is known: where the target answers everything and keeps all of it. */
export function endingAtBest(
  run: Pick<ToldRun, 'exchanges' | 'notRun' | 'permission' | 'gate' | 'shard'>,
): Ending {
  const { exchanges, notRun, permission, shard } = run;
  return endingBy({
    planned: exchanges.length,
    judged: exchanges.length,
    harnessErrors: 0,
    answered: true,
    red: false,
    notRun: notRun.length,
    permission,
    overBudget: false,
    gatingJudged: exchanges.some(gatesOf(run)),
    shard,
  });
}

/** Whether a finding at the level of an exchange makes a run red. */
function gatesOf({ gate }: Pick<ToldRun, 'gate'>): (exchange: Exchange) => boolean {
  return ({ level }) => gates(level, gate);
}

/** Said wherever a run that did not verify the certificate of its target says what it judged. */
export const INSECURE =
  'the certificate of the target was not verified (--insecure): whoever stands between may have answered in its place';

/** Whether nobody vouches for the target; over http there is no certificate that could be verified. */
export function isInsecure({ target, transport }: Pick<JudgedRun, 'target' | 'transport'>): boolean {
  return transport.insecure && target.baseUrl.startsWith('https:');
}

/** Adds up how often there was each verdict, in the order of verdicts; one that there was not has no key. */
export function countVerdicts(counted: Iterable<readonly [verdict: string, times: number]>): VerdictCounts {
  const counts = new Map<Verdict, number>();
  for (const [verdict, times] of counted as Iterable<readonly [Verdict, number]>) {
    counts.set(verdict, (counts.get(verdict) ?? 0) + times);
  }
  return Object.fromEntries(
    verdicts.flatMap((verdict) => {
      const times = counts.get(verdict);
      return times === undefined ? [] : [[verdict, times]];
    }),
  );
}
