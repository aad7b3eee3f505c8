import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, type Survivor, scoreOf, unlistedIn } from './mutation/compare.ts';
import { type Mutant, type MutationReport, mutantsOf } from './mutation/report.ts';
import { secondLook } from './mutation/second-look.ts';

// The judge tested by changing it: every small change has to make a test fail, or stands in the list with a reason.

/** Per cent of the mutants that tests have to find. */
const BAR = 90;

const root = fileURLToPath(new URL('..', import.meta.url));
const reportFile = join(root, 'reports/mutation/mutation.json');
/** Where Stryker changes the code. */
const work = join(root, '.build/mutation');
const listFile = join(root, 'scripts/mutation/survivors.json');
/** For Stryker, such as `--mutate lib/rules/shown.ts`. */
const args = process.argv.slice(2);

// An earlier run's report must not be taken for that of one that did not come to its end.
await rm(reportFile, { force: true });
await rm(work, { recursive: true, force: true });
const code = await stryker();
if (code === 0) await report();
else {
  process.stderr.write(`RED  Stryker ended with ${code}\n`);
  process.exitCode = 1;
}
await rm(work, { recursive: true, force: true });

function stryker(): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const program = join(root, 'node_modules/.bin/stryker');
    const child = spawn(program, ['run', ...args], { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

async function report(): Promise<void> {
  const reported = mutantsOf(JSON.parse(await readFile(reportFile, 'utf8')) as MutationReport);
  const listed = JSON.parse(await readFile(listFile, 'utf8')) as readonly Survivor[];
  // Nothing can be said about the files that a part of the run leaves out.
  const files = new Set(reported.map(({ file }) => file));
  const reasons = args.length === 0 ? listed : listed.filter(({ file }) => files.has(file));
  const mutants = await lookedAtAgain(reported, reasons);
  const problems = compare(mutants, reasons);
  for (const folder of new Set(mutants.map(folderOf)))
    tell(
      folder,
      mutants.filter((mutant) => folderOf(mutant) === folder),
    );
  const percent = tell('all', mutants);
  const low = percent >= BAR ? [] : [`the score is below ${BAR} %`];
  for (const problem of [...problems, ...low]) process.stdout.write(`RED  ${problem}\n`);
  process.stdout.write(`page   reports/mutation/index.html\n`);
  process.exitCode = problems.length + low.length === 0 ? 0 : 1;
}

/** The mutants with those found after all that Stryker takes for living though nobody says why. */
async function lookedAtAgain(
  mutants: readonly Mutant[],
  reasons: readonly Survivor[],
): Promise<readonly Mutant[]> {
  const [sandbox] = (await readdir(work)).filter((name) => name.startsWith('sandbox-'));
  if (sandbox === undefined) throw new Error(`Stryker has left no changed code in ${work}`);
  const looked = await secondLook(unlistedIn(mutants, reasons), join(work, sandbox));
  const byId = new Map(looked.map((mutant) => [mutant.id, mutant]));
  return mutants.map((mutant) => byId.get(mutant.id) ?? mutant);
}

function folderOf({ file }: Mutant): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Writes the score of some mutants and gives it in per cent: 0 for none, which proves nothing. */
function tell(name: string, mutants: readonly Mutant[]): number {
  const { found, tried } = scoreOf(mutants);
  const percent = tried === 0 ? 0 : (100 * found) / tried;
  process.stdout.write(`${name.padEnd(14)} ${found} of ${tried} found, ${percent.toFixed(1)} %\n`);
  return percent;
}
