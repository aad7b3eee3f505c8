import { shownPath } from '../cases/yaml/format-problem.ts';
import { printable, printableLines } from '../findings/finding-text.ts';
import { type Refusal, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import type { Settings } from '../model/running/settings.ts';
import { planCost } from '../plan/plan-cost.ts';
import { isOneOfSeveral } from '../plan/shard.ts';
import { dryRunText } from '../report/console/cost.ts';
import { lstatOrNothing } from '../report-folder/report-folder.ts';
import { whyUnwritable } from '../report-folder/write-atomic.ts';
import { endingAtBest } from '../results/summary.ts';
import { planRun } from '../run/plan-run.ts';
import { readRunSettings } from '../run/run-settings.ts';
import { runSuite } from '../run/run-suite.ts';
import { mergeShards } from '../run/several/merge-shards.ts';
import type { Mask } from '../secrets/mask.ts';
import { mistakeMask } from '../settings/reach.ts';
import { type FoundSettings, readSettings } from '../settings/read-settings.ts';
import { type EffectiveSettings, withSources } from '../settings/run-settings.ts';
import { askOn } from './confirm.ts';
import { JUDGED, MERGED, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

export interface RunFlags extends SettingFlags {
  readonly dryRun?: true;
  readonly writeKnown?: true;
  readonly writePins?: string;
  readonly watch?: true;
}

/** `run`: judges the target and resolves with the exit code. */
export async function runCommand(flags: RunFlags, io: Io): Promise<number> {
  const settings = await readRunSettings({ flags, environment: io.env });
  if (!settings.ok) return refuse(io, settings);
  const mask = mistakeMask(io.env, settings.value);
  if (flags.writeKnown) {
    const mistake = await writeKnownMistake(flags, settings.value);
    if (mistake !== undefined) return refuse(io, refusal(2, printable(mistake)), mask);
  }
  if (flags.writePins !== undefined) {
    const mistake = await writePinsMistake(flags.writePins, flags, settings.value);
    if (mistake !== undefined) return refuse(io, refusal(2, printable(mistake)), mask);
  }
  if (flags.watch) return watch(flags, settings, mask, io);
  if (flags.dryRun) return dryRun(settings, mask, io);
  const writeKnown = flags.writeKnown ?? false;
  // What is to be written need not be there.
  const known = { ...settings.value.known, ...(writeKnown ? { mustExist: false } : {}) };
  const ended = await runSuite({ ...settings.value, known }, askOn(io), io, {
    writeKnown,
    ...(flags.writePins === undefined ? {} : { writePins: flags.writePins }),
  });
  const told = (text: string) => mask(withSources(text, settings.effective));
  return 'message' in ended ? refuse(io, ended, told) : ended.exitCode;
}

/** Runs again what is saved; the watcher is loaded only here. */
async function watch(
  { dryRun: dry, writeKnown, writePins }: RunFlags,
  found: FoundSettings,
  mask: Mask,
  io: Io,
): Promise<number> {
  const written = writeKnown ? '--write-known' : writePins === undefined ? undefined : '--write-pins';
  const other = dry ? '--dry-run' : written;
  if (other !== undefined) {
    return refuse(io, refusal(2, `--watch and ${other} cannot be combined; remove one of them`));
  }
  if (isOneOfSeveral(found.value.shard)) {
    return refuse(io, refusal(2, '--watch cannot run a shard; remove --shard'));
  }
  const { watchCases } = await import('../run/several/watch-cases.ts');
  const told = (text: string) => mask(withSources(text, found.effective));
  const once = (settings: Settings) => runSuite(settings, askOn(io), io);
  const ended = await watchCases(found.value, once, io, (text) => io.stdout.write(told(text)));
  return 'message' in ended ? refuse(io, ended, told) : ended.exitCode;
}

async function writeKnownMistake(
  { dryRun: dry }: RunFlags,
  { known, shard }: Settings,
): Promise<string | undefined> {
  if (dry) return '--write-known and --dry-run cannot be combined; remove one of them';
  if (isOneOfSeveral(shard)) return '--write-known cannot run with a shard; remove --shard';
  if (known.path !== null) return notWritable(known.path);
  return '--write-known has no file to write; add --known FILE, or choose a target of conformance.yaml by name (its file is known-failures/NAME.yaml)';
}

/** What keeps a file of pins from being written; one that is there may have been edited. */
async function writePinsMistake(
  file: string,
  { dryRun: dry }: RunFlags,
  { shard }: Settings,
): Promise<string | undefined> {
  if (dry) return '--write-pins and --dry-run cannot be combined; remove one of them';
  if (isOneOfSeveral(shard)) return '--write-pins cannot run with a shard; remove --shard';
  if (!/\.ya?ml$/i.test(file))
    return `--write-pins: ${file} is not a case file; expected a name that ends with .yaml`;
  const change = 'choose another file with --write-pins FILE';
  if (await lstatOrNothing(file)) return `--write-pins: ${shownPath(file)} exists; remove it, or ${change}`;
  const why = await whyUnwritable(file);
  return why && `--write-pins: ${shownPath(file)} cannot be written: ${why}; ${change}`;
}

/** A link, or such as a pipe, whose place the written file would take; or what can be written nowhere. */
async function notWritable(path: string): Promise<string | undefined> {
  if ((await lstatOrNothing(path))?.isFile() === false) {
    return `${shownPath(path)} is not a regular file, and --write-known would replace it; name the file itself with --known FILE`;
  }
  const why = await whyUnwritable(path);
  return why && `${shownPath(path)} cannot be written: ${why}; choose another file with --known FILE`;
}

/** Shows the plan and what it costs, also where it would be refused, and ends as the run then would; touches no network. */
function dryRun({ value: settings, effective }: FoundSettings, mask: Mask, io: Io): number {
  const told = (text: string) => mask(withSources(text, effective));
  const plan = planRun(settings, 'dryrun');
  if (!plan.ok) return refuse(io, plan, told);
  const { exchanges, declarations, sends, allowed } = plan;
  const cost = planCost(exchanges, declarations.contract, new Set(sends?.recipients));
  const numbersShown = sends !== null && !settings.maskNumbers;
  io.stdout.write(dryRunText(exchanges, plan, cost, numbersShown));
  if (!allowed.ok) {
    io.stdout.write(told(`refused       ${allowed.message}\n`));
    return allowed.exitCode;
  }
  const { exitCode, outcome, why } = endingAtBest({
    ...plan,
    gate: settings.gate,
    permission: settings.sends.permission,
  });
  if (exitCode !== 0) io.stdout.write(mask(`at best       ${outcome}: ${why}\n`));
  return exitCode;
}

/** `judge`: judges the requests and responses of recordings, whoever made them; nothing is sent. */
export async function judgeCommand(files: readonly string[], flags: SettingFlags, io: Io): Promise<number> {
  const settings = await readSettings({ flags, environment: io.env }, JUDGED);
  if (!settings.ok) return endOf(settings, io);
  const sources = files.map((file) => ({ file }));
  const recordings = { sources, namespace: givenNamespace(settings.effective) };
  return endOf(await runSuite(settings.value, nothingToAsk, io, { recordings }), io);
}

function givenNamespace({ namespace }: EffectiveSettings): string | null {
  return namespace.origin.kind === 'default' ? null : namespace.value;
}

/** No recording sends anything. */
async function nothingToAsk(): Promise<never> {
  throw new Error('a recording was about to be sent');
}

/** `merge`: one run of the shards that jobs of their own have run, with the exit code of that run. */
export async function mergeCommand(folders: readonly string[], flags: SettingFlags, io: Io): Promise<number> {
  const settings = await readSettings({ flags, environment: io.env }, MERGED);
  return endOf(
    settings.ok ? await mergeShards(folders, settings.value, mistakeMask(io.env), io) : settings,
    io,
  );
}

/** The exit code, and why where there are no results. */
function endOf(ended: Refusal | { readonly exitCode: number }, io: Io): number {
  const mask = mistakeMask(io.env);
  return 'message' in ended ? refuse(io, ended, (text) => mask(printableLines(text))) : ended.exitCode;
}
