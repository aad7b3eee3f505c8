import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  everyVerdict,
  FIXED,
  HOSTILE,
  hostileResults,
  planned,
  recordWith,
  resultsOf,
  UNPRINTABLE,
} from '../formats/testing.ts';
import { findingOf, recordOf } from '../testing.ts';
import { annotations } from './annotations.ts';
import { obeyed } from './testing.ts';

const here = process.cwd();

describe('annotations of GitHub Actions', () => {
  it('are errors for what is red and warnings for the rest, the gravest first, each at its case', () => {
    const results = everyVerdict();
    const all = obeyed(annotations(results, here));
    expect(all.map(({ command }) => command)).toEqual([...Array(7).fill('error'), 'warning']);
    expect(all[0]).toMatchObject({
      properties: { title: 'suite: no judgement of the target' },
      message: 'error: 1 exchange met a fault of the harness',
    });
    const failed = results.exchanges.find(({ verdict }) => verdict === 'failed');
    expect(all[1]?.properties).toEqual({
      file: failed?.source.file,
      line: String(failed?.source.line),
      title: `FAILED ${failed?.id} and 1 more like it`,
    });
    expect(failed?.source.file).toMatch(/^cases\/.*\.yaml$/);
    expect(all[1]?.message).toMatch(
      /^the response must have the status code of the contract\nhttp\/status {2}must\n/,
    );
    expect(all[1]?.message).toContain('\n  actual    500\n');
    expect(all[2]?.message.split('\n')[0]).toBe(FIXED);
    expect(all.slice(1).map(({ properties }) => properties.title?.replace(/ [A-Z]\w+\/.*/, ''))).toEqual([
      ...['FAILED', 'FIXED', 'BLOCKED', 'NOT READ', 'TRANSPORT ERROR', 'HARNESS ERROR'],
      'WARNED',
    ]);
  });

  it('are ten of a kind at most, of which the last counts the rest', () => {
    const results = resultsOf((exchange, index) =>
      recordOf(exchange, {
        verdict: 'failed',
        findings: [findingOf({ actual: `number ${'I'.repeat(index + 1)}` })],
      }),
    );
    const all = obeyed(annotations(results, here));
    expect(all).toHaveLength(10);
    expect(all.at(-1)?.properties).toEqual({ title: `${planned.length - 9} more of this kind` });
  });

  it('name no file where the cases lie outside of the workspace', () => {
    const all = obeyed(annotations(everyVerdict(), resolve('suites')));
    expect(all.map(({ properties }) => Object.keys(properties))).toEqual(Array(8).fill(['title']));
  });

  it('are none where all is well, and one at least where the run is not', () => {
    const good = resultsOf((exchange) => recordWith('passed', exchange));
    expect(annotations(good, here)).toBe('');
    expect(obeyed(annotations({ ...good, outcome: 'partial', exitCode: 5 }, here))).toMatchObject([
      { command: 'error', message: 'partial: the run did not come to its end' },
    ]);
  });

  it('cannot be made to be other commands by what a target says', () => {
    const results = hostileResults();
    const text = annotations(results, here);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning) /);
    expect(text).not.toMatch(UNPRINTABLE);
    const all = obeyed(text);
    expect(all).toHaveLength(lines.length);
    expect(all.map(({ properties }) => properties.title).join()).not.toContain('injected');
    expect(all[1]?.message).toContain(HOSTILE.split(' ').find((part) => part.startsWith('##[')));
  });
});
