import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { planCost } from '../cases/plan/plan-cost.ts';
import { isOneOfSeveral } from '../cases/plan/shard.ts';
import { refusal } from '../model/result.ts';
import { readRecordings } from '../recording/read-recordings.ts';
import { dryRunText } from '../report/console/cost.ts';
import { emptiedRecording } from '../report-folder/report-folder.ts';
import { lstatOrNothing, whyUnwritable } from '../report-folder/write-atomic.ts';
import { readCoverage } from '../results/coverage.ts';
import { endingAtBest } from '../results/ending.ts';
import { lastFailed } from '../results/last-failed.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { planRun } from '../run/plan-run.ts';
import type { Settings } from '../settings/run-settings.ts';
import { slashed } from '../text/paths.ts';
import { shownPath } from '../yaml/format-problem.ts';
import { askOn } from './confirm.ts';
import type { Ended, Invocation } from './usage.ts';

export interface RunFlags {
  readonly watch?: true;
  readonly writeKnown?: true;
  readonly writePins?: string;
  readonly writeCases?: string;
  readonly writeCoverage?: string;
  readonly dryRun?: true;
  readonly lastFailed?: true;
}

/** Runs `run`, which judges the target. */
export async function runCommand(invocation: Invocation<RunFlags>): Promise<Ended> {
  const { flags, io, found } = invocation;
  const mistake = await writeMistake(flags, found.value);
  if (mistake !== undefined) return refusal(2, mistake);
  const { reportDir, target, gate } = found.value;
  const failed = flags.lastFailed ? lastFailed(reportDir, target, gate) : undefined;
  if (failed?.ok === false) return failed;
  const settings = failed ? { ...found.value, lastFailed: failed.value } : found.value;
  if (flags.dryRun) return dryRun(settings, invocation);
  const { runSuite } = await import('../run/run-suite.ts');
  const ask = askOn(io);
  if (flags.watch) {
    const { watchCases } = await import('../run/many-runs/watch-cases.ts');
    const once = (changed: Settings) => runSuite(changed, ask, io);
    return watchCases(settings, once, io, (text) => io.stdout.write(found.mask(text)));
  }
  const { writeKnown = false, writePins, writeCases, writeCoverage } = flags;
  // A file that will be written need not exist.
  const known = writeKnown && !existsSync(settings.known ?? '') ? null : settings.known;
  const files = { writeKnown: writeKnown ? settings.known : null, writePins, writeCases, writeCoverage };
  // What is written anew holds no run, and what failed before alone is known to be a part.
  const coverage = writeCoverage === undefined && !flags.lastFailed ? settings.coverage : null;
  return runSuite({ ...settings, known, coverage }, ask, io, files);
}

/** Returns why a file cannot be written after the run, or undefined. */
async function writeMistake(flags: RunFlags, { known, shard }: Settings) {
  const { watch, writeKnown, writePins, writeCases, writeCoverage, lastFailed } = flags;
  const caseFiles = { '--write-pins': writePins, '--write-cases': writeCases };
  const ofWhole = {
    '--write-known': writeKnown,
    '--write-coverage': writeCoverage,
    '--last-failed': lastFailed,
  };
  const modes = { '--watch': watch, ...ofWhole, ...caseFiles };
  const mode = Object.entries(modes).find(([, value]) => value !== undefined);
  if (mode && isOneOfSeveral(shard)) return `${mode[0]} cannot run with a shard; remove --shard`;
  if (writeKnown && known === null) {
    return '--write-known has no file to write; add --known FILE, or choose a target of conformance.yaml by name (its file is known-failures/NAME.yaml)';
  }
  const written = writeKnown && known !== null ? [known] : [];
  for (const [flag, file] of Object.entries(caseFiles)) {
    if (file === undefined) continue;
    if (!/\.ya?ml$/i.test(file)) {
      return `${flag}: ${file} is not a case file; expected a name that ends with .yaml`;
    }
    // Its reader may have edited it.
    if (lstatOrNothing(file)) {
      return `${flag}: ${shownPath(file)} exists; remove it, or choose another file`;
    }
    written.push(file);
  }
  const earlier = writeCoverage && existsSync(writeCoverage) ? readCoverage(writeCoverage) : null;
  if (earlier?.ok === false)
    return `--write-coverage: ${writeCoverage} is no file of coverage; choose another file`;
  if (writeCoverage) written.push(writeCoverage);
  for (const file of written) {
    const why = await whyUnwritable(file);
    if (why) return `${shownPath(file)} cannot be written: ${why}; choose another file`;
  }
  return undefined;
}

/** Shows the plan and its cost, even if it would be refused, and ends as the run would at best; it uses no network. */
function dryRun(settings: Settings, { found: { mask }, io }: Invocation): Ended {
  const plan = planRun(settings, 'dryrun');
  if (!plan.ok) return plan;
  const { exchanges, declarations, sends, allowed } = plan;
  const cost = planCost(exchanges, declarations.contract, new Set(sends?.recipients));
  const numbersShown = sends !== null && settings.mask === 'none';
  io.stdout.write(dryRunText(plan, cost, numbersShown));
  if (!allowed.ok) {
    io.stdout.write(mask(`refused       ${allowed.message}\n`));
    return allowed.exitCode;
  }
  const { gate, sends: permission } = settings;
  const { exitCode, outcome, why } = endingAtBest({
    ...plan,
    gate,
    permission,
    lastFailed: settings.lastFailed !== undefined,
  });
  if (exitCode !== 0) io.stdout.write(mask(`at best       ${outcome}: ${why}\n`));
  return exitCode;
}

interface JudgeFlags {
  readonly allowInexact?: true;
}

/** Runs `judge`, which judges the requests and responses of recordings of any origin; nothing is sent. */
export async function judgeCommand(
  { flags, io, found }: Invocation<JudgeFlags>,
  paths: readonly string[],
): Promise<Ended> {
  const settings = found.value;
  const files = await expandedPaths(paths);
  const emptied = emptiedRecording(settings.reportDir, files);
  if (emptied) return emptied;
  const read = readRecordings(files, builtInDeclarations(settings).contract);
  if (!read.ok) return refusal(2, read.error);
  const namespace = settings.origins.namespace.kind === 'default' ? null : settings.namespace;
  const ofOthers = { namespace, baseUrl: null, requestsOnly: false, exchanges: [], notes: [] };
  const allowsInexact = flags.allowInexact === true;
  const { runRecordings } = await import('../run/run-suite.ts');
  return runRecordings(settings, { traffic: read.value, allowsInexact, ...ofOthers }, io);
}

/** Runs `merge`, which makes one run of the shards of several jobs, with the exit code of that run. */
export async function mergeCommand(invocation: Invocation, folders: readonly string[]): Promise<Ended> {
  const { mergeShards } = await import('../run/many-runs/merge-shards.ts');
  return mergeShards(await expandedPaths(folders), invocation.found, invocation.io);
}

/** Expands patterns, which shells of Windows do not; an existing path, and a pattern without a match, stays as it is. */
async function expandedPaths(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.every((path) => existsSync(path))) return paths;
  const { globSync } = await import('tinyglobby');
  return paths.flatMap((path) => {
    const options = { absolute: isAbsolute(path), expandDirectories: false, onlyFiles: false };
    const found = existsSync(path) ? [] : globSync(slashed(path), options);
    return found.length === 0 ? [path] : found.map((match) => match.replace(/\/$/, '')).sort();
  });
}
