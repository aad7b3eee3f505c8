import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { reporterNames } from '../../lib/model/running/report-format.ts';
import { echoing, type Planted } from './canaries/echoes.ts';
import { found } from './canaries/scan.ts';
import { plantsOf, type Spellings, spellingsOf } from './canaries/spellings.ts';
import { command, copyOfCheckout, newFolder, resultsIn, vitest } from './command.ts';
import { withEndpoint } from './endpoints.ts';

const SLOW = 600_000;
const project = fileURLToPath(new URL('../../', import.meta.url));

const tickets = {
  hard: 'Zq&7<w"K\'x+%/=ığŞ Ü😀pQ3>v~8mT',
  'like a regular expression': '^(Vj8.*+?)[Hk2]{3}|\\d$Yw9|Rt5',
  'a GUID': '7c9E6679-7425-40dE-944b-e07fc1f90aE7',
};

interface Left {
  /** What was found, by where it was: `console`, or the name of a file. */
  readonly hits: readonly string[];
  readonly planted: Planted;
  readonly code: number | null;
  readonly said: string;
  readonly folder: string;
  readonly files: readonly string[];
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

type Runner = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) => ReturnType<typeof command>;

/** Runs against a server that repeats the ticket everywhere, and looks for it in all that is left. */
async function leftBy(ticket: string, flags: readonly string[], run: Runner = command): Promise<Left> {
  const folder = newFolder();
  const temporary = newFolder();
  const spellings = spellingsOf(ticket);
  const planted = echoing(plantsOf(ticket));
  const summary = join(temporary, 'step-summary.md');
  writeFileSync(summary, '');
  const { code, said } = await withEndpoint(planted.serve, async ({ baseUrl }) => {
    const reports = join(folder, 'reports');
    const target = {
      POSTSMS_TARGET: baseUrl,
      POSTSMS_NAMESPACE: 'http://sms.example/ns',
      POSTSMS_REPORT_DIR: reports,
    };
    const every = { POSTSMS_REPORTER: reporterNames.join(',') };
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    return run(flags, { ...target, ...every, ...github, POSTSMS_TICKET: ticket, TMPDIR: temporary });
  });
  const caches = ['.build', 'node_modules/.vite', 'node_modules/.vitest'].map((name) => join(project, name));
  const files = [folder, temporary, ...caches.filter((path) => existsSync(path))].flatMap(filesIn);
  const named = [
    ...hitsIn('console', Buffer.from(said), spellings),
    ...files.flatMap((path) => hitsIn(kindOf(relative(folder, path)), readFileSync(path), spellings)),
    ...files.flatMap((path) => hitsIn('file name', Buffer.from(path), spellings)),
  ];
  return { hits: [...new Set(named)].sort(), planted, code, said, folder, files };
}

function hitsIn(place: string, bytes: Buffer, spellings: Spellings): readonly string[] {
  return found(bytes, spellings).map((name) => `${place}: ${name}`);
}

