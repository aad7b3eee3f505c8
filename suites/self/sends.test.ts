import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import type { Results } from '../../lib/model/running/results.ts';
import { startReference } from '../../lib/reference/index.ts';
import { workerOf } from '../worker.ts';
import { command, inProcess, newFolder, resultsIn, vitest } from './command.ts';
import { answering, handOn, withEndpoint } from './endpoints.ts';

const namespace = 'http://sms.example/ns';
const canonical = ['--case', 'SendBulkSms/canonical'];
const allow = ['--sends', 'allow', '--recipients', '905001112233,+905001112244'];
const budget = (most: number) => [...allow, '--max-messages', String(most)];

interface Live {
  /** Flags of a target that is not this machine's by its name, and yet leads here. */
  readonly target: readonly string[];
  readonly reference: number;
  connections(): number;
}

/** An endpoint that passes for a live one: the reference behind a counter of connections, one for each request. */
async function withLive<T>(use: (live: Live) => Promise<T>, seen = (_: number) => {}): Promise<T> {
  const reference = await startReference({ contract, namespace });
  const serve = (socket: Socket, number: number) => {
    seen(number);
    handOn(socket, reference.port);
  };
  try {
    return await withEndpoint(serve, async ({ port, connections }) => {
      const target = ['--target', `http://0.0.0.0:${port}`, '--namespace', namespace];
      return use({ target, reference: reference.port, connections });
    });
  } finally {
    await reference.close();
  }
}

async function runCommand(args: readonly string[], started?: (pid: number) => void) {
  const folder = join(newFolder(), 'reports');
  const all = ['run', '--no-allure', '--report-dir', folder, ...args];
  const environment = { POSTSMS_TICKET: 'T-1' };
  const ended = started ? await command(all, environment, { started }) : await inProcess(all, environment);
  expect(ended.said).not.toMatch(/^\s+at \S.*:\d+/m);
  return { ...ended, folder };
}

/** A packet that exists already, as of somebody else's send. */
async function earlierPacket(port: number): Promise<string> {
  const query = new URLSearchParams({ ServiceTicket: 'T-1', Originator: 'O', Message: 'M', BeginTime: '' });
  query.append('EndTime', '');
  query.append('GsmNumbers', '905001112233');
  const response = await fetch(`http://127.0.0.1:${port}/liveb/postsms.asmx/SendBulkSms?${query}`);
  const [, packet] = /<PacketID>([^<]+)</.exec(await response.text()) ?? [];
  if (packet === undefined) throw new Error('no packet');
  return packet;
}

/** Ids of the requirements in a state. */
const inState = ({ requirements }: Results, state: string) =>
  requirements.filter((one) => one.state === state).map(({ id }) => id);

