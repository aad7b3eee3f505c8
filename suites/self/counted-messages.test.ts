import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import { compile } from '../../scripts/compile.mjs';
import { withCountingGateway } from '../support/counting-gateway.ts';
import {
  becomeProject,
  folderWith,
  inProcess,
  newFolder,
  ran,
  resultsIn,
  spawnCommand,
  vitest,
} from './command.ts';
import { at, builtInContract, namespace } from './endpoints.ts';
import { lacks } from './needs.ts';

// `messages.sent` of results.json is what arrives at a gateway, in every kind of run.

/** Serves a gateway whose texts lose what is not ASCII, so that findings have smaller inputs. */
function withGateway<T>(
  use: Parameters<typeof withCountingGateway<T>>[1],
  lost?: (number: number) => boolean,
) {
  const defects = ['text-question-marks', 'text-cut-at-160'].flatMap((id) => findDefect(id) ?? []);
  return withCountingGateway({ contract: builtInContract, namespace, deviations: defects }, use, lost);
}

/** Some of them lose characters, and some are cut. */
const FEW = 'SendBulkSms/message-{turkish,emoji,long}';
const MESSAGES = ['--case', FEW];
/** So many that a run can end before them. */
const MANY = ['--case', 'SendBulkSms/message-*'];
/** What is given up while it waits for a busy machine is counted and never arrives. */
const PATIENT = ['--connect-timeout', '--first-byte-timeout', '--timeout'].flatMap((flag) => [flag, '60000']);
const budget = (most: number) => [
  '--sends',
  'allow',
  '--recipients',
  '905001112233,905001112244',
  '--max-messages',
  `${most}`,
];

it.each<[string, readonly string[], ((number: number) => boolean)?]>([
  ['values over a binding', ['--case', 'SingleShotSmsWithTypeAndKeyID/values', '--binding', 'http-get']],
  ['a filtered run', MESSAGES],
  ['a run with --no-shrink, which is of live targets alone', [...MESSAGES, '--no-shrink']],
  ['a run with a budget', [...MESSAGES, ...budget(80)]],
  ['a run with a budget, and smaller inputs', [...MESSAGES, ...budget(80), '--shrink']],
  ['drawn values', [...MESSAGES, '--case', 'SendBulkSms/drawn*', '--binding', 'http-get', '--generate', '5']],
  ['one exchange at a time', [...MESSAGES, '--concurrency', '1']],
  ['lost connections', MESSAGES, (number) => number % 3 === 0],
  ['a gateway that goes away', MANY, (number) => number > 40],
  ['a run that its time ends', [...MANY, '--max-duration', '1', '--rate', '30']],
])('%s', async (_, flags, lost) => {
  await withGateway(async ({ baseUrl, arrived }) => {
    const { said, folder } = await ran([...at(baseUrl), ...PATIENT, ...flags]);
    expect(said).toContain('outcome');
    expect(arrived().length).toBeGreaterThan(4);
    expect(resultsIn(folder).messages.sent).toBe(arrived().length);
  }, lost);
});

it('both sides of a comparison', async () => {
  await withGateway((old) =>
    withGateway(async (now) => {
      const folder = newFolder();
      const flags = ['--namespace', namespace, ...MESSAGES, '--report-dir', folder];
      const { code } = await inProcess(['compare', old.baseUrl, now.baseUrl, ...flags]);
      expect(code).toBe(0);
      for (const [side, { arrived }] of Object.entries({ old, new: now })) {
        expect(arrived().length).toBeGreaterThan(50);
        expect(resultsIn(join(folder, side)).messages.sent).toBe(arrived().length);
      }
    }),
  );
});

it('shards that are merged', async () => {
  await withGateway(async ({ baseUrl, arrived }) => {
    const shards = ['1/2', '2/2'].map((shard) => ['--shard', shard, '--run-id', 'r']);
    const folders: string[] = [];
    for (const flags of shards) folders.push((await ran([...at(baseUrl), ...MESSAGES, ...flags])).folder);
    const folder = newFolder();
    await inProcess(['merge', ...folders, '--no-allure', '--report-dir', folder]);
    expect(resultsIn(folder).messages.sent).toBe(arrived().length);
    expect(arrived().length).toBeGreaterThan(56);
  });
});

it.skipIf(lacks('signals'))('a run that is interrupted', async () => {
  let pid = 0;
  const interrupt = (number: number) => {
    if (number === 40) process.kill(pid, 'SIGINT');
    return false;
  };
  const interruptible: typeof spawnCommand = (args, environment) =>
    spawnCommand(args, environment, {
      started: (id) => {
        pid = id;
      },
    });
  await withGateway(async ({ baseUrl, arrived }) => {
    const { code, folder } = await ran([...at(baseUrl), ...MANY, '--rate', '60'], {}, interruptible);
    const { messages } = resultsIn(folder);
    expect(code).toBe(5);
    expect(messages.sent).toBe(arrived().length);
    expect(messages.sent).toBeLessThan(messages.planned);
  }, interrupt);
});

it('the tests of a project', async () => {
  await withGateway(async ({ baseUrl, arrived }) => {
    const folder = folderWith({
      'gateway.test.ts': `import { conformanceTests } from '${await compile('vitest')}';
        conformanceTests({ target: '${baseUrl}', namespace: '${namespace}', case: ['${FEW}'], reportDir: 'out' });`,
    });
    becomeProject(folder);
    await vitest(['run'], {}, { folder });
    expect(arrived().length).toBeGreaterThan(56);
    expect(resultsIn(join(folder, 'out')).messages.sent).toBe(arrived().length);
  });
});

it('probes, each of which counts as what a gateway could take it for', async () => {
  await withGateway(async ({ baseUrl, arrived }) => {
    const chosen = ['--case', 'SendBulkSms/{canonical,probe-*}', '--exclude', '**/probe-many-numbers/*'];
    const { folder } = await ran([...at(baseUrl), '--probes', ...chosen]);
    const { sent } = resultsIn(folder).messages;
    expect(sent).toBeGreaterThanOrEqual(arrived().length);
    // The send of a probe that names no operation of the contract, to two numbers.
    expect(sent).toBeLessThanOrEqual(arrived().length + 2);
  });
});
