/** Results of every kind, and texts that want to be more than texts, for the tests of formats. */

import type { Gate } from '../../model/contract.ts';
import type { Exchange, NotRun } from '../../model/exchange.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import type { ExchangeRecord, RecordedKnown, Results } from '../../model/running/results.ts';
import { buildResults } from '../../results/results.ts';
import { type ChangedRecord, findingOf, plannedExchanges, recordOf, runOf } from '../testing.ts';

/** What a target or a case may bring to break out of a report; none of it may be alive in any format. */
export const HOSTILE = [
  '\n::error title=injected::text',
  '  ::stop-commands::token',
  '##[add-mask]text',
  '</failure></testcase><testcase name="injected"/>',
  ']]>',
  '<script>alert(1)</script>',
  '</pre></details><img src=x onerror=alert(1)>',
  '\n```\n# injected\n````',
  '`[injected](http://injected.example)` @injected',
  '\nok 99 - injected # SKIP',
  '\n  ...\nBail out!',
  '\u001B[31mred\u0007\u009B0m',
  '\u202Eleft',
  '\u0000\uFFFE\uD800',
  'line\r\nline\u2028line',
].join(' ');

/** Sixteen, of each operation over each binding one. */
export const planned = plannedExchanges('*/canonical');

interface Given {
  readonly gate?: Gate;
  /** Exchanges of the plan for which there is no record, from its end. */
  readonly missing?: number;
  readonly notRun?: readonly NotRun[];
}

/** The results of records, one for each exchange of the plan. */
export function resultsOf(
  record: (exchange: Exchange, index: number) => ExchangeRecord,
  { gate = 'must', missing = 0, notRun = [] }: Given = {},
  plan: readonly Exchange[] = planned,
): Results {
  const run = { ...runOf(plan), gate, notRun, permission: notRun.length > 0 ? ('refuse' as const) : null };
  const records = plan.slice(0, plan.length - missing).map(record);
  const times = { startedAt: new Date('2026-03-01T10:20:30.400Z'), durationMs: 4_321 };
  return buildResults(run, { records, calibration: null }, times, { name: 'suite', version: '1.2.3' });
}

/** What is said of an exchange that breaks one of two listed rules and keeps the other. */
export const FIXED = 'http/charset: known to be broken (known.yaml:2), and not broken any more; take it out';

const ofVerdict: Readonly<Record<Verdict, ChangedRecord>> = {
  passed: {},
  failed: { findings: [findingOf({ level: 'should' }), findingOf({ rule: 'http/status', actual: '500' })] },
  warned: { findings: [findingOf({ level: 'should' })] },
  observed: { findings: [findingOf({ level: 'gap' })] },
  blocked: { note: 'the send gave no PacketID' },
  'not-read': { findings: [findingOf({ rule: 'xml/limits', actual: 'too many elements' })] },
  'known-failure': { findings: [findingOf()] },
  fixed: { note: FIXED, findings: [findingOf()] },
  'transport-error': { findings: [findingOf({ rule: 'http/response', actual: 'connection refused' })] },
  'harness-error': { note: 'a fault of ours' },
};

/** A record with a verdict, and with what comes with it. */
export function recordWith(verdict: Verdict, exchange: Exchange): ExchangeRecord {
  return recordOf(exchange, {
    verdict,
    repeat: verdict === 'passed' ? null : 'curl x',
    ...ofVerdict[verdict],
  });
}

/** What a file of known failures says of an exchange. */
export function listedOf(changed: Partial<Record<keyof RecordedKnown, unknown>> = {}): RecordedKnown {
  return {
    place: 'known.yaml:2',
    rules: ['result/field-once'],
    reason: 'the old gateway never did',
    expires: '2099-12-31',
    expired: false,
    ...changed,
  } as RecordedKnown;
}

/** A run that conforms because what fails is known: all but the first exchange, each listed by these entries. */
export function knownResults(...known: readonly RecordedKnown[]): Results {
  return resultsOf((exchange, index) =>
    index === 0
      ? recordWith('passed', exchange)
      : { ...recordWith('known-failure', exchange), ...(known.length > 0 ? { known } : {}) },
  );
}

/** Every verdict in turn, `passed` first. */
export const everyVerdict = (gate: Gate = 'must'): Results =>
  resultsOf((exchange, index) => recordWith(verdicts[index % verdicts.length] ?? 'passed', exchange), {
    gate,
  });

/** Runs by how they may end: each verdict at each gate, with every exchange judged or one without a verdict. */
export const everyEnd: readonly (readonly [name: string, Results])[] = verdicts.flatMap((verdict) =>
  (['must', 'should'] as const).flatMap((gate) =>
    [0, 1].map((missing) => {
      const results = resultsOf((exchange) => recordWith(verdict, exchange), { gate, missing });
      return [`${verdict}, gate ${gate}, ${missing} missing`, results] as const;
    }),
  ),
);

/** Nothing in it acts on a terminal or turns text around. */
export const UNPRINTABLE = /[^\P{Cc}\n]|\p{Bidi_Control}/u;

/** A run all of whose texts are hostile: those of findings, notes, commands, target, and what was not run. */
export function hostileResults(): Results {
  const finding = findingOf({
    path: HOSTILE,
    expected: HOSTILE,
    actual: HOSTILE,
    names: { field: HOSTILE, parent: HOSTILE },
  });
  const results = resultsOf((exchange, index) =>
    recordOf(exchange, {
      verdict: verdicts[index % verdicts.length] ?? 'failed',
      findings: [finding],
      note: HOSTILE,
      repeat: HOSTILE,
      known: [listedOf({ place: HOSTILE, reason: HOSTILE, owner: HOSTILE, link: HOSTILE })],
    }),
  );
  const theirs = HOSTILE as Results['target']['baseUrl'];
  return {
    ...results,
    target: { ...results.target, baseUrl: theirs, namespace: theirs },
    why: theirs,
    notRun: [{ id: 'SendBulkSms/left/soap11', level: 'must', reason: HOSTILE }],
  };
}
