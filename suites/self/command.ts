/** For tests of the whole command: runs it in this process, or in one of its own, of which there are two at most. */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { compile } from '../../lib/cli/compile.mjs';
import type { Io } from '../../lib/model/running/io.ts';
import type { Results } from '../../lib/model/running/results.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MOST_AT_A_TIME = 2;

/** Tests count what a target is asked, so none asks for its WSDL by itself. */
const OF_TESTS = { NO_COLOR: '1', POSTSMS_WSDL: 'false' };

export interface Ended {
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
  /** Closes the pipes of these at once, as a reader does that wants no more. */
  readonly deafTo?: readonly ('stdout' | 'stderr')[];
  /** What stands on standard input. */
  readonly input?: string;
  /** Milliseconds until it does. */
  readonly inputAfter?: number;
  /** Given the process once it runs. It leads a process group then, as a command in a terminal does. */
  readonly started?: (pid: number) => void;
  /** Given all that standard output and standard error have had, whenever more comes. */
  readonly heard?: (said: string) => void;
}

/** `postsms-conformance ARGS`, with no setting of this process's environment. */
export function command(
  args: readonly string[],
  environment: Environment = {},
  way: Way = {},
): Promise<Ended> {
  return inTurn(() => run([join(way.root ?? root, 'lib/cli/bin.mjs'), ...args], environment, way));
}

/** What a command in this process is given besides its arguments and its environment. */
type InProcessWay = Pick<Way, 'folder' | 'heard'> & {
  /** Whether standard output says that it is a terminal. */
  readonly isTTY?: boolean;
  /** Resolves when a service is to end; a command that waits for a signal has none otherwise. */
  readonly interrupted?: Promise<void>;
};

/**
 * The same in this process, compiled as users have it: a second less for each command. One at a time, for the working
 * folder, the file mode and the variables are those of the process; two runs after each other are two runs.
 * What a test starts in the working folder meanwhile must have absolute paths.
 *
 * A real process (`command`) is needed for what belongs to one: exit codes and streams of the bin, signals and the end of
 * a parent, a closed or full pipe, standard input, a terminal that asks, NODE_OPTIONS, npm, and what nothing catches.
 */
export function inProcess(
  args: readonly string[],
  environment: Environment = {},
  way: InProcessWay = {},
): Promise<Ended> {
  const ended = inProcessTurn.then(() => inThisProcess(args, environment, way));
  inProcessTurn = ended.catch(() => {});
  return ended;
}

let inProcessTurn: Promise<unknown> = Promise.resolve();

async function inThisProcess(
  args: readonly string[],
  environment: Environment,
  way: InProcessWay,
): Promise<Ended> {
  const { main } = (await import(await compile('main'))) as typeof import('../../lib/cli/main.ts');
  const said = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _encoding, done) => {
        said[name] += chunk;
        way.heard?.(said.stdout + said.stderr);
        done();
      },
    });
  const { PATH = '', HOME = '' } = process.env;
  const io: Io = {
    env: { PATH, HOME, ...OF_TESTS, ...environment },
    stdin: Readable.from([]),
    stdout: Object.assign(output('stdout'), { isTTY: way.isTTY ?? false }),
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
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('VITEST'));
  for (const [name] of own) delete process.env[name];
  process.chdir(folder);
  return () => {
    process.chdir(before);
    Object.assign(process.env, Object.fromEntries(own));
  };
}

/** `npm -s start ARGS` in the project. */
export function npmStart(
  args: readonly string[],
  environment: Environment = {},
  way: Way = {},
): Promise<Ended> {
  return inTurn(() => run(['-s', 'start', ...args], environment, { ...way, program: 'npm' }));
}

/** `vitest ARGS` in the project, as `npx vitest` runs it. */
export function vitest(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return inTurn(() => run([join(root, 'node_modules/vitest/vitest.mjs'), ...args], environment));
}

/** A script of the project, with its own arguments. */
export function script(path: string, args: readonly string[]): Promise<Ended> {
  return inTurn(() => run(['--import', 'tsx', join(root, path), ...args], {}));
}

/** A checkout like this one in a folder of its own, to break something in. */
export function copyOfCheckout(): string {
  const copy = newFolder();
  for (const name of ['lib', 'suites', 'cases', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** A folder that nothing else uses. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'postsms-'));
}

/** A folder of its own with these files, by their paths in it. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export function resultsIn(folder: string): Results {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
}

/** The reports in a folder, in order; what is hidden is for runs, not for people. */
export function reportsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();
}

function run(args: readonly string[], environment: Environment, way: Way = {}): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(way.program ?? process.execPath, args, {
      cwd: way.folder ?? way.root ?? root,
      detached: way.started !== undefined,
      env: { PATH, HOME, ...OF_TESTS, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // A command that reads nothing may end before this is written.
    child.stdin.on('error', () => {});
    setTimeout(() => child.stdin.end(way.input), way.inputAfter ?? 0);
    if (child.pid !== undefined) way.started?.(child.pid);
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        way.heard?.(said.stdout + said.stderr);
      });
    }
    for (const name of way.deafTo ?? []) child[name].destroy();
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: said.stdout + said.stderr }));
  });
}

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST_AT_A_TIME) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
