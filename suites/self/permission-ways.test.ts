import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../scripts/compile.mjs';
import { withCountingGateway } from '../support/counting-gateway.ts';
import { KNOWS_LIVE_HOST, knowLiveHost, LIVE_HOST } from '../support/live-host.ts';
import { becomeProject, folderWith, inProcess, newFolder, vitest } from './command.ts';
import { builtInContract, namespace } from './endpoints.ts';

// Sends, recipients and budget belong to the URL for which they were given, in whatever way a URL is named.

const PERMISSION = ['sends: allow', 'recipients: ["905001112233", "905001112244"]', 'maxMessages: 40'];

knowLiveHost();

const live = (port: number, host = LIVE_HOST) => `http://${host}:${port}`;

interface Place {
  readonly staging: string;
  readonly other: string;
  readonly folder: string;
}

const TICKET = { ...KNOWS_LIVE_HOST, POSTSMS_TICKET: 'T1cket-0001' };
const COMMON = ['--case', 'SendBulkSms/canonical', '--yes', '--no-wsdl'];
const RUN = ['run', '--no-allure', '--report-dir', 'out', ...COMMON];

/** A folder whose conformance.yaml permits to send to staging alone, which it chooses, or also names the other. */
function permitting(staging: string, more: readonly string[] = []): string {
  const target = ['  staging:', `    url: ${staging}`, ...PERMISSION.map((line) => `    ${line}`)];
  const yaml = [`namespace: ${namespace}`, 'target: staging', 'targets:', ...target, ...more, ''].join('\n');
  return folderWith({ 'conformance.yaml': yaml, 'cases/a.yaml': '' });
}

/** Begins two gateways, of which only staging has permission, and returns the messages that arrive at each. */
function withBoth(
  use: (place: Place) => Promise<{ readonly code: number | null; readonly said: string }>,
  naming: (other: string) => readonly string[] = () => [],
) {
  return withCountingGateway({ contract: builtInContract, namespace }, (first) =>
    withCountingGateway({ contract: builtInContract, namespace }, async (two) => {
      const [staging, other] = [live(first.port), live(two.port)];
      const ended = await use({ staging, other, folder: permitting(staging, naming(other)) });
      return {
        ...ended,
        atStaging: first.arrived().length,
        atOther: two.arrived().length,
        host: new URL(other).host,
      };
    }),
  );
}

/** Runs `listen` with a client that sends once. */
async function listening(forward: string, folder: string, flags: readonly string[] = [], environment = {}) {
  let client: Promise<unknown> | undefined;
  const send = (baseUrl: string) =>
    fetch(`${baseUrl}/liveb/postsms.asmx/SendBulkSms`, {
      method: 'POST',
      body: new URLSearchParams(
        'ServiceTicket=T1cket-0001&Originator=O&Message=M&GsmNumbers=905001112233&BeginTime=&EndTime=',
      ),
    });
  const args = [
    'listen',
    '--port',
    '0',
    '--no-allure',
    '--report-dir',
    newFolder(),
    '--calls',
    '1',
    '--idle',
    '5',
  ];
  const ended = await inProcess([...args, '--yes', '--forward', forward, ...flags], environment, {
    folder,
    heard: (said) => {
      const baseUrl = /^listening on (\S+)/m.exec(said)?.[1];
      if (baseUrl) client ??= send(baseUrl);
    },
  });
  await client;
  return ended;
}

const run = (flags: readonly string[], { folder }: Pick<Place, 'folder'>, environment = {}) =>
  inProcess([...RUN, ...flags], { ...TICKET, ...environment }, { folder });

/** The tests of a project, in a process of their own; each file has other options. */
async function project(options: readonly string[], { folder }: Place) {
  const url = await compile('vitest');
  for (const [place, option] of options.entries()) {
    const text = `import { conformanceTests } from '${url}'; conformanceTests({ case: ['SendBulkSms/canonical'], yes: true, ${option} });`;
    writeFileSync(join(folder, `gateway-${place}.test.ts`), text);
  }
  becomeProject(folder);
  return vitest(['run'], TICKET, { folder });
}

type Way = (place: Place) => Promise<{ readonly code: number | null; readonly said: string }>;

const variables = {
  POSTSMS_SENDS: 'allow',
  POSTSMS_RECIPIENTS: '905001112233,905001112244',
  POSTSMS_MAX_MESSAGES: '40',
};

