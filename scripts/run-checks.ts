import { spawn } from 'node:child_process';

/** One check; its output is shown only where it fails. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<Ended>;
}

export interface Ended {
  readonly ok: boolean;
  readonly output: string;
}

interface How {
  /** What the last line counts. */
  readonly what?: string;
  /** Whether checks run at the same time. */
  readonly together?: boolean;
}

/** Runs every check, also after one that failed; a last line counts them, and the exit code is 1 where one failed. */
export async function runChecks(
  checks: readonly Check[],
  { what = 'checks', together = false }: How = {},
): Promise<void> {
  const results: boolean[] = [];
  if (together) results.push(...(await Promise.all(checks.map(runCheck))));
  else for (const check of checks) results.push(await runCheck(check));
  const failed = results.filter((ok) => !ok).length;
  process.stdout.write(`${checks.length - failed} ${what} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function runCheck({ name, run }: Check): Promise<boolean> {
  const started = performance.now();
  const { ok, output } = await run().catch((error: unknown) => ({ ok: false, output: String(error) }));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)\n${ok ? '' : `${output.trim()}\n\n`}`,
  );
  return ok;
}

interface Place {
  readonly cwd: string;
  /** Exit code; 0 unless told otherwise. */
  readonly wanted?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program in a folder; ok if the exit code is the wanted one. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, wanted = 0, env = process.env }: Place,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === wanted, output: Buffer.concat(chunks).toString() }));
  });
}
