import { existsSync } from 'node:fs';
import { type Accepted, type Comparison, compareSides, pairedSides } from '../compare/compare.ts';
import { foreignComparison, writeComparison } from '../compare/compare-reports.ts';
import { compareText, isMerged } from '../compare/compare-text.ts';
import { isSameChange } from '../compare/replies.ts';
import { type Refusal, type Result, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { EndedRun } from '../model/running/results.ts';
import { readers } from '../readers/readers.ts';
import { writeToCommit } from '../report-folder/write-atomic.ts';
import { loadEntries, withEntries } from '../results/known-failures/entries.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { readRunSettings } from '../run/check-settings.ts';
import { commandBreakages, whyNotStarted } from '../run/many-runs/command-readers.ts';
import { type GivenSide, openSides, readSide } from '../run/many-runs/compare-sides.ts';
import { withSmallest } from '../run/many-runs/smallest-differences.ts';
import type { RunPlan } from '../run/plan-run.ts';
import { needsPermission } from '../run/sends/permission.ts';
import { readWsdlFiles } from '../run/target/read-wsdls.ts';
import { type Mask, maskAll, maskFor, ours } from '../secrets/mask.ts';
import type { SettingInputs } from '../settings/sources.ts';
import { settingGroups } from '../settings/table.ts';
import { didYouMean } from '../text/nearest.ts';
import { firstProblems, formatProblem, shownPath } from '../yaml/format-problem.ts';
import { askOn } from './confirm.ts';
import type { Ended, Invocation } from './usage.ts';

interface CompareFlags {
  readonly strict?: true;
  readonly gateReaders?: string;
  readonly twice?: true;
  readonly accepted?: string;
  readonly writeAccepted?: string;
  readonly wsdlOld: readonly string[];
  readonly wsdlNew: readonly string[];
  readonly reportDir: string;
}

/** Runs `compare`, which shows differences of the replies of two gateways; exit code 1 for a difference of meaning. */
export async function compareCommand(
  { flags, io, found }: Invocation<CompareFlags>,
  old: string,
  now: string,
): Promise<Ended> {
  const {
    strict = false,
    gateReaders,
    twice,
    accepted,
    writeAccepted,
    wsdlOld,
    wsdlNew,
    reportDir,
    ...settings
  } = flags;
  const listed = accepted === undefined ? null : loadEntries<Accepted>('accepted-differences', accepted);
  if (listed?.ok === false) return refusal(2, firstProblems(listed.error.map(formatProblem)));
  const mistake = mistakeIn(flags, old);
  if (mistake !== undefined) return refusal(2, mistake);
  const gated = gatedReaders(gateReaders);
  if (!gated.ok) return refusal(2, gated.error);
  const inputs = { flags: settings, environment: io.env };
  // Unasked, probes show only what one side takes and the other refuses.
  const unasked = found.value.origins.probes.kind === 'default';
  const before = await givenSide('OLD', old, inputs, unasked);
  if ('message' in before) return before;
  const after = await givenSide('NEW', now, inputs, unasked);
  if ('message' in after) return after;
  const { contract } = builtInDeclarations();
  const inFiles = readWsdlFiles([wsdlOld, wsdlNew], contract);
  if ('message' in inFiles) return inFiles;
  const foreign = await foreignComparison(reportDir);
  if (foreign !== undefined) return foreign;
  const whyNoReader = await whyNotStarted(found.value.readers);
  if (whyNoReader !== undefined) return refusal(2, whyNoReader);
  const again = twice ? ([['again', before]] as const) : [];
  const named = [['old', before, inFiles[0]], ['new', after, inFiles[1]], ...again] as const;
  const options = {
    bindings: found.value.binding.length > 0 ? found.value.binding : undefined,
    narrowed: settingGroups.filters.some((name) => found.value[name].length > 0),
    accepted: listed?.value ?? [],
    strict,
    probes: unasked ? 'taken' : 'all',
    gateReaders: gated.value,
  } as const;
  const made = await untilInterrupted(io, async (run) => {
    const opened = await openSides(named, found.value, reportDir, askOn(io), run);
    if ('message' in opened) return opened;
    const [oldSide, newSide, secondOld] = opened.sides;
    if (!oldSide || !newSide) throw new Error('a side was not opened');
    const paired = pairedSides([oldSide, newSide, secondOld], contract, options);
    const broken = await commandBreakages(found.value.readers, paired.compared, contract);
    if (!broken.ok) return refusal(2, broken.error);
    const yours = { readers: found.value.readers, breakages: broken.value };
    const compared = compareSides(paired, contract, options, yours);
    const comparison = await withSmallest(compared, opened.shrunk);
    return { comparison, tickets: [...oldSide.tickets, ...newSide.tickets] };
  });
  if ('message' in made) return made;
  const { comparison, tickets } = made;
  if (comparison.compared === 0) {
    // Runs are paired by exchange, traffic of others by operation, binding and order.
    const advice = 'compare two runs of this suite, or two recordings of other traffic';
    return refusal(4, `nothing was compared: ${old} and ${now} have no request in common; ${advice}`);
  }
  // A recording of others may hold its ticket in clear.
  const ofRecordings = maskFor(tickets);
  const mask: Mask = (text) => ofRecordings(found.mask(text));
  const masked = maskAll(comparison, mask);
  const paths = await writeComparison(reportDir, masked);
  if (writeAccepted !== undefined) {
    const text = acceptedWith(comparison, accepted, strict);
    await writeToCommit(writeAccepted, mask(text));
    paths.push(writeAccepted);
  }
  io.stdout.write(compareText(masked));
  for (const path of paths) io.stdout.write(ours`reports       ${mask(path)}\n`);
  return comparison;
}

/**
 * Compares with a function that runs a side, until a signal ends it: between the runs too, and never while reports are written.
 * A second signal ends the process at once.
 */
async function untilInterrupted<T>(
  io: Io,
  compare: (run: (plan: RunPlan) => Promise<EndedRun | Refusal>) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const recorded: string[] = [];
  let isOver = false;
  const { runPlan } = await import('../run/run-suite.ts');
  // The question for all sides has been answered by then.
  const allow = async () => ({ ok: true }) as const;
  const tell = (text: string) => io.stderr.write(text);
  const run = async (plan: RunPlan) => {
    const ended = await runPlan(plan, allow, io, { quiet: true, tell });
    if ('message' in ended) return ended;
    recorded.push(shownPath(plan.settings.reportDir));
    isOver ||= ended.interrupted;
    return ended;
  };
  const interrupted = io.interrupted().then(() => {
    isOver = true;
  });
  const made = await Promise.race([interrupted, compare(run)]);
  if (made && !isOver) return made;
  const kept = recorded.length === 0 ? 'no run has ended' : `recorded so far: ${recorded.join(', ')}`;
  return refusal(5, `interrupted: nothing was compared; ${kept}`);
}

/** Says which flags cannot be used as they are. */
function mistakeIn({ twice, accepted, writeAccepted }: CompareFlags, old: string): string | undefined {
  if (twice && existsSync(old))
    return '--twice runs the old side a second time, and a recording cannot be run; give its URL';
  if (writeAccepted === undefined || writeAccepted === accepted || !existsSync(writeAccepted))
    return undefined;
  const advice = `add --accepted ${writeAccepted} to keep its entries, or name another file`;
  return `${writeAccepted} exists already; ${advice}`;
}

/** Returns the file of accepted differences with those that make a comparison red; only a person extends an expired entry. */
function acceptedWith(comparison: Comparison, accepted: string | undefined, strict: boolean): string {
  const { differences, expired, wouldBreak } = comparison;
  const gating = differences.filter(({ kind }) => strict || kind === 'meaning');
  const breaking = wouldBreak.flatMap(({ gates, change }) => (gates && change) || []);
  const added = [...gating.filter((difference) => !isMerged(difference)), ...breaking]
    .filter((difference) => !expired.some((entry) => isSameChange(entry, difference)))
    .map(({ kind, field, from, to }) => ({ kind, field, from, to }));
  return withEntries('accepted-differences', accepted, added, new Date());
}

function gatedReaders(list = ''): Result<readonly string[], string> {
  const names = list.split(',').flatMap((name) => name.trim() || []);
  const known = ['all', ...readers.map(({ id }) => id)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return { ok: true, value: names };
  const error = `--gate-readers: unknown reader "${unknown}"${didYouMean(unknown, known)}`;
  return { ok: false, error: `${error}; list readers shows all` };
}

/** Reads a side: a file or folder is a recording, anything else a target, by its URL or its name in conformance.yaml. */
async function givenSide(
  name: string,
  written: string,
  inputs: SettingInputs,
  withProbes: boolean,
): Promise<GivenSide | Refusal> {
  if (existsSync(written)) return readSide(written);
  const flags = { ...inputs.flags, target: written };
  const called = (setting: string, flag: string) => (setting === 'target' ? name : flag);
  const read = await readRunSettings({ ...inputs, flags, called });
  // Some probes send messages, which a live target gets only on demand.
  if (read.ok)
    return withProbes && !needsPermission(read.value) ? { ...read.value, probes: true } : read.value;
  const isUrl = /[:@]/.test(written.replace(/^[a-z]:/i, ''));
  return isUrl ? read : { ...read, message: `${read.message}\n${written} is no file or folder either` };
}