/** Every way to name a URL for which nothing was permitted. */
const ways: Readonly<Record<string, Way>> = {
  '--target URL': (at) => run(['--target', at.other], at),
  POSTSMS_TARGET: (at) => run([], at, { POSTSMS_TARGET: at.other }),
  'a target of another file, --config': (at) => {
    writeFileSync(join(at.folder, 'other.yaml'), `namespace: ${namespace}\ntarget: ${at.other}\n`);
    return run(['--config', 'other.yaml'], at);
  },
  'another path': (at) => run(['--target', `${at.staging}/other`], at),
  'another scheme': (at) => run(['--target', at.staging.replace('http:', 'https:')], at),
  'a name that leads to the same machine': (at) =>
    run(['--target', live(Number(new URL(at.other).port), '[::ffff:0:0]')], at),
  '--target URL, with --sends alone': (at) => run(['--target', at.other, '--sends', 'allow'], at),
  '--watch': (at) => run(['--target', at.other, '--watch'], at),
  '--dry-run': (at) => run(['--target', at.other, '--dry-run'], at),
  'compare, NEW': (at) =>
    inProcess(['compare', 'staging', at.other, '--report-dir', 'compare', ...COMMON.slice(0, 3)], TICKET, at),
  'compare, OLD': (at) =>
    inProcess(['compare', at.other, 'staging', '--report-dir', 'compare', ...COMMON.slice(0, 3)], TICKET, at),
  'listen --forward URL': (at) => listening(at.other, at.folder),
  'listen --forward URL, with a budget alone': (at) =>
    listening(at.other, at.folder, ['--max-messages', '9']),
  'listen --forward URL, the variables being for staging': (at) =>
    listening(at.other, newFolder(), ['--namespace', namespace], {
      ...variables,
      POSTSMS_TARGET: at.staging,
    }),
  '--target URL, the variables being for staging': (at) =>
    run(
      ['--target', at.other, '--namespace', namespace],
      { folder: newFolder() },
      { ...variables, POSTSMS_TARGET: at.staging },
    ),
  'conformanceTests, at once and late': (at) =>
    project([`target: '${at.other}'`, `target: () => '${at.other}'`], at),
};

describe.each(Object.entries(ways))('%s', (name, way) => {
  it('gets no message by the permission for staging, and is told what to add', async () => {
    const { code, said, atOther, atStaging, host } = await withBoth(way);
    expect([atOther, atStaging]).toEqual([0, 0]);
    // Vitest has an exit code of its own.
    expect([code, said]).toEqual([name.startsWith('conformanceTests') ? 1 : 4, expect.any(String)]);
    const isTold = !/--config|--watch|scheme|path|machine/.test(name);
    const told = `the permission for \\S+ is no permission for (?:http://)?${host}: add --sends, --recipients and --max-messages`;
    if (isTold) expect(said).toMatch(new RegExp(told));
    if (name.startsWith('conformanceTests'))
      for (const place of [0, 1])
        expect(said).toMatch(new RegExp(`FAIL {2}gateway-${place}\\.test\\.ts[\\s\\S]*?${told}`));
  });
});

/** Every way to name staging, for which it was permitted. */
const right: Readonly<Record<string, Way>> = {
  'the target of the file': (at) => run(['--dry-run'], at),
  '--target NAME': (at) => run(['--target', 'staging', '--dry-run'], at),
  '--target URL': (at) => run(['--target', at.staging, '--dry-run'], at),
  'a slash at the end': (at) => run(['--target', `${at.staging}/`, '--dry-run'], at),
  'a scheme in upper case': (at) => run(['--target', at.staging.replace('http', 'HTTP'), '--dry-run'], at),
  'POSTSMS_TARGET as a name': (at) => run(['--dry-run'], at, { POSTSMS_TARGET: 'staging' }),
  'POSTSMS_TARGET as a URL': (at) => run(['--dry-run'], at, { POSTSMS_TARGET: at.staging }),
  'the variables with a flag for the target': (at) =>
    run(['--target', at.staging, '--namespace', namespace, '--dry-run'], { folder: newFolder() }, variables),
};

it.each(Object.entries(right))('%s may send the messages that are permitted for staging', async (_, way) => {
  const { code, said } = await withBoth(way);
  expect([code, said]).toEqual([0, expect.stringContaining('4 requests, 8 messages; nothing was sent')]);
});

const sending: Readonly<Record<string, Way>> = {
  'the target of the file': (at) => run([], at),
  'the variables with their target': (at) =>
    run(['--namespace', namespace], { folder: newFolder() }, { ...variables, POSTSMS_TARGET: at.staging }),
  'listen --forward URL': (at) => listening(at.staging, at.folder),
  conformanceTests: (at) => project([''], at),
};

it.each(Object.entries(sending))('%s sends to staging alone', async (_, way) => {
  const { code, said, atOther, atStaging } = await withBoth(way);
  expect([code, said]).toEqual([0, expect.any(String)]);
  expect(atOther).toBe(0);
  expect(atStaging).toBeGreaterThan(0);
});

it('flags permit what they name a target with', async () => {
  const flags = ['--sends', 'allow', '--recipients', '905001112233,905001112244', '--max-messages', '8'];
  const { code, atOther } = await withBoth((at) => run(['--target', at.other, ...flags], at));
  expect([code, atOther]).toEqual([0, 8]);
});

it('a port of this machine is limited by whichever of its names the file has', async () => {
  const ended = await withCountingGateway(
    { contract: builtInContract, namespace },
    async ({ port, arrived }) => {
      const folder = permitting(`http://127.0.0.1:${port}`);
      const { code, said } = await run(['--target', `http://LOCALHOST:${port}/`], { folder });
      return { code, said, messages: arrived().length };
    },
  );
  expect(ended.said).toContain('8 planned, 8 sent or tried, budget 40');
  expect([ended.code, ended.messages]).toEqual([0, 8]);
});
