import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rules } from '../lib/judge/rules/index.ts';
import { planRun } from '../lib/run/plan-run.ts';
import { defaultSettings } from '../lib/settings/run-settings.ts';
import { counted } from '../lib/text/counted.ts';
import { clients, tryClients } from '../suites/proof/clients.ts';
import { openLab, PROOF_NAMESPACE } from '../suites/proof/lab.ts';
import { matrixOf } from '../suites/proof/matrix.ts';
import { proofPage } from '../suites/proof/page.ts';
import { type JudgedSubject, meeting, selectFor, subjects, type Trial } from '../suites/proof/subject.ts';
import { baselineOf, tryOut } from '../suites/proof/try-out.ts';
import { proveValues, SEEDS } from '../suites/proof/values.ts';

// The suite tested against itself: exactly the rules that a defect names must catch it, and none a twin.

const DRAWN = 5000;

const flags = readFlags();
const planned = planRun({ ...defaultSettings, namespace: PROOF_NAMESPACE }, 'proof0');
if (!planned.ok) throw new Error(planned.message);
const { declarations, exchanges: plan } = planned;
const isChosen = ({ id }: JudgedSubject) => flags.only.length === 0 || flags.only.includes(id);
const chosen = subjects.filter(isChosen);
// A process takes longer to start than a few trials last.
const workers = Math.min(4, availableParallelism(), Math.ceil(chosen.length / 20));
const judged: readonly JudgedSubject[] = [...chosen, ...clients.filter(isChosen)];
const unknown = flags.only.filter((id) => judged.every((defect) => defect.id !== id));
for (const id of flags.generate ? [] : unknown) process.stderr.write(`there is no defect or twin "${id}"\n`);

if (flags.generate) await proveClasses();
else if (unknown.length > 0) process.exitCode = 2;
else if (flags.share === undefined) await prove();
else {
  const trials = await tryShare(Number(flags.share));
  // What is not written yet would be lost.
  process.send?.(trials, () => process.disconnect());
}

function readFlags() {
  try {
    return parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        generate: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        share: { type: 'string' },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.stderr.write(
      'npm run proof -- [--full] [--only ID]...\nnpm run proof -- --generate [--only CLASS]...\n',
    );
    process.exit(2);
  }
}

/** Tries every n-th subject; n processes do so, each with its own share. */
async function tryShare(share: number): Promise<readonly Trial[]> {
  const mine = chosen
    .filter((_, place) => place % workers === share)
    .map((subject) => [subject, flags.full ? meeting(subject, plan) : selectFor(subject, plan)] as const);
  const met = new Set(mine.flatMap(([, exchanges]) => exchanges));
  const lab = await openLab(declarations);
  const baseline = await baselineOf(
    plan.filter((exchange) => met.has(exchange)),
    lab,
    declarations.contract,
  );
  const trials: Trial[] = [];
  for (const [subject, exchanges] of mine) {
    trials.push(await tryOut(subject, exchanges, baseline, lab, declarations));
    if (share === 0) sayProgress(trials.length, mine.length);
  }
  await lab.close();
  return trials;
}

/** Says every tenth of the way how far a share is: the whole proof takes a quarter of an hour and more. */
function sayProgress(tried: number, all: number): void {
  const tenths = (count: number) => Math.floor((10 * count) / all);
  if (tenths(tried) === tenths(tried - 1)) return;
  const seconds = Math.round(performance.now() / 1000);
  process.stdout.write(`proof: ${10 * tenths(tried)} % tried after ${seconds} s\n`);
}

async function prove(): Promise<void> {
  const started = performance.now();
  const shares = Array.from({ length: Math.max(1, workers) - 1 }, (_, place) => place + 1);
  const tried = await Promise.all([...shares.map(inOtherProcess), tryShare(0)]);
  tried.push(await tryClients(clients.filter(isChosen), declarations));
  const trials = new Map(tried.flat().map((trial) => [trial.id, trial]));
  const pairs = judged.flatMap((subject) => {
    const trial = trials.get(subject.id);
    return trial ? [[subject, trial] as const] : [];
  });
  const whole = flags.only.length === 0;
  const ids = rules.map(({ id }) => id);
  const matrix = matrixOf(pairs, whole ? ids : [], whole ? declarations.register : []);
  const lost = judged.filter(({ id }) => !trials.has(id)).map(({ id }) => `${id}: not tried`);
  const problems = [...lost, ...matrix.problems];
  const seconds = Math.round((performance.now() - started) / 1000);
  for (const problem of problems) process.stdout.write(`RED  ${problem}\n`);
  const outcome =
    problems.length === 0 ? 'every one judged as declared' : counted(problems.length, 'problem');
  const kinds = (['defect', 'twin'] as const).map((kind) => counted(ofKind(kind), kind)).join(', ');
  process.stdout.write(`proof: ${kinds}, ${pairs.length} tried in ${seconds} s: ${outcome}\n`);
  process.exitCode = problems.length === 0 && pairs.length > 0 ? 0 : 1;
  // A part of the matrix is no proof, so it takes no proof's place.
  if (!whole) return;
  const summary = { full: flags.full, seconds, problems, rules: ids };
  const folder = new URL('../reports/proof/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const { judgements } = matrix;
  const json = { full: flags.full, seconds, problems, judgements };
  await writeFile(new URL('proof.json', folder), `${JSON.stringify(json, null, 1)}\n`);
  await writeFile(new URL('index.html', folder), proofPage(matrix, summary));
  process.stdout.write('page   reports/proof/index.html\n');
  // CI counts this line.
  const asDeclared = judgements.filter((judgement) => judgement.problems.length === 0).length;
  process.stdout.write(`${asDeclared} subjects passed, ${problems.length} failed\n`);
}

/** Proves the classes of values: their defects, defects of two classes together, and a twin over 5,000 drawn exchanges. */
async function proveClasses(): Promise<void> {
  const started = performance.now();
  const isOnly = (id: string) => flags.only.length === 0 || flags.only.includes(id);
  const { problems, notes } = await proveValues(declarations, { drawn: DRAWN, seeds: SEEDS }, isOnly);
  for (const note of notes) process.stdout.write(`${note}\n`);
  for (const problem of problems) process.stdout.write(`RED  ${problem}\n`);
  const seconds = Math.round((performance.now() - started) / 1000);
  const classes = counted(declarations.classes.filter(({ id }) => isOnly(id)).length, 'class', 'classes');
  const outcome = problems.length === 0 ? 'every one told apart' : counted(problems.length, 'problem');
  process.stdout.write(`proof: ${classes} tried in ${seconds} s: ${outcome}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function ofKind(kind: JudgedSubject['kind']): number {
  return judged.filter((subject) => subject.kind === kind).length;
}

async function inOtherProcess(share: number): Promise<readonly Trial[]> {
  const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--share', String(share)]);
  const trials: Trial[] = [];
  child.on('message', (message) => trials.push(...(message as readonly Trial[])));
  // It may have ended before its message was read.
  const [[code]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  if (code !== 0) throw new Error(`a process ended with ${code}`);
  return trials;
}
