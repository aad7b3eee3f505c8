/** Results of two runs, for the tests of their comparison. */
import type { Changed, Diff } from '../../model/running/diff.ts';
import type {
  NotRun,
  ResultExchange,
  ResultFinding,
  ResultRequirement,
  Results,
} from '../../model/running/results.ts';
import { ownText } from '../../secrets/mask.ts';
import { compareRuns } from './compare-runs.ts';

/** A finding; what a test says of it stands instead. */
export function finding(changed: Readonly<Record<string, unknown>> = {}): ResultFinding {
  return {
    rule: 'result/field-once',
    requirements: ['packet-result.packet-id'],
    level: 'must',
    path: '/EmPostSmsResult',
    expected: 'one {urn:x}PacketID',
    actual: 'none',
    message: 'PacketID must occur exactly once in EmPostSmsResult',
    step: 0,
    more: 0,
    ...changed,
  } as unknown as ResultFinding;
}

export function exchange(
  id: string,
  verdict: ResultExchange['verdict'] = 'passed',
  findings: readonly ResultFinding[] = [],
): ResultExchange {
  const [operation = '', name = '', binding = ''] = id.split('/');
  return {
    ...{ id, case: name, operation, binding, variant: null, verdict },
    ...{ durationMs: 1, status: 200, source: { file: ownText('cases/a.yaml'), line: 1 }, findings },
  };
}

export function requirement(
  id: string,
  state: ResultRequirement['state'],
  changed: Partial<ResultRequirement> = {},
): ResultRequirement {
  return {
    ...{ id, level: 'must', section: '2.1', binds: 'server', text: 'It holds.', state, exchanges: 1 },
    ...{ verdicts: {}, cases: [], brokenBy: [], rules: [], defects: [], ...changed },
  };
}

export const notRun = (id: string): NotRun => ({ id, level: 'must', reason: 'nobody allowed it' });

/** Results of a run that judged these exchanges. */
export function results(
  exchanges: readonly ResultExchange[],
  changed: Partial<Omit<Results, 'target'>> & { readonly target?: Partial<Record<string, string>> } = {},
): Results {
  const target = { baseUrl: 'http://127.0.0.1:1', namespace: 'urn:x', kind: 'external', insecure: false };
  return {
    schemaVersion: 1,
    suite: { name: 'postsms-conformance', version: '0.1.0' },
    ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, gate: 'must' },
    ...{ outcome: 'conforms', exitCode: 0 },
    summary: { planned: exchanges.length + (changed.notRun?.length ?? 0) },
    calibration: { accepted: 1, rejected: 1, wrong: 0 },
    messages: { planned: 0, sent: 0, budget: null },
    ...{ exchanges, notRun: [], rules: [], requirements: [] },
    ...changed,
    target: { ...target, ...changed.target },
  } as unknown as Results;
}

export function compared(old: Results, now: Results, failOnLess = false): Diff {
  return compareRuns(old, now, { mask: (text) => ownText(text.replaceAll('s3cret', '***')), failOnLess });
}

/** What became of one sort of thing: the ids under each kind of change that there is. */
export function idsIn(sorted: Changed<{ readonly id: string }>): object {
  return Object.fromEntries(
    Object.entries(sorted)
      .filter(([, all]) => all.length > 0)
      .map(([kind, all]) => [kind, all.map(({ id }) => id)]),
  );
}

/** The rules of the findings that changed, under each kind of change that there is. */
export function findingsIn({ findings }: Diff): object {
  return Object.fromEntries(
    Object.entries(findings)
      .filter(([, all]) => all.length > 0)
      .map(([kind, all]) => [kind, all.map(({ rule, was, is }) => `${rule} ${was} ${is}`)]),
  );
}