/** Which of the reports a file is. */
function kindOf(path: string): string {
  if (path.endsWith('-result.json')) return 'Allure result';
  if (path.includes('allure-results')) return 'Allure attachment';
  if (path.endsWith('step-summary.md')) return 'job summary';
  return path.replace(/^reports\//, '');
}

const whole = ['run', '--operation', 'SendBulkSms'];

it.each(Object.entries(tickets))(
  'a ticket that is %s is in nothing that a run leaves behind',
  {
    timeout: SLOW,
  },
  async (name, ticket) => {
    const html = name === 'hard' ? [] : ['--no-html'];
    const { hits, planted, code, files, folder } = await leftBy(ticket, [...whole, ...html]);
    expect(hits).toEqual([]);
    expect(code).toBe(1);
    expect(planted.turns.size).toBe(4);
    // Every place has had its turn over each binding, in every group of spellings.
    for (const turns of planted.turns.values()) expect(turns).toBeGreaterThanOrEqual(planted.places);
    expect(resultsIn(join(folder, 'reports')).exchanges.length).toBeGreaterThan(100);
    const scanned = files.map((path) => kindOf(relative(folder, path)));
    const formats = ['junit.xml', 'summary.md', 'results.tap', 'badge.json', 'job summary'];
    expect(scanned).toEqual(expect.arrayContaining(formats));
    expect(files.length).toBeGreaterThan(200);
  },
);

/** What is loaded first into every process of a run: says the ticket in every way and crashes, at an event and not at a time. */
const crashes = {
  // The worker alone connects to the target.
  'the worker': `import { subscribe } from 'node:diagnostics_channel';
    subscribe('net.client.socket', () => { if (process.channel) setImmediate(crash); });`,
  // The command alone starts another process; the run is still to come then.
  'the command': `import { ChildProcess } from 'node:child_process';
    const { spawn } = ChildProcess.prototype;
    ChildProcess.prototype.spawn = function (...words) { setImmediate(crash); return spawn.apply(this, words); };`,
};

/** Runs the command with such a crash in it. */
function crashing(who: keyof typeof crashes, ticket: string, root?: string): Runner {
  const preload = join(newFolder(), 'preload.mjs');
  const crash = `const said = [process.env.CANARY, encodeURIComponent(process.env.CANARY)].join(' ');
    let crashed = false;
    function crash() {
      if (crashed) return;
      crashed = true;
      process.stderr.write(said);
      console.log(said);
      process.emitWarning(said);
      setTimeout(() => { throw new Error(said); }, 200);
    }`;
  writeFileSync(preload, `${crashes[who]}\n${crash}`);
  return (args, environment) => {
    const more = { CANARY: ticket, NODE_OPTIONS: `--import=${preload}` };
    return command(args, { ...environment, ...more }, root === undefined ? {} : { root });
  };
}

const crashed = [...whole, '--no-html'];

it.each(['the worker', 'the command'] as const)(
  'the crash of %s and what it says before have no ticket in them',
  { timeout: SLOW },
  async (who) => {
    const { hits, code, said } = await leftBy(tickets.hard, crashed, crashing(who, tickets.hard));
    expect(hits).toEqual([]);
    expect(said).toMatch(/Warning: \*\*\* \*\*\*\n/);
    expect(code).toBe(5);
  },
);

it.each(['the worker', 'the command'] as const)(
  'the crash of %s has the ticket in it where nothing masks the output',
  { timeout: SLOW },
  async (who) => {
    const root = copyOfCheckout();
    const guard = join(root, 'lib/secrets/guarded-output.ts');
    const open = readFileSync(guard, 'utf8').replaceAll('print(mask(', 'print((');
    writeFileSync(guard, open.replaceAll('write(mask(', 'write(('));
    const { hits } = await leftBy(tickets.hard, crashed, crashing(who, tickets.hard, root));
    expect(hits).toEqual(expect.arrayContaining(['console: percent', 'console: raw']));
  },
);

it('a run of Vitest by itself leaves nothing behind either', { timeout: SLOW }, async () => {
  const run: Runner = (_, environment) => vitest(['run', '-t', 'SendBulkSms'], environment);
  const { hits, code } = await leftBy(tickets.hard, [], run);
  expect(hits).toEqual([]);
  expect(code).toBe(1);
});

it.each(['http', 'https'])(
  'a ticket in the address of a target over %s is nowhere',
  { timeout: SLOW },
  async (scheme) => {
    const ticket = tickets.hard;
    const run: Runner = (args, environment) => {
      const base = (environment.POSTSMS_TARGET ?? '').replace('http:', `${scheme}:`);
      return command(args, { ...environment, POSTSMS_TARGET: `${base}/${encodeURIComponent(ticket)}` });
    };
    const { hits, said } = await leftBy(ticket, ['run', '--case', 'SendBulkSms/canonical'], run);
    expect(hits).toEqual([]);
    expect(said).toMatch(new RegExp(`target {8}${scheme}://127.0.0.1:\\d+/\\*\\*\\* `));
  },
);

it('a ticket that is a word of ours spoils no report, and a short one stands nowhere by itself', {
  timeout: SLOW,
}, async () => {
  for (const ticket of ['canonical', 'Yq7']) {
    const { files, folder } = await leftBy(ticket, ['run', '--no-html', '--case', 'SendBulkSms/canonical']);
    const { exchanges } = resultsIn(join(folder, 'reports'));
    expect(exchanges.map(({ id }) => id)).toContain('SendBulkSms/canonical/soap11');
    const page = readFileSync(join(folder, 'reports/requirements.html'), 'utf8');
    expect(page).not.toMatch(/id="[^"]*\*\*\*/);
    expect(page).toContain('SendBulkSms/canonical');
    const attached = files.filter((path) => kindOf(relative(folder, path)) === 'Allure attachment');
    const texts = attached.map((path) => readFileSync(path, 'utf8'));
    expect(texts.some((text) => text.includes('<ServiceTicket>***<'))).toBe(true);
    expect(texts.filter((text) => new RegExp(`\\b${ticket}\\b`).test(text))).toEqual([]);
  }
});

