import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProcess, newFolder, ran, reportListing, vitest } from './command.ts';
import { answeringWith, at, withEndpoint } from './endpoints.ts';

const canonical = ['--case', 'SendBulkSms/canonical'];

/** A runner of GitHub Actions, as far as a program sees it. */
function githubJob(): { readonly summary: string; readonly environment: Readonly<Record<string, string>> } {
  const summary = join(newFolder(), 'summary.md');
  writeFileSync(summary, 'of another step\n');
  return {
    summary,
    environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: process.cwd() },
  };
}

/** Judges a server that answers everything with a text that wants to be a command of GitHub. */
function judgeHostile<T>(run: (target: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const said = '##[error]injected ##[stop-commands]x\n::error::injected\n';
  return withEndpoint(answeringWith(`500 ##[warning]injected`, 'text/plain', said), ({ baseUrl }) =>
    run({ POSTSMS_TARGET: baseUrl, POSTSMS_NAMESPACE: 'urn:n' }),
  );
}

/** The lines that GitHub obeys: those outside of what was printed while commands were stopped. */
function obeyed(said: string): readonly string[] {
  const rest = said.replace(/^::stop-commands::(\w+)\n.*^::\1::\n/ms, '');
  return rest.split('\n').filter((line) => /^\s*::|##\[/.test(line));
}

describe('reporters', () => {
  it('write each a file of its own, in the report folder or where they are told', async () => {
    const other = newFolder();
    const chosen = ['junit', `tap=${other}/logs/run.tap`, 'badge', `junit=${other}/second.xml`];
    const { code, said, folder } = await ran([
      ...canonical,
      ...chosen.flatMap((reporter) => ['--reporter', reporter]),
    ]);
    expect(code).toBe(0);
    expect(reportListing(folder)).toEqual(['badge.json', 'junit.xml', 'report.html', 'results.json']);
    expect(said).toContain(`tap           ${other}/logs/run.tap\n`);
    expect(readFileSync(`${other}/logs/run.tap`, 'utf8')).toMatch(/^TAP version 14\n1\.\.4\nok 1 - /);
    expect(readFileSync(`${other}/second.xml`, 'utf8')).toBe(readFileSync(join(folder, 'junit.xml'), 'utf8'));
  });

  it('are written over an earlier report of theirs, and over nothing else: a run does not begin', async () => {
    const folder = newFolder();
    const [notes, tap, place, link] = ['notes.md', 'run.tap', 'taken', 'link'].map((name) =>
      join(folder, name),
    );
    writeFileSync(notes ?? '', '# Notes\n');
    mkdirSync(place ?? '');
    symlinkSync(join(folder, 'nowhere'), link ?? '');
    const first = await ran([...canonical, '--reporter', `tap=${tap}`]);
    const again = await ran([...canonical, '--reporter', `tap=${tap}`]);
    expect([first.code, again.code]).toEqual([0, 0]);
    await withEndpoint(answeringWith('200 OK', 'text/xml', '<a/>'), async ({ baseUrl, connections }) => {
      for (const [reporter, exitCode, told] of [
        [`markdown=${notes}`, 2, `${notes} exists and is not a markdown report of this suite`],
        [
          `tap=${place}`,
          5,
          `cannot write reports to ${place}: it is a folder; give the tap report another file, as in --reporter tap=FILE\n`,
        ],
        [`badge=${link}`, 5, `cannot write reports to ${link}: it is no regular file; give the badge `],
      ] as const) {
        const { code, said } = await ran([...canonical, ...at(baseUrl), '--reporter', reporter]);
        expect(said).toContain(told);
        expect(code).toBe(exitCode);
      }
      expect(connections()).toBe(0);
    });
    expect(readFileSync(notes ?? '', 'utf8')).toBe('# Notes\n');
    expect(lstatSync(link ?? '').isSymbolicLink()).toBe(true);
  });
});

describe('in a job of GitHub Actions', () => {
  it('a run adds its findings to the job summary and annotates them, whatever the target says', async () => {
    const { summary, environment } = githubJob();
    const { code, said } = await judgeHostile((target) => ran(canonical, { ...environment, ...target }));
    expect(code).toBe(1);
    expect(said).toContain('##[warning]injected');
    const commands = obeyed(said);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      expect(command).toMatch(
        /^::error file=cases\/SendBulkSms\/\w+\.yaml,line=\d+,title=FAILED SendBulkSms\/canonical\//,
      );
    }
    const text = readFileSync(summary, 'utf8');
    expect(text).toMatch(
      /^of another step\n## ❌ postsms-conformance: deviates \(gate must\)\n\n```text\nrun .*```\n\n### FAILED /s,
    );
    expect(text).not.toMatch(/^\s*(?:::|##\[)/m);
  });

  it('one of Vitest by itself does the same', async () => {
    const { summary, environment } = githubJob();
    const { code, said } = await judgeHostile((target) =>
      vitest(['run', '-t', 'SendBulkSms/canonical/soap11'], {
        ...environment,
        ...target,
        POSTSMS_REPORT_DIR: newFolder(),
        POSTSMS_HTML: 'false',
      }),
    );
    expect(code).toBe(1);
    expect(obeyed(said)).toEqual([expect.stringContaining(',title=FAILED SendBulkSms/canonical/soap11::')]);
    expect(readFileSync(summary, 'utf8').match(/^## /gm)).toHaveLength(1);
  });

  it.each<[string, readonly string[], number, string]>([
    [
      'a setting',
      ['run', '--gate', 'shuld'],
      2,
      '--gate "shuld" is not one of must, should; did you mean should?',
    ],
    ['a ticket', ['run', '--ticket=S3CRET'], 2, 'error: a ticket is a secret and cannot be an argument; '],
    ['a secret', ['run', '--gate', 'T-CANARY'], 2, '--gate "***" is not one of must, should'],
    ['shards', ['merge', 'cases'], 2, 'cases/results.json:1:1: cannot be read'],
    ['a place', ['run', '--report-dir', 'package.json'], 2, 'the report folder package.json is no folder; '],
  ])(
    'a mistake about %s is an error, masked, and the summary stays as it was',
    async (_, args, exitCode, told) => {
      const { summary, environment } = githubJob();
      const { code, said } = await inProcess(args, { ...environment, POSTSMS_TICKET: 'T-CANARY' });
      expect(code).toBe(exitCode);
      const annotation = `::error title=postsms-conformance%3A nothing was judged::${told}`;
      expect(obeyed(said)).toEqual([expect.stringContaining(annotation)]);
      expect(readFileSync(summary, 'utf8')).toBe('of another step\n');
      expect(said).not.toMatch(/T-CANARY|S3CRET/);
      const { GITHUB_ACTIONS: _github, ...elsewhere } = environment;
      expect(obeyed((await inProcess(args, { ...elsewhere, POSTSMS_TICKET: 'T-CANARY' })).said)).toEqual([]);
    },
  );

  it('annotations are there elsewhere too where they are asked for', async () => {
    const { said, folder } = await judgeHostile((target) =>
      ran([...canonical, '--reporter', 'github'], target),
    );
    expect(said).toMatch(/^::error .*title=FAILED SendBulkSms\/canonical\/soap11/m);
    expect(said).not.toContain('stop-commands::');
    expect(existsSync(join(folder, 'junit.xml'))).toBe(false);
  });
});
