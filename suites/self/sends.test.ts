import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { existsSync, readFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { KNOWS_LIVE_HOST, knowLiveHost, LIVE_HOST } from '../support/live-host.ts';
import { workerOf } from '../support/worker-of.ts';
import { folderWith, newFolder, ran, resultsIn, root, spawnCommand, vitest } from './command.ts';
import { at, type Endpoint, namespace, withEndpoint, withFront } from './endpoints.ts';
import { lacks } from './needs.ts';

// Which exchanges may run, and what a budget lets out, is said by the tests in lib/run/sends.

const canonical = ['--case', 'SendBulkSms/canonical'];
const allow = ['--sends', 'allow', '--recipients', '905001112233,+905001112244'];
const budget = (most: number) => [...allow, '--max-messages', String(most)];
const ticket = { ...KNOWS_LIVE_HOST, POSTSMS_TICKET: 'T-1' };

knowLiveHost();

const liveAt = ({ port }: Pick<Endpoint, 'port'>) => at(`http://${LIVE_HOST}:${port}`);

/** An endpoint that passes for a live one: the reference behind a counter of connections, one for each request. */
function withLive(
  use: (live: Endpoint & { readonly target: readonly string[] }) => Promise<void>,
  seen = (_: number) => {},
): Promise<void> {
  const see = (_: Socket, number: number, handOn: () => void) => {
    seen(number);
    handOn();
  };
  return withFront(see, (endpoint) => use({ ...endpoint, target: liveAt(endpoint) }));
}

/** A packet that exists already, as of somebody else's send. */
async function earlierPacket(baseUrl: string): Promise<string> {
  const values = { ServiceTicket: 'T-1', Originator: 'O', Message: 'M', BeginTime: '', EndTime: '' };
  const query = new URLSearchParams({ ...values, GsmNumbers: '905001112233' });
  const response = await fetch(`${baseUrl}/liveb/postsms.asmx/SendBulkSms?${query}`);
  const [, packet] = /<PacketID>([^<]+)</.exec(await response.text()) ?? [];
  if (packet === undefined) throw new Error('no packet');
  return packet;
}

describe('a live target without permission to send', () => {
  it('a packet that it does not know is told as that, where it knows another', async () => {
    await withLive(async ({ target, baseUrl }) => {
      const packets = `${await earlierPacket(baseUrl)},4711`;
      const args = [...target, '--case', '*/canonical', '--sends', 'refuse', '--packet-ids', packets];
      const { said } = await ran([...args, '--no-allure'], ticket);
      expect(said).toContain('reports on packet 4711 alone are wrong; ');
      expect(said).toMatch(new RegExp(`; all steps: .* --packet-ids '${packets}' --sends refuse$`, 'm'));
      expect(said).toContain('to do     check --packet-ids: the target does not know this packet');
    });
  });

  it.each([
    [[], 4, 'this exchange sends messages; add --sends allow', 'to report only, add --sends refuse'],
    [['--sends', 'refuse'], 0, '--sends refuse forbids it', '(gate must'],
  ] as const)('%j gets the reports on given packets alone', async (flags, exitCode, reason, how) => {
    await withLive(async ({ target, baseUrl }) => {
      const packet = await earlierPacket(baseUrl);
      const narrow = ['--operation', 'ReportSmsWithPacketId', '--operation', 'SendBulkSms'];
      const args = [...target, ...narrow, '--packet-ids', packet, ...flags];
      const { code, said, folder } = await ran(args, ticket);
      const results = resultsIn(folder);
      const { summary, notRun, exchanges, requirements } = results;
      expect(code).toBe(exitCode);
      const messages = { planned: 0, sent: 0, budget: 0 };
      expect(results).toMatchObject({ outcome: 'partial', exitCode, messages });
      expect(summary).toMatchObject({ failed: 0, blocked: 0, notRun: notRun.length });
      expect(summary.passed).toBeGreaterThan(10);
      expect(summary.planned).toBe(exchanges.length + notRun.length);
      expect(said).toMatch(new RegExp(`^not run {7}\\d+: .*${reason}`, 'm'));
      expect(said).toContain(how);
      expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain(reason);
      // What nothing was tried for is untested: no rule about sends, and none that compares with what was sent.
      const aboutSends = requirements.filter(({ rules }) =>
        rules.some((rule) => /^send\/|^delivery\/(?:recipients|texts|echo)$/.test(rule)),
      );
      expect(aboutSends.length).toBeGreaterThan(5);
      for (const { state } of aboutSends) expect(state).toBe('untested');
      expect(requirements.find(({ id }) => id === 'reports.result')?.state).toBe('held');
    });
  });

  it('runs what it can, and says in the dry run as well what it would not send, and its end', async () => {
    await withLive(async ({ target, connections }) => {
      const flags = ['--case', '*/canonical', '--packet-ids', 'P', '--dry-run'];
      const { code, said } = await ran([...target, ...flags], ticket);
      for (const line of [
        'ReportSingleShotSms/canonical/soap11  1 request, 0 messages\n',
        'SendBulkSms/canonical/soap11  not run: this exchange sends messages; add --sends allow, --recipients and --max-messages\n',
        'planned       8 exchanges, 8 requests, 0 messages, 8 not run; nothing was sent\n',
      ]) {
        expect(said).toContain(line);
      }
      expect(said).toMatch(/^at best {7}partial: 8 exchanges were not run; .*--sends refuse/m);
      expect(code).toBe(4);
      expect(connections()).toBe(0);
    });
  });
});

describe('a live target with permission to send', () => {
  // Limits that are given for this machine hold too, for it may be a tunnel; they are the answer then.
  it.each([
    [LIVE_HOST, ['--yes']],
    ['127.0.0.1', []],
  ])('at %s with %j gets the messages that were announced, and no others', async (host, flags) => {
    await withLive(async ({ port, connections }) => {
      const target = at(`http://${host}:${port}`);
      const { code, said, folder } = await ran([...target, ...canonical, ...budget(9), ...flags], ticket);
      const announced = `sends         8 messages to 2 numbers through ${host}:${port}, with 4 requests in all\n`;
      expect(said.startsWith(announced)).toBe(true);
      expect(said).toContain('905001112233  4 messages\n');
      expect(said).toContain('messages      8 planned, 8 sent or tried, budget 9\n');
      expect(resultsIn(folder).messages).toEqual({ planned: 8, sent: 8, budget: 9 });
      expect(connections()).toBe(4);
      expect(code).toBe(0);
    });
  });

  it('gets the same from plain vitest, which says so too, and nothing without --yes: earlier reports stay', async () => {
    await withLive(async ({ port, connections }) => {
      const [earlier, folder] = [folderWith({ 'results.json': 'earlier' }), newFolder()];
      const settings = {
        ...{ ...ticket, POSTSMS_TARGET: `http://${LIVE_HOST}:${port}`, POSTSMS_NAMESPACE: namespace },
        ...{ POSTSMS_CASE: 'SendBulkSms/canonical', POSTSMS_REPORT_DIR: earlier, POSTSMS_HTML: 'false' },
        ...{ POSTSMS_SENDS: 'allow', POSTSMS_RECIPIENTS: '905001112233,905001112244' },
        POSTSMS_MAX_MESSAGES: '8',
      };
      const unasked = await vitest(['run'], settings);
      expect(unasked.said).toContain('there is no terminal to ask on: add --yes to send them');
      expect(unasked.code).toBe(4);
      expect(connections()).toBe(0);
      expect(readFileSync(join(earlier, 'results.json'), 'utf8')).toBe('earlier');
      const { code, said } = await vitest(['run'], {
        ...{ ...settings, POSTSMS_YES: 'true', POSTSMS_REPORT_DIR: folder },
      });
      expect(said).toContain('905001112233  4 messages\n');
      expect(said).toContain('messages      8 planned, 8 sent or tried, budget 8\n');
      expect(code).toBe(0);
      expect(connections()).toBe(4);
    });
  });

  it.skipIf(lacks('script')).each([
    ['y\n', '', 0, 4],
    ['\n', 'y\ny', 4, 0],
  ])('on a terminal asks, and goes by the answer %j, not by an earlier %j', async (...told) => {
    const [typed, ahead, exitCode, connected] = told;
    await withLive(async ({ target, connections }) => {
      const args = ['run', '--no-allure', '--report-dir', newFolder(), ...target, ...canonical, ...budget(8)];
      const { code, said } = await onTerminal(args, typed, ahead);
      expect(said).toMatch(/Send 8 messages to 2 numbers through live\.gateway\.example:\d+\? \[y\/N\]/);
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
  const line = ['node', 'lib/cli/bin.mjs', ...args].join(' ');
  const env = { ...process.env, ...ticket, NO_COLOR: '1', POSTSMS_WSDL: 'false' };
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

it.skipIf(lacks('signals', '/proc'))(
  'the budget is not begun anew when the worker is killed, and what was sent is told',
  async () => {
    let pid = 0;
    const killing = (number: number) => {
      if (number === 20) process.kill(workerOf(pid), 'SIGKILL');
    };
    const killable: typeof spawnCommand = (args, environment) =>
      spawnCommand(args, environment, {
        started: (id) => {
          pid = id;
        },
      });
    await withLive(async ({ target, connections }) => {
      const sends = ['--case', 'SendBulkSms/message-*', '--concurrency', '4', ...budget(400), '--yes'];
      const { code, folder } = await ran([...target, ...sends], ticket, killable);
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
  },
);

it('nothing is sent twice over connections that are reset, break off, redirect, or ask to come again', async () => {
  const head = (status: string, field: string) =>
    [`HTTP/1.1 ${status}`, field, 'Content-Length: 0', '', ''].join('\r\n');
  const broken: readonly ((socket: Socket) => void)[] = [
    (socket) => socket.resetAndDestroy(),
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 2')),
    (socket) => socket.once('data', () => socket.end(head('307 X', 'Location: /again'))),
    (socket) => socket.once('data', () => socket.end(head('503 X', 'Retry-After: 0'))),
  ];
  const serve = (socket: Socket, number: number) => broken[number % broken.length]?.(socket);
  await withEndpoint(serve, async (endpoint) => {
    const sends = ['--case', 'SendBulkSms/message-*', ...budget(366), '--yes'];
    const { folder, code } = await ran([...liveAt(endpoint), ...sends], ticket);
    const { messages, summary } = resultsIn(folder);
    expect(summary.planned).toBe(183);
    expect(endpoint.connections()).toBe(183);
    expect(messages).toEqual({ planned: 366, sent: 366, budget: 366 });
    expect(summary.transportError).toBeGreaterThan(90);
    expect(code).toBe(1);
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
    [[], 'planned       0 exchanges, 0 requests, 0 messages, ', true],
    [
      ['--case', 'SendBulkSms/message-*', '--gate', 'should', ...budget(400)],
      'nothing was sent\n              up to 1110 billed',
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
      const { code, said, folder } = await ran(
        ['--dry-run', ...at('https://gateway.example'), ...flags],
        ticket,
      );
      expect(said).toContain(text);
      expect(said.includes('\nrefused       ')).toBe(refused);
      // Only what may run is listed.
      expect(said.includes(' not run: ') && refused).toBe(false);
      for (const way of network) expect(way).not.toHaveBeenCalled();
      expect(code).toBe(refused ? 4 : 0);
      expect(existsSync(folder)).toBe(false);
    } finally {
      for (const way of network) way.mockRestore();
    }
  });
});
