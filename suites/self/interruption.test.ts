import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { SAME_MS } from '../../lib/run/interruption.ts';
import { planOf } from '../support/report.ts';
import { workerOf } from '../support/worker-of.ts';
import {
  folderWith,
  inProcess,
  newFolder,
  npmStart,
  reportListing,
  resultsIn,
  root,
  spawnCommand,
} from './command.ts';
import { at, handingOn, namespace, withFront } from './endpoints.ts';
import { lacks } from './needs.ts';

const onPosix = it.skipIf(lacks('signals', '/proc'));

const ANSWERED = 40;
/** A plan of which most is left then, with exchanges of several requests. */
const LONG = ['--operation', 'ReportSingleShotSms'];

/** Acts when the target has been asked 40 times. What is asked from then on is answered a while later, so that it is under way meanwhile. */
function acting(act: () => void, laterMs: number) {
  return (_: Socket, number: number, handOn: () => void) => {
    if (number === ANSWERED) act();
    setTimeout(handOn, number < ANSWERED ? 0 : laterMs);
  };
}

/** Runs a long plan against the reference, and does something with the command's process when most is still to come. */
async function runUntil(
  act: (pid: number) => void,
  flags: readonly string[] = [],
  laterMs = 300,
  runCommand = spawnCommand,
): Promise<Awaited<ReturnType<typeof spawnCommand>> & { folder: string; asked: number }> {
  const folder = newFolder();
  let pid = 0;
  const front = acting(() => act(pid), laterMs);
  return withFront(front, async ({ baseUrl, connections }) => {
    const started = (id: number) => {
      pid = id;
    };
    const args = ['run', '--concurrency', '4', ...LONG, ...at(baseUrl), '--report-dir', folder, ...flags];
    const ended = await runCommand(args, {}, { started });
    // A system tells a worker of the end of a killed command when it comes to it.
    // A connection that it opened before may still wait to be accepted.
    await new Promise((resolve) => setTimeout(resolve, ended.code === null ? 1_000 : 100));
    const before = connections();
    await new Promise((resolve) => setTimeout(resolve, laterMs + 300));
    // Nothing is sent by a worker that outlives the command.
    expect(connections()).toBe(before);
    expect(ended.said).not.toMatch(/^\s+at \S.*:\d+/m);
    return { ...ended, folder, asked: before };
  });
}

/** How often exchanges of the plan ask the target. */
function stepsOf(ids: readonly string[]): number {
  const chosen = planOf().exchanges.filter(({ id }) => ids.includes(id));
  return chosen.reduce((sum, { steps }) => sum + steps.length, 0);
}

onPosix.concurrent(
  'to the whole process group, as of a terminal, and passed on by npm, one ends the run with what was judged',
  async () => {
    const twice = (pid: number) => {
      process.kill(-pid, 'SIGINT');
      setTimeout(() => process.kill(pid, 'SIGHUP'), 50);
    };
    const { code, said, folder, asked } = await runUntil(twice);
    const { summary, exchanges, outcome, exitCode } = resultsIn(folder);
    expect(said).toContain('interrupted: no further exchange starts; press Ctrl-C again to end at once\n');
    expect(said).toContain(
      `stopped       interrupted; ${exchanges.length} of ${summary.planned} exchanges were judged\n`,
    );
    expect(said).not.toContain('fault');
    expect(code).toBe(5);
    expect({ outcome, exitCode }).toEqual({ outcome: 'partial', exitCode: 5 });
    expect(exchanges.length).toBeGreaterThan(4);
    expect(exchanges.length).toBeLessThan(60);
    // What was under way has been waited for, and counts: nothing was asked for that is not told.
    expect(summary.passed + summary.observed).toBe(exchanges.length);
    expect(stepsOf(exchanges.map(({ id }) => id))).toBe(asked);
    // Nothing began later than the signal could arrive, which a step or two may have been faster than.
    expect(asked).toBeLessThan(ANSWERED + 20);
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(
      /<error type="partial" message="partial: /,
    );
    expect(readdirSync(join(folder, 'allure-results')).length).toBeGreaterThan(exchanges.length);
    expect(reportListing(folder)).toEqual(['allure-results', 'junit.xml', 'report.html', 'results.json']);
  },
);

/** What `process.kill` does on Windows: it ends another process at once, whatever the signal is. */
const KILL_OF_WINDOWS = `const kill = process.kill.bind(process);
process.kill = (pid, signal) => kill(pid, signal && pid !== process.pid ? 'SIGKILL' : signal);`;

