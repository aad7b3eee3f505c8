/** For tests of the whole command: runs it in this process, or in one of its own, of which there are two at most. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { expect } from 'vitest';
import type { Io } from '../../lib/model/running/io.ts';
import type { Results } from '../../lib/model/running/results.ts';
import { compile } from '../../scripts/compile.mjs';
import { newFolder } from './folders.ts';

export { folderWith, newFolder } from './folders.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface CommandEnd {
  readonly code: number | null;
  /** Standard output, then standard error. */
  readonly said: string;
}

type Environment = Readonly<Record<string, string>>;

interface Way {
  /** What is run; Node unless another is given. */
  readonly program?: string;
  /** The checkout whose command it is; this one unless another is given. */
  readonly root?: string;
  /** Working folder; the checkout unless another is given. */
  readonly folder?: string;
  /** What comes on standard input, after a second; nothing otherwise. */
  readonly input?: string;
  /** Closes the pipes of both outputs at once, as a reader does that wants no more. */
  readonly deaf?: boolean;
  /** Given the process once it runs. It leads a process group then, as a command in a terminal does. */
  readonly started?: (pid: number) => void;
  /** Given all that standard output and standard error have had, whenever more comes. */
  readonly heard?: (said: string) => void;
}

/** What a command in this process is given besides its arguments and its environment. */
type InProcessWay = Pick<Way, 'folder' | 'heard'> & {
  /** Resolves when a service is to end; a command that waits for a signal has none otherwise. */
  readonly interrupted?: Promise<void>;
  /** Makes it a terminal, on which one of these is typed at each question. */
  readonly typed?: readonly string[];
};

/** npm, which is no program on Windows; there it has started the tests. */
const NPM =
  process.platform === 'win32'
    ? ([process.execPath, process.env.npm_execpath ?? 'npm-cli.js'] as const)
    : (['npm'] as const);

