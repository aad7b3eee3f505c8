import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Measure {
  /** Seconds from the start of the command to its end. */
  readonly wall: number;
  /** Seconds of user and system time, of all its processes together. */
  readonly cpu: number;
  /** Megabytes at the peak of each of its processes, the largest first. */
  readonly peaks: readonly number[];
}

/** Every command is run twice, once for each. */
export type Pass = 'time' | 'usage';

export interface Command {
  readonly args: (pass: Pass) => readonly string[];
  /** Environment on top of this one's. */
  readonly env?: Readonly<Record<string, string>>;
}

const hook = new URL('usage-hook.mjs', import.meta.url).href;

/**
 * Runs Node with the arguments and measures it together with every Node process that it starts. Twice: what counts
 * the use of processor and memory costs time in every process and thread, so the time is taken without it.
 * @param folder where the processes leave what they used; made, and removed again
 * @throws Error with what the command said when it does not end with 0
 */
export async function measure({ args, env = {} }: Command, folder: string): Promise<Measure> {
  await mkdir(folder, { recursive: true });
  const started = performance.now();
  await runNode(args('time'), env);
  const wall = (performance.now() - started) / 1000;
  await runNode(args('usage'), { ...env, NODE_OPTIONS: `--import ${hook}`, BENCH_USAGE_DIR: folder });
  const usages = await readUsages(folder);
  await rm(folder, { recursive: true });
  return {
    wall,
    cpu: usages.reduce((sum, usage) => sum + usage.userCPUTime + usage.systemCPUTime, 0) / 1e6,
    // maxRSS is in kilobytes.
    peaks: usages.map((usage) => usage.maxRSS / 1024).sort((a, b) => b - a),
  };
}

function runNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`node ${args.join(' ')} ended with ${code ?? signal}:\n${Buffer.concat(said)}`));
    });
  });
}

async function readUsages(folder: string): Promise<readonly NodeJS.ResourceUsage[]> {
  const files = await readdir(folder);
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as NodeJS.ResourceUsage),
  );
}