onPosix.concurrent(
  'one on a system that has no signals reaches the worker through its channel: all under way is judged and recorded',
  async () => {
    const preload = join(folderWith({ 'kill.cjs': KILL_OF_WINDOWS }), 'kill.cjs');
    const likeWindows: typeof spawnCommand = (args, _, way) =>
      spawnCommand(args, { NODE_OPTIONS: `--require ${preload}` }, way);
    const kill = (pid: number) => process.kill(pid, 'SIGINT');
    const flags = ['--no-allure', '--reporter', 'har'];
    const { code, said, folder, asked } = await runUntil(kill, flags, 300, likeWindows);
    const { exchanges, summary, outcome } = resultsIn(folder);
    expect(said).toContain(
      `stopped       interrupted; ${exchanges.length} of ${summary.planned} exchanges were judged\n`,
    );
    expect(said).not.toContain('fault');
    expect({ code, outcome }).toEqual({ code: 5, outcome: 'partial' });
    expect(stepsOf(exchanges.map(({ id }) => id))).toBe(asked);
    const { log } = JSON.parse(readFileSync(join(folder, 'recording.har'), 'utf8'));
    expect(log.entries).toHaveLength(asked);
    expect(reportListing(folder)).toEqual(['recording.har', 'report.html', 'results.json']);
  },
);

// Allure ends with the whole process group, and goes on where the command alone was meant.
onPosix.concurrent.each([-1, 1])(
  'one while a page is made of what was judged is not green: %i',
  async (whom) => {
    const folder = newFolder();
    let waiting: NodeJS.Timeout | undefined;
    const started = (pid: number) => {
      waiting = setInterval(() => {
        // Written right before Allure starts.
        if (!existsSync(join(folder, 'allurerc.json'))) return;
        clearInterval(waiting);
        setTimeout(() => process.kill(whom * pid, 'SIGINT'), 200);
      }, 5);
    };
    const args = ['run', '--case', '*/canonical', '--report-dir', folder];
    const { code, said } = await spawnCommand(args, {}, { started });
    clearInterval(waiting);
    expect(said).toContain('stopped       interrupted; 16 of 16 exchanges were judged\n');
    const history = join(folder, 'history/reference.jsonl');
    expect(existsSync(history) ? readFileSync(history, 'utf8') : '').toBe('');
    const written = ['allure-results', 'junit.xml', 'report.html', 'results.json'];
    expect(reportListing(folder)).toEqual(written);
    expect(said).toContain('outcome       partial');
    expect(said).not.toMatch(/fault/);
    expect(said.lastIndexOf('outcome')).toBe(said.lastIndexOf('outcome       partial'));
    expect(code).toBe(5);
    expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 5, summary: { passed: 16 } });
  },
);

onPosix.concurrent('a signal to npm alone ends what npm started; --last-failed runs the rest', async () => {
  const underNpm: typeof spawnCommand = (args, ...rest) => npmStart(['--', ...args], ...rest);
  const kill = (pid: number) => process.kill(pid, 'SIGTERM');
  const { code, said, asked, folder } = await runUntil(kill, ['--no-allure'], 300, underNpm);
  expect(said).toMatch(/stopped {7}interrupted; \d+ of \d+ exchanges were judged/);
  expect(code).toBe(5);
  expect(asked).toBeLessThan(ANSWERED + 20);
  const { summary, exchanges, target } = resultsIn(folder);
  const again = ['run', '--last-failed', '--dry-run', ...at(target.baseUrl), '--report-dir', folder];
  const rest = summary.planned - exchanges.length;
  expect((await inProcess(again)).said).toMatch(
    new RegExp(`^note +--last-failed: ${rest} of \\d+ exchanges;`, 'm'),
  );
});

/** Runs a command, prints its process id, and lives until it is killed. */
const PARENT = `const { spawn } = require('node:child_process');
const { pid } = spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' });
process.stdout.write(String(pid));
setInterval(() => {}, 1_000);`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What nobody has waited for is there still, and does nothing.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

