import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { reporterNames } from '../../lib/model/running/report-format.ts';
import { codings } from '../support/secrets.ts';
import { echoing, type Spellings, spellingsIn } from './canaries.ts';
import {
  type CommandEnd,
  folderWith,
  inProcess,
  newFolder,
  resultsIn,
  spawnCommand,
  vitest,
} from './command.ts';
import { whenWhole, withEndpoint } from './endpoints.ts';
import { lacks } from './needs.ts';

const hard = 'Zq&7<w"K\'x+%/=ığŞ Ü😀pQ3>v~8mT';
const guid = '7c9E6679-7425-40dE-944b-e07fc1f90aE7';

const many = ['run', '--case', 'SendBulkSms/wire-form-*'];
const quick = ['run', '--no-html', '--case', 'SendBulkSms/canonical'];

/** On a terminal a run leaves the Allure page, which holds the Allure results again, to `report`. */
const onTerminal: Runner = (args, environment) => inProcess(args, environment, { typed: [] });

/** The ticket in every coding that is masked. */
function spellingsOf(ticket: string): Spellings {
  return new Map(Object.entries(codings).map(([name, code]) => [name, code(ticket)]));
}

interface Left {
  /** Spellings of the ticket that were found, by where: `console`, or the name of a file. */
  readonly hits: readonly string[];
  readonly code: number | null;
  readonly said: string;
  readonly reports: string;
  /** Texts of all files, by their names. */
  readonly files: ReadonlyMap<string, string>;
}