describe('a live target without permission to send', () => {
  it.each([
    [[], 4, 'this exchange sends messages; add --sends allow', 'to report only, add --sends refuse'],
    [['--sends', 'refuse'], 0, '--sends refuse forbids it', '(gate must'],
  ] as const)('%j gets the reports on given packets alone', async (flags, exitCode, reason, how) => {
    await withLive(async ({ target, reference }) => {
      const packet = await earlierPacket(reference);
      const narrow = ['--operation', 'ReportSmsWithPacketId', '--operation', 'SendBulkSms'];
      const args = [...target, ...narrow, '--packet-ids', packet, ...flags];
      const { code, said, folder } = await runCommand(args);
      const results = resultsIn(folder);
      const { summary, notRun, exchanges } = results;
      expect(code).toBe(exitCode);
      expect(results).toMatchObject({
        outcome: 'partial',
        exitCode,
        messages: { planned: 0, sent: 0, budget: 0 },
      });
      expect(summary).toMatchObject({ failed: 0, blocked: 0, notRun: notRun.length });
      expect(summary.passed).toBeGreaterThan(10);
      expect(summary.planned).toBe(exchanges.length + notRun.length);
      expect(notRun.filter(({ level }) => level === 'must').length).toBeGreaterThan(50);
      expect(said).toMatch(new RegExp(`^not run {7}\\d+ \\(\\d+ must.*${reason}`, 'm'));
      expect(said).toContain(how);
      expect(readFileSync(join(folder, 'requirements.html'), 'utf8')).toContain(reason);
      // What nothing was tried for is untested: no rule about sends, and none that compares with what was sent.
      const aboutSends = results.requirements.filter(({ rules }) =>
        rules.some((rule) => /^send\/|^delivery\/(?:recipients|texts|echo)$/.test(rule)),
      );
      expect(aboutSends.length).toBeGreaterThan(5);
      for (const { state } of aboutSends) expect(state).toBe('untested');
      const held = inState(results, 'held');
      expect(held).toEqual(expect.arrayContaining(['reports.result']));
    });
  });

  it('is not green where nothing of level must is left, whatever it answers', async () => {
    await withEndpoint(answering('500 X', 'text/html', '<p>down</p>'), async ({ port, connections }) => {
      const target = ['--target', `http://0.0.0.0:${port}`, '--namespace', namespace];
      const reports = ['--operation', 'ReportSmsWithPacketId', '--sends', 'refuse'];
      const { code, said, folder } = await runCommand([...target, ...reports]);
      expect(said).toMatch(/partial: .* no exchange of a gating level was run, so .*--packet-ids/);
      expect(code).toBe(4);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 4 });
      expect(connections()).toBeGreaterThan(0);
    });
  });

  it('runs what it can, and says in the dry run as well what it would not send, and its end', async () => {
    await withLive(async ({ target, connections }) => {
      const { code, said } = await runCommand([
        ...target,
        '--case',
        '*/canonical',
        '--packet-ids',
        'P',
        '--dry-run',
      ]);
      expect(said).toContain('ReportSingleShotSms/canonical/soap11  1 request, 0 messages\n');
      expect(said).toContain(
        'SendBulkSms/canonical/soap11  not run: this exchange sends messages; add --sends allow, --recipients and --max-messages\n',
      );
      expect(said).toContain(
        'planned       8 exchanges, 8 requests, 0 messages, 8 not run; nothing was sent\n',
      );
      expect(said).toMatch(/^at best {7}partial: 8 exchanges were not run; .*--sends refuse/m);
      expect(code).toBe(4);
      expect(connections()).toBe(0);
    });
  });
});