// A process that passes for npm is the parent here.
onPosix.concurrent('the end of the npm that started it ends the run with what was judged', async () => {
  const folder = newFolder();
  let parent: ChildProcess | undefined;
  const killing = acting(() => parent?.kill('SIGKILL'), 600);
  try {
    await withFront(killing, async ({ baseUrl }) => {
      const { PATH = '', HOME = '' } = process.env;
      const bin = join(root, 'lib/cli/bin.mjs');
      const flags = ['--concurrency', '2', ...LONG, ...at(baseUrl), '--report-dir', folder, '--no-allure'];
      parent = spawn(process.execPath, ['-e', PARENT, bin, 'run', ...flags], {
        env: { PATH, HOME, npm_lifecycle_event: 'npx' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [pid] = (await once(parent.stdout as Readable, 'data')) as [Buffer];
      while (isAlive(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 100));
    });
  } finally {
    parent?.kill('SIGKILL');
  }
  const { outcome, exitCode, exchanges, summary } = resultsIn(folder);
  expect({ outcome, exitCode }).toEqual({ outcome: 'partial', exitCode: 5 });
  expect(exchanges.length).toBeGreaterThan(4);
  expect(exchanges.length).toBeLessThan(summary.planned / 2);
});

onPosix.concurrent('a second one ends at once, without the replies that are waited for', async () => {
  let pid = 0;
  const once = (id: number) => {
    pid = id;
    process.kill(pid, 'SIGINT');
  };
  // Counted from when the first was handled, which a busy machine does later.
  const again = (said: string) => {
    if (!said.endsWith('Ctrl-C again to end at once\n')) return;
    setTimeout(() => process.kill(pid, 'SIGINT'), 2 * SAME_MS);
  };
  const hearing: typeof spawnCommand = (args, environment, way) =>
    spawnCommand(args, environment, { ...way, heard: again });
  const { code, said } = await runUntil(once, ['--no-allure'], 3_000, hearing);
  // A run that waits for them says how many were judged.
  expect(said).toMatch(/Ctrl-C again to end at once\n$/);
  expect(code).toBe(5);
});

/** Exchanges of one request: those under way make their later steps. */
const SINGLE = ['--case', '{SendBulkSms,SingleShotSmsWithTypeAndKeyID}/*', '--exclude', '*/values'];

onPosix.concurrent.each([100, 500])('one %i ms after the start is the end of asking', async (delayMs) => {
  const folder = join(newFolder(), 'reports');
  let askedBefore: number | undefined;
  const started = (pid: number) => {
    const waiting = setInterval(() => {
      // Made right before a run takes the signals over.
      if (!existsSync(join(folder, '.postsms-conformance'))) return;
      clearInterval(waiting);
      setTimeout(() => process.kill(-pid, 'SIGINT'), delayMs);
    }, 5);
  };
  await withFront(handingOn, async ({ baseUrl, connections }) => {
    const heard = (said: string) => {
      if (said.includes('no further exchange starts')) askedBefore ??= connections();
    };
    const args = ['run', ...at(baseUrl), '--no-allure', '--report-dir', folder, ...SINGLE];
    const { code } = await spawnCommand(args, {}, { started, heard });
    expect(code).toBe(5);
    // A request may have gone out before the worker had the signal.
    const since = connections() - (askedBefore ?? Number.NaN);
    expect(since).toBeLessThanOrEqual(askedBefore === 0 ? 0 : 20);
  });
});

onPosix.concurrent('a worker that is killed: what was judged before is kept', async () => {
  const kill = (pid: number) => process.kill(workerOf(pid), 'SIGKILL');
  const { code, said, folder } = await runUntil(kill, ['--no-html']);
  const { summary, exchanges, outcome } = resultsIn(folder);
  expect(said).toMatch(/fault {9}.*worker/i);
  expect(said).toContain(
    `${summary.planned - exchanges.length} of ${summary.planned} exchanges have no verdict`,
  );
  expect(code).toBe(5);
  expect(['partial', 'error']).toContain(outcome);
  expect(exchanges.length).toBeGreaterThan(0);
});

onPosix.concurrent('a command that is killed takes its worker with it', async () => {
  const { code, asked } = await runUntil((pid) => process.kill(pid, 'SIGKILL'), ['--no-allure']);
  expect(code).toBe(null);
  expect(asked).toBeLessThan(ANSWERED + 20);
});

onPosix('one Ctrl-C under npm, which comes twice, ends listen with what was heard', async () => {
  const folder = newFolder();
  let pid = 0;
  const heard = (said: string) => {
    const [, url] = /^listening on (\S+) /m.exec(said) ?? [];
    if (url === undefined || pid === 0) return;
    const leader = pid;
    pid = 0;
    void fetch(`${url}/live/postsms.asmx/ReportSingleShotSms?ServiceTicket=t&PacketId=P1`).then(() => {
      process.kill(-leader, 'SIGINT');
      setTimeout(() => process.kill(leader, 'SIGINT'), 50);
    });
  };
  const started = (id: number) => {
    pid = id;
  };
  const args = ['listen', '--port', '0', '--no-allure', '--report-dir', folder];
  const { code, said } = await spawnCommand(args, {}, { started, heard });
  expect(said).toMatch(/^exchanges {5}1 planned/m);
  expect(code).toBe(0);
  expect(reportListing(folder)).toContain('results.json');
});

onPosix.concurrent.each([
  ['asks a side for its WSDL', 'true', 1, 'no run has ended', []],
  ['runs a side', 'false', 3, 'recorded so far: OLD, NEW', ['new', 'old']],
] as const)(
  'one while compare %s ends it with what was recorded, and writes no report',
  async (_, POSTSMS_WSDL, number, kept, listed) => {
    const folder = newFolder();
    let pid = 0;
    const started = (id: number) => {
      pid = id;
    };
    const front = (__: Socket, connection: number, handOn: () => void) => {
      if (connection === number) process.kill(-pid, 'SIGINT');
      setTimeout(handOn, connection < number ? 0 : 300);
    };
    await withFront(handingOn, ({ baseUrl: old }) =>
      withFront(front, async ({ baseUrl: now }) => {
        const chosen = ['--case', 'ReportSmsWithPacketId/canonical', '--concurrency', '1'];
        const args = ['compare', old, now, '--namespace', namespace, ...chosen, '--report-dir', folder];
        const { code, said } = await spawnCommand(args, { POSTSMS_WSDL }, { started });
        const sides = kept.replace('OLD', join(folder, 'old')).replace('NEW', join(folder, 'new'));
        expect(said).toMatch(new RegExp(`(^|\n)interrupted: nothing was compared; ${sides}\n$`));
        expect(said.includes('no further exchange starts; press Ctrl-C again')).toBe(listed.length > 0);
        expect(code).toBe(5);
        expect(reportListing(folder)).toEqual(listed);
      }),
    );
  },
);