type Runner = (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<CommandEnd>;

/** Runs against a server that repeats the ticket everywhere, and looks for it in all that is left. */
async function leftBy(
  ticket: string,
  args: readonly string[],
  run: Runner = inProcess,
  spellings = spellingsOf(ticket),
  serving = echoing(spellings),
): Promise<Left> {
  const folder = newFolder();
  const reports = join(folder, 'reports');
  const summary = join(folder, 'step-summary.md');
  writeFileSync(summary, '');
  const { code, said } = await withEndpoint(serving, ({ baseUrl }) =>
    run(args, {
      POSTSMS_TARGET: baseUrl,
      POSTSMS_NAMESPACE: 'http://sms.example/ns',
      POSTSMS_REPORT_DIR: reports,
      POSTSMS_REPORTER: reporterNames.join(','),
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: summary,
      POSTSMS_TICKET: ticket,
    }),
  );
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  const hits = [
    ...spellingsIn(Buffer.from(said), spellings).map((name) => `console: ${name}`),
    ...paths.flatMap((path) =>
      spellingsIn(Buffer.concat([Buffer.from(`${path}\n`), readFileSync(path)]), spellings).map(
        (name) => `${relative(folder, path)}: ${name}`,
      ),
    ),
  ];
  const files = new Map(paths.map((path) => [relative(reports, path), readFileSync(path, 'utf8')]));
  return { hits, code, said, reports, files };
}

it('a ticket that a server repeats in every coding is masked in every report', async () => {
  const { hits, code, said, files, reports } = await leftBy(hard, many);
  expect(hits).toEqual([]);
  expect(code).toBe(1);
  expect(resultsIn(reports).exchanges.length).toBeGreaterThan(50);
  expect(said).toContain('***');
  expect(said).toMatch(/^::error.*\*\*\*/m);
  const masked = [...files].filter(([, text]) => text.includes('***')).map(([name]) => name);
  const texts = ['results.json', 'junit.xml', 'summary.md', 'results.tap', 'report.html'];
  expect(masked).toEqual(expect.arrayContaining([...texts, '../step-summary.md']));
  expect(masked.filter((name) => name.endsWith('-result.json')).length).toBeGreaterThan(20);
  expect(masked.filter((name) => /attachment/.test(name)).length).toBeGreaterThan(100);
  expect([...files.keys()]).toContain('allure-report/index.html');
});

it.skipIf(lacks('file modes'))(
  "the real command leaves no ticket behind, and its files are their owner's alone",
  async () => {
    const before = process.umask(0);
    try {
      const { hits, code, reports } = await leftBy(
        guid,
        ['run', '--case', 'SendBulkSms/canonical'],
        spawnCommand,
      );
      expect(hits).toEqual([]);
      expect(code).toBe(1);
      const names = readdirSync(reports, { recursive: true, encoding: 'utf8' });
      const paths = [reports, ...names.map((name) => join(reports, name))];
      expect(paths.length).toBeGreaterThan(10);
      expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    } finally {
      process.umask(before);
    }
  },
);

/** What is loaded into every process of a run: says the ticket and crashes, at an event and not at a time. */
const crashes = {
  // The worker alone connects to the target.
  'the worker': `import { subscribe } from 'node:diagnostics_channel';
    subscribe('net.client.socket', () => { if (process.channel) setImmediate(crash); });`,
  // The command alone starts another process; the run is still to come then.
  'the command': `import { ChildProcess } from 'node:child_process';
    const { spawn } = ChildProcess.prototype;
    ChildProcess.prototype.spawn = function (...words) { setImmediate(crash); return spawn.apply(this, words); };`,
};
const crash = `const said = [process.env.POSTSMS_TICKET, encodeURIComponent(process.env.POSTSMS_TICKET)].join(' ');
  let crashed = false;
  function crash() {
    if (crashed) return;
    crashed = true;
    process.stderr.write(said);
    console.log(said);
    process.emitWarning(said);
    setTimeout(() => { throw new Error(said); }, 200);
  }`;

it.skipIf(lacks('signals', '/proc')).each(['the worker', 'the command'] as const)(
  'the crash of %s and what it says before have no ticket in them',
  async (who) => {
    const preload = join(newFolder(), 'preload.mjs');
    writeFileSync(preload, `${crashes[who]}\n${crash}`);
    const run: Runner = (args, environment) =>
      spawnCommand(args, { ...environment, NODE_OPTIONS: `--import=${preload}` });
    // It goes on for longer than a crash takes.
    const { hits, code, said } = await leftBy(hard, [...quick, '--rate', '5'], run);
    expect(hits).toEqual([]);
    expect(said).toMatch(/Warning: \*\*\* \*\*\*\n/);
    expect(code).toBe(5);
  },
);

it('a run of Vitest by itself leaves nothing behind either', async () => {
  const run: Runner = (args, environment) =>
    vitest(args, { ...environment, POSTSMS_CASE: 'SendBulkSms/canonical', POSTSMS_HTML: 'false' });
  const { hits, code } = await leftBy(hard, ['run'], run);
  expect(hits).toEqual([]);
  expect(code).toBe(1);
});

it.each([
  ['http', []],
  ['https', ['--no-allure']],
])('a ticket in the address of a target over %s is nowhere', async (scheme, flags) => {
  const run: Runner = (args, environment) => {
    const base = (environment.POSTSMS_TARGET ?? '').replace('http:', `${scheme}:`);
    return inProcess(args, { ...environment, POSTSMS_TARGET: `${base}/${encodeURIComponent(hard)}` });
  };
  const { hits, said } = await leftBy(hard, [...quick, '--timeout', '500', ...flags], run);
  expect(hits).toEqual([]);
  expect(said).toMatch(new RegExp(`target {8}${scheme}://127.0.0.1:\\d+/\\*\\*\\* `));
});

it.each(['canonical', 'Yq7'])(
  'the ticket %s, a word of ours or a short one, spoils no report and is nowhere by itself',
  async (ticket) => {
    const { files, reports } = await leftBy(ticket, ['run', ...quick.slice(2)], onTerminal);
    expect(resultsIn(reports).exchanges.map(({ id }) => id)).toContain('SendBulkSms/canonical/soap11');
    const page = files.get('report.html') ?? '';
    expect(page).not.toMatch(/id="[^"]*\*\*\*/);
    expect(page).toContain('SendBulkSms/canonical');
    const attached = [...files].filter(([name]) => /attachment/.test(name)).map(([, text]) => text);
    expect(attached.some((text) => text.includes('<ServiceTicket>***<'))).toBe(true);
    expect(attached.filter((text) => new RegExp(`\\b${ticket}\\b`).test(text))).toEqual([]);
  },
);

