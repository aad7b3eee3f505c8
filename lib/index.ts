/**
 * The program of this suite: judges an endpoint as the command `run` does.
 *
 *     import { run } from 'postsms-conformance';
 *     const { exitCode, results } = await run({ target: 'http://127.0.0.1:8080', namespace: 'http://tempuri.org/' });
 */
import type { RunEnd, RunOptions } from './run/run-options.ts';
import { withUpperDrive } from './text/paths.ts';

export type { Level } from './model/contract.ts';
export type { Verdict } from './model/judging/verdict.ts';
export type { ResultExchange, ResultFinding, ResultRequirement, Results } from './model/running/results.ts';
export type { RunEnd, RunOptions } from './run/run-options.ts';

/**
 * Judges an endpoint, or the embedded reference without a target, writes the reports, and says on standard output what
 * the command says, or nothing with `quiet: true`. What is not among the options comes from the POSTSMS_ variables, from conformance.yaml of the working
 * folder, and from the defaults. Nobody is asked: sends to a target that is not this machine need `yes: true`.
 *
 * Takes over the output streams and the signals of the process while it runs, so runs that are begun at once run one
 * after the other, and a signal ends all of them. Never rejects for what a user or a target does.
 */
export async function run(options: RunOptions = {}): Promise<RunEnd> {
  const upper = withUpperDrive(import.meta.url);
  if (upper !== import.meta.url) {
    const same = (await import(upper)) as { readonly run: typeof run };
    return same.run(options);
  }
  const { runWithOptions } = await import('./run/program.ts');
  const { processIo } = await import('./cli/process.ts');
  return runWithOptions(options, processIo());
}
