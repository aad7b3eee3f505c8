import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';

/** One check; its output is shown only where it fails. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<EndedCheck>;
}

export interface EndedCheck {
  readonly ok: boolean;
  readonly output: string;
}

interface How {
  /** The things that the last line counts. */
  readonly what?: string;
  /** How many checks run at the same time; 1 unless given. */
  readonly atOnce?: number;
}

/** Runs every check, also after one that failed; a last line counts them, and the exit code is 1 where one failed. */
export async function runChecks(
  checks: readonly Check[],
  { what = 'checks', atOnce = 1 }: How = {},
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce });
  const results = await Promise.all(checks.map((check) => queue.add(() => runCheck(check))));
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

/**
 * Returns the JavaScript of a command of an installed package, for Node: the files in node_modules/.bin are scripts of a
 * shell, of another one on Windows.
 *
 * @param root folder of node_modules
 */
export function toolOf(root: string, packageName: string, command: string): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  return join(folder, bin[command] ?? '');
}

/** Runs the npm or npx that has started this script, by a Node; where none has, that of the PATH. */
export function runNpm(
  program: 'npm' | 'npx',
  args: readonly string[],
  place: Place,
  node: string = process.execPath,
): Promise<EndedCheck> {
  const { npm_execpath: cli = '' } = process.env;
  if (!cli.endsWith('npm-cli.js')) return runProgram(program, args, place);
  return runProgram(node, [join(dirname(cli), `${program}-cli.js`), ...args], place);
}

/** Runs a program in a folder, without colours, which CI would add; ok if the exit code is the wanted one. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, wanted = 0, env = process.env }: Place,
): Promise<EndedCheck> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...env, NO_COLOR: '1' } });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === wanted, output: Buffer.concat(chunks).toString() }));
  });
}

/** Runs a program that writes to this terminal itself, and returns its exit code; 1 where a signal ended it. */
export function runVisibly(command: string, args: readonly string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Serves the reference with defects, in a process of its own: what uses it may block this one. */
export async function serveGateway(root: string, defects: readonly string[]) {
  const flags = defects.flatMap((id) => ['--defect', id]);
  const child = spawn(process.execPath, [join(root, 'lib/cli/bin.mjs'), 'serve', '--port', '0', ...flags], {
    cwd: root,
  });
  let text = '';
  while (!/serving (\S+) in namespace (\S+)/.test(text)) {
    text += String((await once(child.stdout, 'data'))[0]);
  }
  const [, url = '', namespace = ''] = /serving (\S+) in namespace (\S+)/.exec(text) ?? [];
  return { url, namespace, end: () => child.kill() };
}
