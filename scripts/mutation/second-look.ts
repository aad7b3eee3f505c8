import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Mutant } from './report.ts';

/**
 * Looks again at mutants that Stryker takes for living, by running the tests on each in the folder of changed code that
 * Stryker leaves: it counts failed tests, and a mutant that keeps a whole test file from being loaded fails none.
 * @returns the mutants, those that are found after all among them as found
 */
export async function secondLook(mutants: readonly Mutant[], sandbox: string): Promise<readonly Mutant[]> {
  if (mutants.length === 0) return [];
  if (await testsFail(sandbox)) throw new Error(`the tests fail in ${sandbox} without a mutant too`);
  const queue = new PQueue({ concurrency: availableParallelism() });
  return Promise.all(
    mutants.map((mutant) =>
      queue.add(async () =>
        (await isFound(mutant, sandbox)) ? { ...mutant, state: 'found' as const } : mutant,
      ),
    ),
  );
}

/** Most are found by the tests beside the code, which take a second where all of them take twenty. */
async function isFound({ id, file }: Mutant, sandbox: string): Promise<boolean> {
  const beside = file.replace(/\.ts$/, '.test.ts');
  if (existsSync(join(sandbox, beside)) && (await testsFail(sandbox, id, [beside]))) return true;
  return testsFail(sandbox, id);
}

/** Runs tests, all or some, on changed code, with one of its mutants or with none. */
function testsFail(sandbox: string, mutant = '', tests: readonly string[] = []): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const vitest = join(sandbox, 'node_modules/vitest/vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--config', 'vitest.mutation.config.ts', '--bail', '1', ...tests],
      {
        cwd: sandbox,
        stdio: 'ignore',
        // What Stryker's changed code looks for.
        env: { ...process.env, __STRYKER_ACTIVE_MUTANT__: mutant },
      },
    );
    child.on('error', reject);
    child.on('close', (code) => resolve(code !== 0));
  });
}
