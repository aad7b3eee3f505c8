import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import { leftOf, planOf, recordOf, recordWith, resultsOf } from '../../suites/support/report.ts';
import type { Verdict } from '../model/judging/verdict.ts';
import { junitXml } from '../report/formats/junit.ts';
import { ownWords } from '../secrets/mask.ts';
import { comparedCoverage, coverageText, readCoverage, unjudgedIn } from './coverage.ts';

const row = (because: string, over: string, name: string, exchanges: number) =>
  ownWords({ because, over, case: name, exchanges });

describe('what a run does not judge', () => {
  it('is what filters leave out, by the first filter that does, and no probe', () => {
    const { filtered = [] } = planOf({
      binding: ['soap11'],
      case: ['SendBulkSms/*'],
      exclude: ['*/duplicates'],
    });
    const of = (name: string) =>
      filtered.filter((left) => left.case === name).map(({ because, over }) => `${because} ${over}`);
    expect(of('SendBulkSms/duplicates')).toEqual([
      'exclude soap11',
      'binding soap12',
      'binding http-get',
      'binding http-post',
    ]);
    expect(of('ReportSmsWithPacketId/canonical')).toContain('case soap11');
    expect(of('SendBulkSms/canonical')).not.toContain('case soap11');
    expect(filtered.filter(({ case: name }) => name.includes('/probe-'))).toEqual([]);
    expect(planOf().filtered).toEqual([]);
  });

  it('is what may not be sent, what is known to fail, was blocked, or breaks what the gate lets pass', () => {
    const { exchanges } = resultsOf((exchange) => recordWith('passed', exchange));
    const verdicts: readonly Verdict[] = ['known-failure', 'blocked', 'warned', 'failed'];
    const judged = exchanges
      .slice(0, 4)
      .map((exchange, place) => ({ ...exchange, verdict: verdicts[place] ?? 'passed' }));
    const notRun = [leftOf('SendBulkSms/x/soap12', 'it sends')].map(ownWords);
    const reasons = (gate: 'must' | 'should', recorded?: boolean) =>
      unjudgedIn([], { exchanges: judged, notRun, gate }, recorded).map(({ because }) => because);
    expect(reasons('must')).toEqual(['sends', 'known-failure', 'blocked', 'below-gate']);
    expect(reasons('should', true)).toEqual(['not-exact', 'known-failure', 'blocked']);
  });
});

describe('a run held to its file', () => {
  const file = 'coverage.yaml';
  const compared = (now: readonly ReturnType<typeof row>[], allowed: readonly ReturnType<typeof row>[]) =>
    comparedCoverage({ unjudged: now, requirements: [] }, { file, unjudged: allowed, untested: [] });

  it.each<[string, Parameters<typeof compared>, (string | undefined)?, string?]>([
    ['judges as much', [[row('tag', 'soap12', 'A/x', 2)], [row('tag', 'soap12', 'A/x', 2)]]],
    [
      'judges less',
      [[row('tag', 'soap12', 'A/x', 3), row('tag', 'soap11', 'A/y', 1)], [row('tag', 'soap12', 'A/x', 2)]],
      '2 exchanges over soap11, soap12, because of --tag',
    ],
    [
      'judges more',
      [[], [row('sends', 'soap12', 'A/x', 2)]],
      undefined,
      '2 exchanges over soap12, because of sends that are not permitted',
    ],
    [
      'judges less here and more there',
      [[row('binding', 'soap11', 'A/x', 2)], [row('binding', 'soap12', 'A/x', 2)]],
      '2 exchanges over soap11, because of --binding',
    ],
    [
      'has another reason for the same',
      [[row('known-failure', 'soap12', 'A/x', 2)], [row('blocked', 'soap12', 'A/x', 2)]],
    ],
    [
      'has more, of two reasons',
      [
        [row('known-failure', 'soap12', 'A/x', 2), row('tag', 'soap12', 'A/x', 1)],
        [row('tag', 'soap12', 'A/x', 2)],
      ],
      '1 exchange over soap12, because of known failures',
    ],
  ])('%s', (_, [now, allowed], less, more) => {
    expect(compared(now, allowed)).toEqual({
      less: less && `judges less than coverage.yaml says: ${less}`,
      more:
        more &&
        `judges more than coverage.yaml says; tighten it with --write-coverage coverage.yaml: ${more}`,
    });
  });

  it('is red in every report where it judges less, although nothing fails', () => {
    const coverage = { file, unjudged: [], untested: [] };
    const passed = resultsOf((exchange) => recordWith('passed', exchange), { coverage });
    const why = expect.stringMatching(
      /^the run judges less than coverage\.yaml says: \d+ requirements untested: /,
    );
    expect(passed).toMatchObject({ outcome: 'partial', exitCode: 1, why });
    expect(junitXml(passed)).toContain('<error type="partial" message="partial: the run judges less');
    const failed = resultsOf((exchange) => recordWith('failed', exchange), { coverage });
    expect(failed).toMatchObject({
      exitCode: 1,
      why: expect.stringMatching(/^the target deviates, and the run judges less/),
    });
    const silent = resultsOf(
      (exchange) => recordOf(exchange, { verdict: 'transport-error', steps: [], status: null }),
      { coverage },
    );
    expect(silent.exitCode).toBe(3);
  });

  it('reads what was written, and says what is wrong with another file', () => {
    const folder = newFolder();
    const path = join(folder, file);
    const results = {
      ...resultsOf((exchange) => recordWith('passed', exchange)),
      unjudged: [row('tag', 'soap12', 'A/x', 2)],
    };
    writeFileSync(path, coverageText(results));
    const read = readCoverage(path);
    const untested = results.requirements.filter(({ state }) => state === 'untested').map(({ id }) => id);
    expect(read).toMatchObject({ ok: true, value: { unjudged: results.unjudged, untested } });
    expect(
      comparedCoverage(results, (read.ok && read.value) || { file, unjudged: [], untested: [] }),
    ).toEqual({});
    writeFileSync(path, readFileSync(path, 'utf8').replace('because: tag', 'because: tags'));
    expect(readCoverage(path)).toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/coverage\.yaml:3:\d+: .*did you mean: tag/s),
    });
    expect(readCoverage(join(folder, 'none.yaml'))).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('--write-coverage creates it'),
    });
  });
});
