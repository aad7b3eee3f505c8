import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { githubJob } from '../../report-folder/report-places.ts';
import { markdown } from '../formats/markdown.ts';
import { planned, recordWith, resultsOf } from '../formats/testing.ts';
import { findingOf, recordOf } from '../testing.ts';
import { writeStepSummary } from './github-job.ts';

const good = resultsOf((exchange) => recordWith('passed', exchange));
const newFile = () => join(mkdtempSync(join(tmpdir(), 'postsms-')), 'summary.md');

describe('the job summary', () => {
  it('is added to what others wrote', async () => {
    const file = newFile();
    await writeStepSummary(file, good);
    await writeStepSummary(file, good);
    expect(readFileSync(file, 'utf8')).toBe(markdown(good).repeat(2));
  });

  it('stays below what GitHub shows, with what was there before', async () => {
    const long = 'x'.repeat(100_000);
    const results = resultsOf((exchange, index) =>
      recordOf(exchange, {
        verdict: 'failed',
        findings: [findingOf({ actual: `${'I'.repeat(index + 1)} ${long}` })],
      }),
    );
    expect(Buffer.byteLength(markdown(results))).toBeGreaterThan(1_048_576);
    const file = newFile();
    writeFileSync(file, 'y'.repeat(500_000));
    await writeStepSummary(file, results);
    const text = readFileSync(file, 'utf8');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    const shown = text.match(/^### FAILED/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(text).toContain(`_${planned.length - shown} more groups of findings have no room here`);
  });

  it('is left away where there is no room for it at all', async () => {
    const file = newFile();
    writeFileSync(file, 'y'.repeat(1_048_500));
    await writeStepSummary(file, good);
    expect(readFileSync(file, 'utf8')).toBe('y'.repeat(1_048_500));
  });

  it('that cannot be written is an error', async () => {
    const file = newFile();
    mkdirSync(file);
    await expect(writeStepSummary(file, good)).rejects.toThrow(`${file}: EISDIR: illegal operation`);
  });
});

describe('a job of GitHub Actions', () => {
  it('is there where its variable says so, or somebody asked for it', () => {
    expect(githubJob({}, false)).toBeNull();
    expect(githubJob({ GITHUB_ACTIONS: 'false' }, false)).toBeNull();
    expect(githubJob({}, true)).toEqual({ summaryFile: null, workspace: process.cwd() });
    expect(githubJob({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: '/w' }, false)).toMatchObject({
      workspace: '/w',
    });
  });
});