it('without the mask the ticket is in all of these places, and each spelling is found', {
  timeout: SLOW,
}, async () => {
  const root = copyOfCheckout();
  const mask = join(root, 'lib/secrets/mask.ts');
  const source = readFileSync(mask, 'utf8');
  const open = source.replace('return ownText(replaceAt(text, places));', 'return ownText(text);');
  expect(open).not.toBe(source);
  writeFileSync(mask, open);
  const run: Runner = (args, environment) => command(args, environment, { root });
  const { hits } = await leftBy(tickets.hard, whole, run);
  const places = [...new Set(hits.map((hit) => hit.split(': ')[0]))];
  expect(places).toEqual([
    'Allure attachment',
    'Allure result',
    'allure-report/index.html',
    'console',
    'job summary',
    'junit.xml',
    'requirements.html',
    'results.json',
    'results.tap',
    'summary.md',
  ]);
  const seen = new Set(hits.map((hit) => hit.split(': ')[1]));
  expect(Object.keys(spellingsOf(tickets.hard)).filter((name) => !seen.has(name))).toEqual([]);
});

/** As the reports show what would act on a terminal. */
function withVisibleControls(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replace(/[^\P{Cc}\t\n]/gu, (one) => `\\u{${one.charCodeAt(0).toString(16).toUpperCase()}}`);
}

it('a spelling is found in every form in which a report can hold it', () => {
  const spellings = spellingsOf(tickets.hard);
  const packed = (text: string) => {
    const data = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.write('PK\u0003\u0004');
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(data.length, 18);
    return Buffer.concat([head, data]);
  };
  for (const [name, written] of Object.entries(spellings)) {
    const text = `before ${written} after`;
    const forms: readonly Buffer[] = [
      Buffer.from(text),
      Buffer.from(JSON.stringify({ text })),
      Buffer.from(withVisibleControls(text)),
      Buffer.from(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')),
      gzipSync(text),
      packed(text),
      Buffer.from(`d("a.txt","${Buffer.from(text).toString('base64')}")`),
      Buffer.from(`data:x;base64,${packed(text).toString('base64')}`),
    ];
    for (const bytes of forms) expect(found(bytes, spellings)).toContain(name);
  }
});

it.each([0o000, 0o022])(
  "whatever may hold a body is its owner's alone, under umask %o",
  {
    timeout: SLOW,
  },
  async (mask) => {
    const before = process.umask(mask);
    try {
      const { folder } = await leftBy(tickets['a GUID'], ['run', '--case', 'SendBulkSms/canonical']);
      const reports = join(folder, 'reports');
      const paths = [
        reports,
        ...readdirSync(reports, { recursive: true, encoding: 'utf8' }).map((name) => join(reports, name)),
      ];
      expect(paths.length).toBeGreaterThan(10);
      expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    } finally {
      process.umask(before);
    }
  },
);
