/** Programs that call `run` several times at once, each program in a process of its own, for its signals are what is seen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { newFolder, resultsIn } from './command.ts';
import { handingOn, withFront, withReference } from './endpoints.ts';
import { lacks } from './needs.ts';

/** Runs a program that begins runs with these options at once, and prints their ends. */
async function atOnce(runs: readonly object[], started: (child: ChildProcess) => void = () => {}) {
  const folder = newFolder();
  const file = join(folder, 'program.mjs');
  const quiet = runs.map((options) => ({ allure: false, quiet: true, ...options }));
  writeFileSync(
    file,
    `import { run } from ${JSON.stringify(await compile('index'))};
const ours = () => {};
process.on('SIGTERM', ours);
const ended = await Promise.all(${JSON.stringify(quiet)}.map((options) => run(options)));
const ends = ended.map(({ exitCode, message, results }) => [exitCode, message, results?.exchanges.map(({ verdict }) => verdict) ?? null]);
console.log(JSON.stringify({ ends, kept: process.listeners('SIGTERM').includes(ours) }));`,
  );
  const child = spawn(process.execPath, ['--max-old-space-size=400', file], { cwd: folder });
  started(child);
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { said, code, signal, folder };
}

type Ends = {
  readonly ends: readonly (readonly [number, string | null, readonly string[] | null])[];
  readonly kept: boolean;
};

const canonical = { case: ['SendBulkSms/canonical'] };

describe('runs at once', () => {
  it('in the same folder and in one of its own end with the verdicts of single runs', async () => {
    await withReference(['charset-missing'], async ({ baseUrl }) => {
      const targets = [{}, { target: baseUrl, namespace: 'http://sms.example/ns' }];
      const runs = ['reports', 'reports', 'other'].map((reportDir, index) => ({
        ...canonical,
        ...targets[index % 2],
        reportDir,
      }));
      const { said, code, folder } = await atOnce(runs);
      const { ends, kept } = JSON.parse(said) as Ends;
      const of = (verdict: string) => ['soap11', 'soap12', 'http-get', 'http-post'].map(() => verdict);
      const single = [
        [0, null, of('passed')],
        [1, null, of('failed')],
      ];
      expect(ends).toEqual(runs.map((_, index) => single[index % 2]));
      expect([code, kept]).toEqual([0, true]);
      // The later of two in a folder is the one whose results stay.
      expect(resultsIn(join(folder, 'reports')).exitCode).toBe(1);
      expect(resultsIn(join(folder, 'other')).exitCode).toBe(0);
    });
  });

  it.skipIf(lacks('signals')).each(['SIGINT', 'SIGTERM'] as const)(
    'end by one %s, those that wait too',
    async (signal) => {
      let child: ChildProcess | undefined;
      await withFront(
        (socket, number, handOn) => {
          if (number === 10) child?.kill(signal);
          handingOn(socket, number, handOn);
        },
        async ({ baseUrl, connections }) => {
          const target = { target: baseUrl, namespace: 'http://sms.example/ns', wsdl: false, rate: 20 };
          const many = { ...target, case: ['SendBulkSms/message-*'] };
          const runs = ['one', 'two', 'three'].map((reportDir) => ({ ...many, reportDir }));
          const { said, code } = await atOnce(runs, (started) => {
            child = started;
          });
          const { ends } = JSON.parse(said) as Ends;
          const waiting = [5, 'interrupted before this run began: nothing was sent', null];
          expect(ends.map((end) => end[0])).toEqual([5, 5, 5]);
          expect(ends[0]?.[2]?.length).toBeGreaterThan(0);
          expect(ends.slice(1)).toEqual([waiting, waiting]);
          expect(connections()).toBeLessThan(60);
          expect(code).toBe(0);
        },
      );
    },
  );
});