describe('a live target with permission to send', () => {
  it('gets the messages that were announced, and no others', async () => {
    await withLive(async ({ target, connections }) => {
      const { code, said, folder } = await runCommand([...target, ...canonical, ...budget(9), '--yes']);
      expect(said).toMatch(
        /^sends {9}8 messages to 2 numbers through 0\.0\.0\.0:\d+, with 4 requests in all\n/,
      );
      expect(said).toContain('905001112233  4 messages\n');
      expect(said).toContain('messages      8 planned, 8 sent or tried, budget 9\n');
      expect(resultsIn(folder).messages).toEqual({ planned: 8, sent: 8, budget: 9 });
      expect(connections()).toBe(4);
      expect(code).toBe(0);
    });
  });

  it('of ten digits with their country code reach these digits and no others', async () => {
    const asked: string[] = [];
    const serve = (socket: Socket) => {
      socket.on('data', (bytes) => {
        asked.push(bytes.toString('latin1'));
        setTimeout(() => socket.destroy(), 100);
      });
    };
    await withEndpoint(serve, async ({ port }) => {
      const target = ['--target', `http://0.0.0.0:${port}`, '--namespace', namespace];
      const numbers = '+4712345678,004712345679';
      const list = ['--sends', 'allow', '--recipients', numbers, '--max-messages', '40', '--yes'];
      const which = ['--case', 'Single*/canonical', '--case', 'SendBulkSms/number-format'];
      const { said } = await runCommand([...target, ...which, ...list]);
      expect(said).toMatch(/^ {14}4712345678 {4}\d+ messages$/m);
    });
    const sent = asked.join('\n');
    expect(sent).toMatch(/\+4712345678<|%2B4712345678\b/);
    expect(sent).toMatch(/\b4712345679\b/);
    expect(sent).not.toMatch(/90471234567|\b0471234567/);
  });

  it('leaves out what needs more numbers than there are', async () => {
    await withLive(async ({ target }) => {
      const args = [...target, '--case', 'SendBulkSms/number-count/soap11/*', ...budget(9), '--yes'];
      const { code, said, folder } = await runCommand(args);
      expect(said).toContain('4 planned: 2 passed, 2 not run\n');
      expect(said).toContain('2 exchanges were not run; add --recipients, or choose other cases');
      expect(resultsIn(folder).notRun).toEqual([
        {
          id: 'SendBulkSms/number-count/soap11/three',
          level: 'should',
          reason: 'this exchange needs 3 different numbers; --recipients has 2',
        },
        expect.objectContaining({ id: 'SendBulkSms/number-count/soap11/ten' }),
      ]);
      expect(code).toBe(4);
    });
  });

  it('is red where what was run deviates, although not everything was run', async () => {
    await withEndpoint(answering('503 X', 'text/html', '<p>down</p>'), async ({ baseUrl }) => {
      const target = ['--target', baseUrl, '--namespace', namespace, '--case', 'SendBulkSms/number-count'];
      const one = ['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '999', '--yes'];
      const { code, said, folder } = await runCommand([...target, ...one]);
      expect(said).toMatch(
        /^outcome {7}partial: the target deviates, and 12 exchanges were not run; add --recipients, /m,
      );
      expect(code).toBe(1);
      expect(resultsIn(folder)).toMatchObject({ outcome: 'partial', exitCode: 1, summary: { failed: 4 } });
    });
  });

  it('without a terminal and without --yes gets nothing, and earlier reports stay', async () => {
    await withLive(async ({ target, connections }) => {
      const folder = newFolder();
      writeFileSync(join(folder, 'results.json'), 'earlier');
      const args = [...target, ...canonical, ...budget(9), '--report-dir', folder];
      const { code, said } = await runCommand(args);
      expect(said).toContain('905001112233  4 messages\n');
      expect(said).toContain('there is no terminal to ask on: add --yes to send them');
      expect(code).toBe(4);
      expect(connections()).toBe(0);
      expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe('earlier');
    });
  });

  it('gets the same from plain vitest, which says so too', async () => {
    await withLive(async ({ target: [, url = ''], connections }) => {
      const settings = {
        ...{ POSTSMS_TARGET: url, POSTSMS_NAMESPACE: namespace, POSTSMS_TICKET: 'T-1' },
        ...{ POSTSMS_CASE: 'SendBulkSms/canonical', POSTSMS_REPORT_DIR: newFolder() },
        ...{
          POSTSMS_HTML: 'false',
          POSTSMS_SENDS: 'allow',
          POSTSMS_RECIPIENTS: '905001112233,905001112244',
          POSTSMS_MAX_MESSAGES: '8',
        },
      };
      const unasked = await vitest(['run'], settings);
      expect(unasked.said).toContain('there is no terminal to ask on: add --yes to send them');
      expect(unasked.code).toBe(4);
      expect(connections()).toBe(0);
      const { code, said } = await vitest(['run'], { ...settings, POSTSMS_YES: 'true' });
      expect(said).toContain('905001112233  4 messages\n');
      expect(said).toContain('messages      8 planned, 8 sent or tried, budget 8\n');
      expect(code).toBe(0);
      expect(connections()).toBe(4);
    });
  });

  it.each([
    ['y\n', '', 0, 4],
    ['\n', 'y\ny', 4, 0],
  ])('on a terminal asks, and goes by the answer %j, not by an earlier %j', async (...told) => {
    const [typed, ahead, exitCode, connected] = told;
    await withLive(async ({ target, connections }) => {
      const args = ['run', '--no-allure', '--report-dir', newFolder(), ...target, ...canonical, ...budget(8)];
      const { code, said } = await onTerminal(args, typed, ahead);
      expect(said).toMatch(/Send 8 messages to 2 numbers through 0\.0\.0\.0:\d+\? \[y\/N\]/);
      expect(code).toBe(exitCode);
      expect(connections()).toBe(connected);
    });
  });
});

/** The command on a terminal of its own, on which this is typed once it asks, and the other before. */
function onTerminal(
  args: readonly string[],
  typed: string,
  ahead: string,
): Promise<{ code: number; said: string }> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const line = ['node', 'lib/cli/bin.mjs', ...args].join(' ');
  const env = { ...process.env, POSTSMS_TICKET: 'T-1', NO_COLOR: '1', POSTSMS_WSDL: 'false' };
  return new Promise((resolve) => {
    const child = execFile('script', ['-qec', line, '/dev/null'], { cwd: root, env }, (error, said) => {
      resolve({ code: Number(error?.code ?? 0), said });
    });
    child.stdin?.write(ahead);
    child.stdout?.on('data', (text: string) => {
      if (text.includes('[y/N]')) child.stdin?.write(typed);
    });
  });
}

