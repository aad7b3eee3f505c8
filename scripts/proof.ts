import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Defect, defects } from '../lib/defects/index.ts';
import { twins } from '../lib/defects/twins/index.ts';
import { type Matrix, matrixOf } from '../lib/proof/matrix.ts';
import { proofPage } from '../lib/proof/page.ts';
import { selectFor } from '../lib/proof/selection.ts';
import type { Subject, Trial } from '../lib/proof/subject.ts';
import { baselineOf, PROOF_NAMESPACE, tryOut } from '../lib/proof/try-out.ts';
import { rules } from '../lib/rules/index.ts';
import { planRun } from '../lib/run/plan-run.ts';
import { defaultSettings } from '../lib/settings/run-settings.ts';

// The suite tested against itself: every defect must trip exactly the rules it names, every twin none.

const flags = readFlags();

const planned = planRun({ ...defaultSettings, namespace: PROOF_NAMESPACE }, 'proof0');
if (!planned.ok) throw new Error(planned.message);
const { declarations, exchanges: plan } = planned;
const known = allSubjects();
const unknown = flags.only.filter((id) => known.every((subject) => subject.id !== id));
const subjects = known.filter(({ id }) => flags.only.length === 0 || flags.only.includes(id));
if (unknown.length > 0) refuse(unknown);
else if (flags.worker === undefined) await prove();
else await worker(Number(flags.worker), Number(flags.workers));

function readFlags() {
  try {
    return parseArgs({
      options: {
        full: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true, default: [] },
        worker: { type: 'string' },
        workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.stderr.write('npm run proof -- [--full] [--only ID]...\n');
    process.exit(2);
  }
}

function refuse(ids: readonly string[]): void {
  for (const id of ids) process.stderr.write(`there is no defect or twin "${id}"\n`);
  process.exitCode = 2;
}

function allSubjects(): readonly Subject[] {
  return [
    ...defects.map((defect) => ({
      ...subjectOf('defect', defect, defect.rules, defect.cases),
      ...aboutRequirement(defect),
    })),
    ...twins.map((twin) => subjectOf('twin', twin, [], twin.cases)),
  ];
}

function aboutRequirement({ requirement, onlyAffects }: Defect) {
  if (requirement === undefined) return {};
  return onlyAffects ? { affects: requirement } : { requirement };
}

function subjectOf(
  kind: Subject['kind'],
  deviation: Subject['deviation'] & { readonly id: string; readonly title: string },
  broken: readonly string[],
  cases: readonly string[] = [],
): Subject {
  return { id: deviation.id, title: deviation.title, kind, deviation, rules: broken, cases };
}

/** One process of several: tries every n-th subject and sends each trial to the parent. */
async function worker(index: number, count: number): Promise<void> {
  const baseline = await baselineOf(plan, declarations);
  for (const subject of subjects.filter((_, place) => place % count === index)) {
    const exchanges = flags.full ? plan : selectFor(subject, plan);
    process.send?.(await tryOut(subject, exchanges, baseline, declarations));
  }
  process.disconnect();
}

async function prove(): Promise<void> {
  const started = performance.now();
  const trials = new Map<string, Trial>();
  const count = Math.max(1, Math.min(Number(flags.workers), subjects.length));
  await Promise.all(Array.from({ length: count }, (_, index) => runWorker(index, count, trials)));
  const pairs = subjects.flatMap((subject) => {
    const trial = trials.get(subject.id);
    return trial ? [[subject, trial] as const] : [];
  });
  const ids = rules.map(({ id }) => id).filter((id) => !id.startsWith('request/'));
  const whole = flags.only.length === 0;
  const matrix = matrixOf(pairs, whole ? ids : [], whole ? declarations.register : []);
  const lost = subjects.filter(({ id }) => !trials.has(id)).map(({ id }) => `${id}: not tried`);
  const problems = [...lost, ...matrix.problems];
  const seconds = (performance.now() - started) / 1000;
  // A part of the matrix is no proof, so it takes no proof's place.
  if (whole) await write(matrix, { full: flags.full, seconds: Math.round(seconds), problems }, ids);
  report(matrix.judgements.length, problems, seconds);
}

interface Summary {
  readonly full: boolean;
  readonly seconds: number;
  readonly problems: readonly string[];
}

async function write(matrix: Matrix, summary: Summary, ids: readonly string[]): Promise<void> {
  const folder = fileURLToPath(new URL('../reports/proof/', import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'proof.json'), `${JSON.stringify(proofJson(matrix, summary), null, 1)}\n`);
  await writeFile(join(folder, 'index.html'), proofPage(matrix, { ...summary, rules: ids }));
}

/** The matrix for other tools: what was declared, what fired where, and what is wrong. */
function proofJson({ judgements, weakRules, unbroken }: Matrix, summary: Summary): object {
  const tried = judgements.map(({ subject, trial, missed, extra }) => {
    const { deviation: _, cases: __, ...declared } = subject;
    return { ...declared, ...trial, missed, extra };
  });
  return { ...summary, weakRules, unbroken: unbroken.map(({ id }) => id), subjects: tried };
}

function report(tried: number, problems: readonly string[], seconds: number): void {
  for (const problem of problems) process.stdout.write(`RED  ${problem}\n`);
  const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
  const of = (kind: Subject['kind']) =>
    counted(subjects.filter((subject) => subject.kind === kind).length, kind);
  process.stdout.write(
    `proof: ${of('defect')}, ${of('twin')}, ${tried} tried in ${seconds.toFixed(0)} s: ` +
      `${problems.length === 0 ? 'every one judged as declared' : counted(problems.length, 'problem')}\n` +
      `${flags.only.length === 0 ? 'page   reports/proof/index.html\n' : ''}`,
  );
  process.exitCode = problems.length === 0 && tried > 0 ? 0 : 1;
}

function runWorker(index: number, count: number, trials: Map<string, Trial>): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [...process.argv.slice(2), '--worker', String(index), '--workers', String(count)];
    const child = fork(fileURLToPath(import.meta.url), args);
    child.on('message', (message) => {
      const trial = message as Trial;
      trials.set(trial.id, trial);
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}
