import { shownPath } from '../declarations/shown-path.ts';
import type { Settings } from '../model/settings.ts';
import { planCost } from '../plan/plan-cost.ts';
import { isOneOfSeveral } from '../plan/shard.ts';
import { dryRunText } from '../report/dry-run.ts';
import { printable } from '../report/finding-text.ts';
import { lstatOrNothing } from '../report/lstat-or-nothing.ts';
import { type Mask, ownText } from '../report/mask.ts';
import { endingAtBest } from '../report/summary.ts';
import { whyUnwritable } from '../report/unwritable.ts';
import { allowList, needsPermission } from '../run/live-plan.ts';
import { mistakeMask } from '../run/mistake-mask.ts';
import { runPlan } from '../run/run-plan.ts';
import { runSuite } from '../run/run-suite.ts';
import { readRunSettings } from '../settings/read-run-settings.ts';
import type { FoundSettings } from '../settings/read-settings.ts';
import { withSources } from '../settings/with-sources.ts';
import { askOn } from './confirm.ts';
import type { RunFlags } from './run-flags.ts';
import { sayMistake } from './say-mistake.ts';
import { refuseSwallowed } from './swallowed-flags.ts';

/** `run`: judges the target and resolves with the exit code. */
export async function runCommand(flags: RunFlags, environment: NodeJS.ProcessEnv): Promise<number> {
  const handedOn = refuseSwallowed('run', flags, environment);
  const settings = handedOn.ok ? await readRunSettings({ flags, environment }) : handedOn;
  if (!settings.ok) {
    sayMistake(ownText(settings.message));
    return settings.exitCode;
  }
  const mask = mistakeMask(environment, settings.value);
  if (flags.writeKnown) {
    const mistake = await writeKnownMistake(flags, settings.value);
    if (mistake !== undefined) {
      sayMistake(mask(printable(mistake)));
      return 2;
    }
  }
  if (flags.watch) return watch(flags, settings, mask);
  if (flags.dryRun) return dryRun(settings, mask);
  const writeKnown = flags.writeKnown ?? false;
  // What is to be written need not be there.
  const known = { ...settings.value.known, ...(writeKnown ? { mustExist: false } : {}) };
  const ask = askOn({ input: process.stdin, output: process.stdout });
  const ended = await runSuite({ ...settings.value, known }, ask, { writeKnown });
  if ('message' in ended) sayMistake(mask(withSources(ended.message, settings.effective)));
  return ended.exitCode;
}

/** Runs again what is saved; the watcher is loaded only here. */
async function watch(
  { dryRun: dry, writeKnown }: RunFlags,
  found: FoundSettings,
  mask: Mask,
): Promise<number> {
  const other = dry ? '--dry-run' : writeKnown ? '--write-known' : undefined;
  if (other !== undefined) {
    sayMistake(ownText(`--watch judges again and again, and ${other} is for one run: leave one of them out`));
    return 2;
  }
  const { shard } = found.value;
  if (isOneOfSeveral(shard)) {
    sayMistake(
      ownText('--watch shows how the whole plan does, and this is one shard of it: run it without --shard'),
    );
    return 2;
  }
  const { watchCases } = await import('../run/watch-cases.ts');
  const told = (text: string) => mask(withSources(text, found.effective));
  const ask = askOn({ input: process.stdin, output: process.stdout });
  const ended = await watchCases(found.value, ask, (text) => process.stdout.write(told(text)));
  if ('message' in ended) sayMistake(told(ended.message));
  return ended.exitCode;
}

async function writeKnownMistake(
  { dryRun: dry }: RunFlags,
  { known, shard }: Settings,
): Promise<string | undefined> {
  if (dry) return '--write-known needs what a run finds, and --dry-run finds nothing: leave one of them out';
  if (isOneOfSeveral(shard)) {
    return '--write-known needs what the whole plan finds, and this is one shard of it: run it without --shard';
  }
  if (known.path !== null) return notWritable(known.path);
  return '--write-known needs a file to write: name one with --known FILE, or judge a target of conformance.yaml by its name, whose file is known-failures/NAME.yaml';
}

/** A link, or such as a pipe, whose place the written file would take; or what can be written nowhere. */
async function notWritable(path: string): Promise<string | undefined> {
  if ((await lstatOrNothing(path))?.isFile() === false) {
    return `${shownPath(path)} is no regular file, and --write-known would take its place: name the file itself with --known FILE`;
  }
  const why = await whyUnwritable(path);
  return why && `${shownPath(path)} cannot be written: ${why}; name another file with --known FILE`;
}

/** Shows the plan and what it costs, also where it would be refused, and ends as the run then would; touches no network. */
function dryRun({ value: settings, effective }: FoundSettings, mask: Mask): number {
  const plan = runPlan(settings, 'dryrun');
  if (!plan.ok) {
    sayMistake(mask(withSources(plan.message, effective)));
    return plan.exitCode;
  }
  const { planned, part, allowed } = plan;
  const { contract } = planned.declarations;
  const cost = planCost(part.exchanges, contract, allowList(settings.sends.recipients));
  const numbersShown = needsPermission(settings) && !settings.maskNumbers;
  process.stdout.write(dryRunText(part.exchanges, part.notRun, cost, numbersShown));
  if (!allowed.ok) {
    process.stdout.write(mask(`refused       ${withSources(allowed.message, effective)}\n`));
    return allowed.exitCode;
  }
  const { exitCode, outcome, why } = endingAtBest({ ...part, gate: settings.gate, ...settings.sends });
  if (exitCode !== 0) process.stdout.write(mask(`at best       ${outcome}: ${why}\n`));
  return exitCode;
}