/** What programs need of the environment; more of it on Windows. */
function systemEnvironment(): Environment {
  const windows = [
    'SystemRoot',
    'ComSpec',
    'PATHEXT',
    'TEMP',
    'TMP',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ];
  const names = ['PATH', 'HOME', ...(process.platform === 'win32' ? windows : [])];
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

/** Tests count what a target is asked, so none asks for its WSDL by itself. */
const OF_TESTS = { NO_COLOR: '1', POSTSMS_WSDL: 'false' };

const processes = new PQueue({ concurrency: 2 });
const inTurn = new PQueue({ concurrency: 1 });

type Start = (args: readonly string[], environment?: Environment, way?: Way) => Promise<CommandEnd>;

/** `postsms-conformance ARGS`, with no setting of this process's environment. */
export const spawnCommand: Start = (args, environment, way = {}) =>
  start([join(way.root ?? root, 'lib/cli/bin.mjs'), ...args], environment, way);

/** `npm -s start ARGS` in the project. */
export const npmStart: Start = (args, environment, way) =>
  start([...NPM.slice(1), '-s', 'start', ...args], environment, { ...way, program: NPM[0] });

/** `vitest ARGS` in the project or another folder, as `npx vitest` runs it. */
export const vitest: Start = (args, environment, way) =>
  start([join(root, 'node_modules/vitest/vitest.mjs'), ...args], environment, way);

/** Makes a folder a Vitest project that loads the compiled command as it would an installed package: Vite transforms no file of it. */
export function becomeProject(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const config = 'export default { test: { server: { deps: { external: [/[/]\\.build[/]/] } } } };\n';
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
}

/** A script of the project, with its own arguments. */
export const script = (path: string, args: readonly string[]) =>
  start(['--import', 'tsx', join(root, path), ...args]);

/**
 * The command in this process, compiled, and without Vitest for runs without Allure results. One at a time, for the working
 * folder, the file mode and the variables are those of the process; two runs after each other are two runs.
 * What a test starts in the working folder meanwhile must have absolute paths.
 *
 * A real process (`command`) is needed for what belongs to one: exit codes and streams of the bin, signals and the end of
 * a parent, a closed or full pipe, standard input, a terminal that asks, NODE_OPTIONS, npm, and what nothing catches.
 */
export async function inProcess(
  args: readonly string[],
  environment: Environment = {},
  way: InProcessWay = {},
): Promise<CommandEnd> {
  const ended = await inTurn.add(() => inThisProcess(args, environment, way));
  expect(ended.said).not.toMatch(STACK);
  return ended;
}

/** A line of a stack trace, which nobody is ever told. */
const STACK = /^\s+at \S.*:\d+/m;

/** `run ARGS` with a report folder of its own and without Allure. */
export async function ran(
  args: readonly string[],
  environment: Environment = {},
  start: typeof spawnCommand = inProcess,
): Promise<CommandEnd & { readonly folder: string }> {
  const folder = join(newFolder(), 'reports');
  const ended = await start(['run', '--no-allure', '--report-dir', folder, ...args], environment);
  expect(ended.said).not.toMatch(STACK);
  return { ...ended, folder };
}

let compiled: Promise<typeof import('../../lib/cli/main.ts')> | undefined;

async function inThisProcess(
  args: readonly string[],
  environment: Environment,
  way: InProcessWay,
): Promise<CommandEnd> {
  compiled ??= compile('in-memory').then((url) => import(url));
  const { main } = await compiled;
  const said = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        said[name] += chunk;
        way.heard?.(said.stdout + said.stderr);
        done();
        if (name === 'stdout' && /: $/.test(String(chunk))) setImmediate(() => io.stdout.emit('asked'));
      },
    });
  const typed = [...(way.typed ?? [])];
  const stdin = new PassThrough();
  const terminal = way.typed && {
    stdin: Object.assign(stdin, { isTTY: true, setRawMode: () => stdin }),
    stdout: Object.assign(output('stdout'), { isTTY: true }).on('asked', () => stdin.write(typed.shift())),
  };
  const io: Io = {
    env: { ...systemEnvironment(), ...OF_TESTS, ...environment },
    stdin: Readable.from([]),
    stdout: output('stdout'),
    ...terminal,
    stderr: output('stderr'),
    interrupted: () => way.interrupted ?? new Promise(() => {}),
  };
  const restore = asIfAlone(way.folder ?? root);
  try {
    return { code: await main(args, io), said: said.stdout + said.stderr };
  } finally {
    restore();
  }
}

/** Goes to a folder and takes away what Vitest tells its own tests, so that a run in here starts a Vitest of its own. */
function asIfAlone(folder: string): () => void {
  const before = process.cwd();
  const ofVitest = Object.entries(process.env).filter(([name]) => name.startsWith('VITEST'));
  for (const [name] of ofVitest) delete process.env[name];
  process.chdir(folder);
  return () => {
    process.chdir(before);
    Object.assign(process.env, Object.fromEntries(ofVitest));
  };
}

const start: Start = (args, environment, way) => processes.add(() => run(args, environment, way));

function run(args: readonly string[], environment: Environment = {}, way: Way = {}): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(way.program ?? process.execPath, args, {
      cwd: way.folder ?? way.root ?? root,
      detached: way.started !== undefined,
      env: { ...systemEnvironment(), ...OF_TESTS, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that reads nothing may end before this is written.
    child.stdin.on('error', () => {});
    if (way.input === undefined) child.stdin.end();
    else setTimeout(() => child.stdin.end(way.input), 1_000);
    if (child.pid !== undefined) way.started?.(child.pid);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        way.heard?.(said.stdout + said.stderr);
      });
      if (way.deaf) child[name].destroy();
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: said.stdout + said.stderr }));
  });
}

export function resultsIn(folder: string): Results {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
}

/** The reports in a folder, in order; what is hidden is for runs, not for people. */
export function reportListing(folder: string): readonly string[] {
  return (
    readdirSync(folder)
      // The history is kept from run to run.
      .filter((name) => !name.startsWith('.') && name !== 'history')
      .sort()
  );
}