describe('limits that are given for a target on this machine', () => {
  it.each([
    [['--sends', 'allow', '--recipients', '905001112233', '--max-messages', '99'], '--recipients has 1'],
    [
      budget(7),
      '127.0.0.1:PORT would get 8 messages; --max-messages allows 7: narrow the run with filters, or raise it to 8',
    ],
    [['--sends', 'allow'], '127.0.0.1:PORT would get 8 messages; nothing permits that: add --recipients'],
    [['--recipients', '905001112233'], 'this exchange sends messages; add --sends allow'],
    [['--max-messages', '8'], 'this exchange sends messages; add --sends allow'],
  ])('hold, for it may be a tunnel: %j', async (flags, why) => {
    await withEndpoint(
      (socket) => socket.destroy(),
      async ({ port, baseUrl, connections }) => {
        const target = ['--target', baseUrl, '--namespace', namespace];
        const { code, said } = await runCommand([...target, ...canonical, ...flags]);
        expect(said).toContain(why.replace('PORT', String(port)));
        expect(code).toBe(4);
        expect(connections()).toBe(0);
      },
    );
  });

  it('let out what they hold, told and counted, without a question', async () => {
    await withLive(async ({ target: [, url = ''], connections }) => {
      const target = ['--target', url.replace('0.0.0.0', '127.0.0.1'), '--namespace', namespace];
      const { code, said } = await runCommand([...target, ...canonical, ...budget(9)]);
      expect(said).toMatch(/^sends {9}8 messages to 2 numbers through 127\.0\.0\.1:\d+, /);
      expect(said).toContain('messages      8 planned, 8 sent or tried, budget 9\n');
      expect(connections()).toBe(4);
      expect(code).toBe(0);
    });
  });
});

describe('the budget of shards', () => {
  const sending = [...canonical, '--case', 'SingleShotSmsWithTypeAndKeyID/canonical', '--yes'];

  it('is that of all together, and each is let send no more than it plans', async () => {
    await withLive(async ({ target, connections }) => {
      const folders: string[] = [];
      for (const shard of ['1/2', '2/2']) {
        const args = [...target, ...sending, ...budget(15), '--shard', shard];
        const { code, said, folder } = await runCommand(args);
        expect(code).toBe(0);
        const { planned, sent, budget: own } = resultsIn(folder).messages;
        expect([sent, own]).toEqual([planned, planned]);
        expect(said).toContain(
          `messages      ${planned} planned, ${planned} sent or tried, budget ${planned}\n`,
        );
        folders.push(folder);
      }
      const folder = join(newFolder(), 'reports');
      const { code } = await inProcess(['merge', ...folders, '--report-dir', folder]);
      expect(code).toBe(0);
      expect(resultsIn(folder)).toMatchObject({
        outcome: 'conforms',
        messages: { planned: 12, sent: 12, budget: 15 },
      });
      expect(connections()).toBe(8);
    });
  });
});

