import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const builds = join(root, '.build');

/**
 * Compiles the command line's TypeScript, unless that is done already, and gives the URL of the result. It lies in a
 * folder named by the content of the sources, so that a stale build can never run, and two levels below the root as the
 * sources do, so that `new URL('../../cases/', import.meta.url)` means the same in both.
 * @param {keyof typeof ENTRIES | keyof typeof FOR_VITEST | keyof typeof FOR_TESTS} entry
 * @returns {Promise<string>}
 */
export async function compile(entry = 'main') {
  const isForTests = entry in FOR_TESTS;
  const folder = join(builds, sourcesHash(isForTests ? [IN_MEMORY] : []));
  if (!existsSync(folder)) await build(folder, isForTests ? FOR_TESTS : {});
  return pathToFileURL(join(folder, `${entry}.js`)).href;
}

/**
 * Returns a hash of everything that the output depends on.
 * @param {readonly string[]} more paths of further sources
 */
function sourcesHash(more) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package.json')));
  for (const folder of ['lib', 'cases/schema']) {
    // With types, Node 20 reads folders in a fifth of the time.
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const sources = entries.filter(({ name }) => /(?<!\.test)\.m?ts$|\.mjs$|\.json$/.test(name));
    for (const path of sources.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
      hash.update(relative(root, path)).update(readFileSync(path));
    }
  }
  const { conformance, worker, runner, schemas } = ENTRIES;
  const files = [conformance, worker, runner, schemas, FOR_VITEST.setup, 'scripts/compile.mjs', ...more];
  for (const path of files) hash.update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} more entries besides those of users
 */
async function build(folder, more) {
  removeOld();
  // Whole or not at all: another process may be doing the same.
  const unfinished = `${folder}.${process.pid}`;
  try {
    await bundle(unfinished, { ...ENTRIES, ...FOR_VITEST, ...more });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The command, what programs call, the suite with its worker and its runner, for Vitest would transform each of its files
 * by itself, and the schemas.
 */
export const ENTRIES = {
  main: 'lib/cli/main.ts',
  index: 'lib/index.ts',
  conformance: 'suites/conformance.test.ts',
  worker: 'suites/worker.ts',
  runner: 'suites/runner.ts',
  schemas: 'scripts/compiled-schemas.ts',
};

/** Entries that are alone in their process: they load faster than from fifty files that they share with others. */
const ALONE = [['conformance', 'worker'], ['schemas'], ['in-memory']];

/** Modules that tests of users import. */
export const OWN_TESTS = { vitest: 'lib/vitest.ts' };

/** The modules that `vitest` by itself needs compiled, besides its test file. */
const FOR_VITEST = { ...OWN_TESTS, setup: 'suites/setup.ts', tests: 'lib/run/exchange-tests.ts' };

/** The command for tests of what is not the runner, made when a test asks for it: it judges runs without Allure itself. */
const FOR_TESTS = { 'in-memory': 'lib/cli/main.ts' };

const IN_MEMORY = 'suites/in-memory.ts';

/** @type {import('esbuild').Plugin} */
const runsInMemory = {
  name: 'runs-in-memory',
  setup: (build) => {
    build.onResolve({ filter: /\/(run-vitest|start-worker|calibrate)\.ts$/ }, ({ importer }) =>
      /\/(run-suite|exchange-tests)\.ts$/.test(importer) ? { path: join(root, IN_MEMORY) } : undefined,
    );
  },
};

/**
 * Bundles entry points into a folder that lies two levels below the root, with what they share in files of its own, and
 * compiles the JSON Schemas.
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} entries by the name of what is made of them
 */
export async function bundle(folder, entries) {
  const esbuild = await import('esbuild');
  const paths = Object.entries(entries).map(([name, entry]) => [name, join(root, entry)]);
  const together = [...ALONE, Object.keys(entries).filter((name) => !ALONE.flat().includes(name))];
  for (const names of together) {
    const entryPoints = paths.filter(([name]) => names.includes(name));
    if (entryPoints.length === 0) continue;
    await esbuild.build({
      entryPoints: Object.fromEntries(entryPoints),
      outdir: folder,
      bundle: true,
      splitting: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      logLevel: 'silent',
      plugins: names.includes('in-memory') ? [runsInMemory] : [],
    });
  }
  const { compiledSchemas } = await import(pathToFileURL(join(folder, 'schemas.js')).href);
  for (const [file, code] of compiledSchemas()) writeFileSync(join(folder, file), code);
}

const DAY_MS = 86_400_000;

/** Removes builds that nobody can be running any more. */
function removeOld() {
  if (!existsSync(builds)) return;
  for (const name of readdirSync(builds)) {
    const path = join(builds, name);
    // Another process may have given its build the final name meanwhile.
    const made = statSync(path, { throwIfNoEntry: false });
    if (made && Date.now() - made.mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}
