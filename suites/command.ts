/** For tests of the real command: runs it in a process of its own, at most two at a time. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Results } from '../lib/model/results.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const MOST_AT_A_TIME = 2;

export interface Ended {
  readonly code: number | null;
  /** Standard output, then standard error. */
  readonly said: string;
}

type Environment = Readonly<Record<string, string>>;

/** `postsms-conformance ARGS`, with no setting of this process's environment. */
export function command(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return inTurn(() => run([join(root, 'lib/cli/bin.mjs'), ...args], environment));
}

/** `vitest ARGS` in the project, as `npx vitest` runs it. */
export function vitest(args: readonly string[], environment: Environment = {}): Promise<Ended> {
  return inTurn(() => run([join(root, 'node_modules/vitest/vitest.mjs'), ...args], environment));
}

/** A script of the project, with its own arguments. */
export function script(path: string, args: readonly string[]): Promise<Ended> {
  return inTurn(() => run(['--import', 'tsx', join(root, path), ...args], {}));
}

/** A folder that nothing else uses. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'postsms-'));
}

export function resultsIn(folder: string): Results {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
}

function run(args: readonly string[], environment: Environment): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { PATH, HOME, NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
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
