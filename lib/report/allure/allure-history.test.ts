import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownText } from '../../secrets/mask.ts';
import { plannedExchanges, recordOf, runOf } from '../testing.ts';
import { type RunOfHistory, runOfFolder, runOfHistory, runOfResults, withHistory } from './allure-history.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'allure-history-'));

function run(startedAt: string, counts = true): RunOfHistory {
  return { baseUrl: ownText('http://x'), kind: 'reference', startedAt, counts };
}

/** What Allure does: reads the runs before, and adds its own. */
function built(timestamp: number, seen: string[][] = []): (path: string) => Promise<void> {
  return async (path) => {
    const test = { id: 'x', name: 'S/c/soap11', status: 'failed', message: 'm', labels: [{ name: 'tag' }] };
    seen.push(readFileSync(path, 'utf8').split('\n').filter(Boolean));
    await appendFile(
      path,
      `${JSON.stringify({ timestamp, testResults: { h: { ...test, historyId: 'h' } } })}\n`,
    );
  };
}

interface Line {
  readonly timestamp: number;
  readonly startedAt: string;
}

function kept(folder: string): readonly Line[] {
  const lines = readFileSync(join(folder, 'history/reference.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('the history of runs', () => {
  it('gives Allure the runs before and keeps this one, for its owner, without what no page shows', async () => {
    const folder = newFolder();
    const seen: string[][] = [];
    await withHistory(folder, run('a'), built(1, seen));
    await withHistory(folder, run('b'), built(2, seen));
    expect(seen.map(({ length }) => length)).toEqual([0, 1]);
    expect(kept(folder).map(({ timestamp }) => timestamp)).toEqual([1, 2]);
    const text = readFileSync(join(folder, 'history/reference.jsonl'), 'utf8');
    expect(text).toContain('"error":{"message":"m"}');
    expect(text).not.toContain('labels');
    expect(readdirSync(join(folder, 'history'))).toEqual(['reference.jsonl']);
    expect(statSync(join(folder, 'history/reference.jsonl')).mode & 0o077).toBe(0);
  });

  it('has a run once, however often its page is built, and never shows it as one before itself', async () => {
    const folder = newFolder();
    const seen: string[][] = [];
    for (const timestamp of [1, 2, 3]) await withHistory(folder, run('a'), built(timestamp, seen));
    expect(seen).toEqual([[], [], []]);
    expect(kept(folder)).toMatchObject([{ timestamp: 3, startedAt: 'a' }]);
  });

  it('has no part for a run that does not count, and shows it the others', async () => {
    const folder = newFolder();
    const seen: string[][] = [];
    await withHistory(folder, run('a'), built(1, seen));
    await withHistory(folder, run('b', false), built(2, seen));
    expect(seen[1]).toHaveLength(1);
    expect(kept(folder)).toMatchObject([{ startedAt: 'a' }]);
  });

  it('keeps the last twenty', async () => {
    const folder = newFolder();
    for (let n = 1; n <= 22; n += 1) await withHistory(folder, run(String(n)), built(n));
    expect(kept(folder).map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 3),
    );
  });

  it('keeps fewer where they are large', async () => {
    const folder = newFolder();
    const large = (timestamp: number) => (path: string) =>
      appendFile(path, `${JSON.stringify({ timestamp, testResults: {}, more: 'x'.repeat(9_000_000) })}\n`);
    for (let n = 1; n <= 4; n += 1) await withHistory(folder, run(String(n)), large(n));
    expect(kept(folder).map(({ timestamp }) => timestamp)).toEqual([2, 3, 4]);
  });

  it('leaves out what is damaged, and is as it was where no page could be built', async () => {
    const folder = newFolder();
    await withHistory(folder, run('a'), built(1));
    const file = join(folder, 'history/reference.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"testRes\nnull\n7\n`);
    const broken = () => Promise.reject(new Error('no page'));
    await expect(withHistory(folder, run('b'), broken)).rejects.toThrow('no page');
    expect(readdirSync(join(folder, 'history'))).toEqual(['reference.jsonl']);
    await withHistory(folder, run('c'), built(3));
    expect(kept(folder).map(({ startedAt }) => startedAt)).toEqual(['a', 'c']);
  });
});

describe('a run', () => {
  const exchanges = plannedExchanges('SendBulkSms/canonical');
  const records = exchanges.map((exchange) => recordOf(exchange));
  const whole = { chosen: [], records, faults: [], calibration: null, stopped: null };

  it('counts where it judged its target, and not where it broke off, was stopped or never had an answer', () => {
    const counts = (report: Partial<typeof whole> | { stopped: string } | { faults: string[] }) =>
      runOfHistory(runOf(exchanges), { ...whole, ...report }, new Date(0)).counts;
    expect(counts({})).toBe(true);
    expect(counts({ records: exchanges.map((exchange) => recordOf(exchange, { verdict: 'failed' })) })).toBe(
      true,
    );
    expect(counts({ records: records.slice(1) })).toBe(false);
    expect(counts({ stopped: 'the time of the run was over' })).toBe(false);
    expect(counts({ faults: ['the worker is gone'] })).toBe(false);
    const unanswered = exchanges.map((exchange) => recordOf(exchange, { status: null, steps: [] }));
    expect(counts({ records: unanswered })).toBe(false);
  });

  it('tells on its page how it ended, as its results do', () => {
    const told = (report: Partial<typeof whole> | { faults: string[] }) =>
      runOfHistory(runOf(exchanges), { ...whole, ...report }, new Date(0)).outcome;
    expect(told({})).toBe('conforms');
    expect(told({ records: records.slice(1) })).toBe('partial: 1 of 4 exchanges have no verdict');
    expect(told({ faults: ['the worker is gone'] })).toBe('error');
    expect(runOfResults({ outcome: 'partial', why: ownText('a\u001bb') }).outcome).toBe('partial: a\\u{1B}b');
  });

  it('is known again by what its results say, and counts only where they can be read', async () => {
    const folder = newFolder();
    expect(await runOfFolder(folder)).toMatchObject({ startedAt: '', counts: false });
    const target = { baseUrl: 'http://x', kind: 'reference' };
    const startedAt = new Date(0).toISOString();
    for (const exitCode of [0, 1, 3, 4, 5]) {
      writeFileSync(join(folder, 'results.json'), JSON.stringify({ target, startedAt, exitCode }));
      expect(await runOfFolder(folder)).toEqual({ ...target, startedAt, counts: exitCode < 2 });
    }
    writeFileSync(join(folder, 'results.json'), '{"target":');
    expect(await runOfFolder(folder)).toMatchObject({ counts: false });
  });
});