it('a second ticket that a server repeats in every coding is nowhere either', async () => {
  const run: Runner = (args, environment) =>
    onTerminal(args, { ...environment, POSTSMS_TICKET: 'the-first-ticket', POSTSMS_TICKETS: hard });
  const yaml = `operation: SendBulkSms
cases:
  - id: own-ticket
    title: Sends with a second ticket
    matrix: { text: { a: a, b: b, c: c, d: d } }
    generate: { ticket: { other-ticket: 1 } }
    with: { ServiceTicket: "\${ticket}", Message: "\${text}" }
`;
  const cases = join(folderWith({ 'own/a.yaml': yaml }), 'own');
  const chosen = ['--cases', cases, '--case', '*/{own-ticket,two-tickets}'];
  const { hits, code, said, reports, files } = await leftBy(hard, ['run', ...chosen], run);
  expect(hits).toEqual([]);
  expect(code).toBe(1);
  expect(resultsIn(reports).exchanges).toHaveLength(17);
  expect(said).toContain('***');
  // No command can say a ticket that is no variable.
  const repeated = resultsIn(reports).exchanges.map(({ repeat }) => repeat);
  expect(repeated.filter((text) => text?.includes('***'))).toEqual([]);
  const attached = [...files].filter(([name]) => /attachment/.test(name)).map(([, text]) => text);
  expect(attached.some((text) => text.includes('<ServiceTicket>***<'))).toBe(true);
  const shown = await inProcess(['show', 'ReportSmsWithPacketId/two-tickets/http-post', '--curl'], {
    POSTSMS_TICKETS: hard,
  });
  expect(spellingsIn(Buffer.from(shown.said), spellingsOf(hard))).toEqual([]);
});

it.each([
  ['alone', ['--no-allure'], (secret: string) => secret],
  ['behind a scheme', ['--no-allure'], (secret: string) => `Token ${secret}`],
  ['in Basic', [], (secret: string) => `Basic ${Buffer.from(`me:${secret}`).toString('base64')}`],
])(
  'a header value %s that a gateway repeats in every coding is masked as the ticket is',
  async (_, flags, write) => {
    const secret = 'Zq&7<w"K\'x+%/=pQ3>v~8mT';
    const run: Runner = (args, environment) =>
      inProcess([...args, ...flags, '--header', 'Authorization=env:KEY'], {
        ...environment,
        KEY: write(secret),
      });
    const { hits, code, said } = await leftBy('the-ticket-of-this-run', quick, run, spellingsOf(secret));
    expect(hits).toEqual([]);
    expect(code).toBe(1);
    expect(said).toContain('***');
  },
);

/** Characters after which our texts are cut. */
const cuts = [80, 100, 120, 160, 300, 2000];

it('no part of a ticket is left where its text is cut, or times and long numbers in it become shapes', async () => {
  const ticket = 'prod-20260101-Zk7pQ3vT8mXw-1234567-rN5';
  const pieces = Array.from(ticket.slice(8), (_, at) => ticket.slice(at, at + 8));
  const texts = cuts.flatMap((end) => [5, 12, 25, 36].map((part) => `${'e'.repeat(end - part)}${ticket} e`));
  const refusals = texts.flatMap((text) => [
    `HTTP/1.1 500 Error\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
    `HTTP/1.1 200 OK\r\n${text}\r\n\r\n`,
    `${text}\r\n\r\n`,
  ]);
  let turn = 0;
  const refuse = (socket: Socket) =>
    whenWhole(socket, () => socket.end(refusals[turn++ % refusals.length] ?? ''));
  const chosen = [
    '--binding',
    'http-get',
    '--case',
    '*/{values,wire-form-*,unknown-packet,without-parameter,probe-*}',
  ];
  const spellings = new Map(pieces.map((piece) => [piece, piece]));
  const args = ['run', '--probes', '--no-html', ...chosen];
  const { hits, code } = await leftBy(ticket, args, inProcess, spellings, refuse);
  expect(hits).toEqual([]);
  expect(code).toBe(1);
});

it('a spelling is found in every form in which a report can hold it', () => {
  const spellings = spellingsOf(hard);
  for (const [name, written] of spellings) {
    const text = `before ${written} after`;
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(JSON.stringify({ text })),
      Buffer.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
      Buffer.from(`d("a.txt","${Buffer.from(text).toString('base64')}")`),
    ]) {
      expect(spellingsIn(bytes, spellings)).toContain(name);
    }
  }
});
