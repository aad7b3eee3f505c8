import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { verdicts } from '../../model/judging/verdict.ts';
import type { Results } from '../../model/running/results.ts';
import { tapText } from './tap.ts';
import {
  everyEnd,
  everyVerdict,
  FIXED,
  hostileResults,
  knownResults,
  listedOf,
  planned,
  recordWith,
  resultsOf,
  UNPRINTABLE,
} from './testing.ts';

interface Point {
  readonly ok: boolean;
  readonly number: number;
  readonly name: string;
  readonly directive: string | undefined;
  readonly said: Record<string, unknown> | null;
}

const POINT = /^(not )?ok (\d+) - ((?:[^\\#\n]|\\.)*?)(?: # ((?:TODO|SKIP) .*))?\n((?: {2}.*\n)*)/;

/** Reads TAP 14 as a consumer does; a line that is none of the format's is a mistake. */
function read(results: Results): { plan: number; points: readonly Point[]; bail: string | undefined } {
  const text = tapText(results);
  const [, plan] = /^TAP version 14\n1\.\.(\d+)\n/.exec(text) ?? [];
  let rest = text.slice(text.indexOf('\n', text.indexOf('1..')) + 1);
  const points: Point[] = [];
  for (let found = POINT.exec(rest); found; found = POINT.exec(rest)) {
    const [whole, not, number, name = '', directive, block = ''] = found;
    const yaml = /^ {2}---\n(.*) {2}\.\.\.\n$/s.exec(block)?.[1];
    expect(block === '' || yaml !== undefined).toBe(true);
    const said = yaml === undefined ? null : (parse(yaml) as Record<string, unknown>);
    points.push({ ok: not === undefined, number: Number(number), name, directive, said });
    rest = rest.slice(whole.length);
  }
  const bail = /^Bail out! (.*)\n$/.exec(rest)?.[1];
  expect(rest === '' || bail !== undefined, rest.slice(0, 200)).toBe(true);
  return { plan: Number(plan), points, bail };
}

/** Whether a consumer takes the run for passed. */
function isGreen(results: Results): boolean {
  const { plan, points, bail } = read(results);
  const bad = points.some(({ ok, directive }) => !ok && !directive?.startsWith('TODO'));
  return bail === undefined && !bad && points.length === plan;
}

describe('results.tap', () => {
  it('has a numbered line for each exchange, with the verdict of its target', () => {
    const { plan, points } = read(everyVerdict());
    expect(plan).toBe(planned.length);
    expect(points.map(({ number }) => number)).toEqual(planned.map((_, index) => index + 1));
    expect(points.map(({ name }) => name)).toEqual(planned.map(({ id }) => id));
    const seen = verdicts.map((verdict, index) => [verdict, points[index]?.ok, points[index]?.directive]);
    expect(seen).toEqual([
      ['passed', true, undefined],
      ['failed', false, undefined],
      ['warned', true, undefined],
      ['observed', true, undefined],
      ['blocked', false, undefined],
      ['not-read', false, undefined],
      ['known-failure', false, 'TODO known-failure: PacketID must occur exactly once in EmPostSmsResult'],
      ['fixed', false, undefined],
      ['transport-error', false, undefined],
      ['harness-error', false, undefined],
    ]);
  });

  it('says why a known failure is accepted, until when and where, or that nobody has said why', () => {
    const missing = listedOf({ place: 'known.yaml:7', reason: 'TODO: why this is accepted' });
    const results = knownResults(listedOf(), missing);
    expect(read(results).points[1]?.directive).toBe(
      'TODO known-failure: the old gateway never did (until 2099-12-31, known.yaml:2); TODO: why this is accepted (until 2099-12-31, known.yaml:7)',
    );
    expect(isGreen(results)).toBe(true);
  });

  it('has all findings in YAML below a line that is not simply good', () => {
    const { points } = read(everyVerdict());
    expect(points[0]?.said).toBeNull();
    expect(points[1]?.said).toMatchObject({
      verdict: 'failed',
      message: 'the response must have the status code of the contract',
      source: expect.stringMatching(/\.yaml:\d+$/) as string,
      findings: [
        { rule: 'result/field-once', level: 'should', at: '/EmPostSmsResult', actual: 'none', step: 0 },
        { rule: 'http/status', level: 'must', expected: 'one {urn:x}PacketID', actual: '500' },
      ],
      repeat: 'curl x',
    });
    expect(points[4]?.said).toMatchObject({ note: 'the send gave no PacketID' });
    expect(points[7]?.said).toMatchObject({ verdict: 'fixed', message: FIXED });
  });

  it('skips what was not run, with the reason', () => {
    const notRun = [{ id: 'SendBulkSms/x#1/soap11', level: 'must', reason: 'needs # a send' }] as const;
    const results = resultsOf((exchange) => recordWith('passed', exchange), { notRun });
    expect(read(results).points.at(-1)).toMatchObject({
      ok: true,
      name: 'SendBulkSms/x\\#1/soap11',
      directive: 'SKIP needs \\# a send',
    });
    expect(isGreen(results)).toBe(true);
  });

  it.each(everyEnd)('is green exactly where the exit code is 0: %s', (_, results) => {
    expect(isGreen(results)).toBe(results.exitCode === 0);
  });

  it('has no line and no character that a target wanted in it', () => {
    const text = tapText(hostileResults());
    expect(text).not.toMatch(UNPRINTABLE);
    expect(text).not.toMatch(/^\s*(?:ok 99|::|Bail out!$)/m);
    const { points } = read({ ...hostileResults(), exitCode: 1 });
    expect(points).toHaveLength(planned.length + 1);
    expect(String(points[1]?.said?.repeat)).toContain('ok 99 - injected # SKIP');
  });
});
