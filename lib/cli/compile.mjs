import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Compiles the command line's TypeScript, which Node 20 cannot run, and gives the URL of the result. Compiling all
 * of it takes less time than a loader needs to look at every module that Vitest imports.
 *
 * The output lies in a folder named by its content, two levels below the root as the sources do, so that
 * `new URL('../../cases/', import.meta.url)` means the same in both, and a stale build can never run.
 * @returns {Promise<string>}
 */
export async function compile() {
  const { outputFiles } = await build({
    // The second is what the worker needs; Vitest would transform each of its files by itself.
    entryPoints: [join(root, 'lib/cli/main.ts'), join(root, 'lib/run/exchange-tests.ts')],
    entryNames: '[name]',
    outdir: join(root, '.build/out'),
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    write: false,
    logLevel: 'silent',
  });
  const hash = createHash('sha256');
  for (const { path, contents } of outputFiles) hash.update(basename(path)).update(contents);
  const folder = join(root, '.build', hash.digest('hex').slice(0, 16));
  if (!existsSync(folder)) {
    // Whole or not at all: another process may be doing the same.
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    for (const { path, contents } of outputFiles) writeFileSync(join(unfinished, basename(path)), contents);
    try {
      renameSync(unfinished, folder);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
  }
  return pathToFileURL(join(folder, 'main.js')).href;
}