describe('the budget', () => {
  it('is not begun anew when the worker is killed, and what was sent is told', async () => {
    let pid = 0;
    const killing = (number: number) => {
      if (number === 20) process.kill(workerOf(pid), 'SIGKILL');
    };
    await withLive(async ({ target, connections }) => {
      const started = (id: number) => {
        pid = id;
      };
      const args = [
        ...target,
        '--case',
        'SendBulkSms/message-*',
        '--concurrency',
        '4',
        ...budget(400),
        '--yes',
      ];
      const { code, folder } = await runCommand(args, started);
      const { messages } = resultsIn(folder);
      const received = 2 * connections();
      expect(code).toBe(5);
      expect(received).toBeGreaterThanOrEqual(40);
      // Each message is counted before it goes out, four requests of two at a time.
      expect(messages.sent).toBeGreaterThanOrEqual(received);
      expect(messages.sent).toBeLessThanOrEqual(received + 8);
      expect(messages.sent).toBeLessThan(messages.planned);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(2 * connections()).toBe(received);
    }, killing);
  });
});

describe('nothing is sent twice', () => {
  const head = (status: string, ...fields: readonly string[]) =>
    [`HTTP/1.1 ${status}`, ...fields, 'Content-Length: 0', '', ''].join('\r\n');

  const broken: readonly ((socket: Socket) => void)[] = [
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 2')),
    (socket) => socket.once('data', () => socket.end(head('307 X', 'Location: /again'))),
    (socket) => socket.once('data', () => socket.end(head('503 X', 'Retry-After: 0'))),
  ];

  it('over connections that are reset at once or later, break off, redirect, or ask to come again', async () => {
    const serve = (socket: Socket, number: number) => broken[number % broken.length]?.(socket);
    await withEndpoint(serve, async ({ port, connections }) => {
      const target = ['--target', `http://0.0.0.0:${port}`, '--namespace', namespace];
      const sends = ['--case', 'SendBulkSms/message-*', ...budget(328), '--yes'];
      const { folder, code } = await runCommand([...target, ...sends]);
      const { messages, summary } = resultsIn(folder);
      expect(summary.planned).toBe(164);
      expect(connections()).toBe(164);
      expect(messages).toEqual({ planned: 328, sent: 328, budget: 328 });
      expect(summary.transportError).toBeGreaterThan(90);
      expect(code).toBe(1);
    });
  });
});

describe('a dry run', () => {
  it.each<[readonly string[], string, boolean]>([
    [
      [...canonical, ...budget(8)],
      'planned       4 exchanges, 4 requests, 8 messages; nothing was sent\n',
      false,
    ],
    [[...canonical, ...budget(7)], 'allows 7: narrow the run with filters, or raise it to 8', true],
    [[...canonical], 'to send, add --sends allow, --recipients and --max-messages 8', true],
    [[], 'planned       0 exchanges, 0 requests, 0 messages, ', true],
    [
      ['--case', 'SendBulkSms/message-*', '--gate', 'should', ...budget(400)],
      'nothing was sent\n              up to 912 billed',
      false,
    ],
    [['--sends', 'refuse', '--packet-ids', 'P-1'], 'exchanges, ', false],
  ])('%j touches no network', async (flags, text, refused) => {
    const network = [
      vi.spyOn(net.Socket.prototype, 'connect'),
      vi.spyOn(net.Server.prototype, 'listen'),
      vi.spyOn(dns, 'lookup'),
      vi.spyOn(dns.promises, 'lookup'),
    ];
    try {
      const target = ['--target', 'https://gateway.example', '--namespace', namespace];
      const { code, said, folder } = await runCommand(['--dry-run', ...target, ...flags]);
      expect(said).toContain(text);
      expect(said.includes('\nrefused       ')).toBe(refused);
      for (const way of network) expect(way).not.toHaveBeenCalled();
      expect(code).toBe(refused ? 4 : 0);
      expect(existsSync(folder)).toBe(false);
    } finally {
      for (const way of network) way.mockRestore();
    }
  });
});
