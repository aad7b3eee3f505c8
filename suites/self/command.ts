/** For tests of the real command: runs it in a process of its own, at most two at a time. */
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
import { fileURLToPath } from 'node:url';
import type { Results } from '../../lib/model/running/results.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MOST_AT_A_TIME = 2;

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
      env: { PATH, HOME, NO_COLOR: '1', ...environment },
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
