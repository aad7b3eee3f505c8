import { dryRunText } from '../report/dry-run.ts';
import { planRun } from '../run/plan-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { readRunSettings } from '../settings/read-run-settings.ts';
import { withSources } from '../settings/with-sources.ts';
import type { RunFlags } from './run-flags.ts';

/** `run`: judges the target and resolves with the exit code. */
export async function runCommand(flags: RunFlags, environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = await readRunSettings({ flags, environment });
  if (!settings.ok) {
    process.stderr.write(`${settings.message}\n`);
    return settings.exitCode;
  }
  if (flags.dryRun) {
    const planned = planRun(settings.value, 'dryrun');
    if (planned.ok) process.stdout.write(dryRunText(planned.exchanges));
    else process.stderr.write(`${withSources(planned.message, settings.effective)}\n`);
    return planned.ok ? 0 : planned.exitCode;
  }
  const ended = await runSuite(settings.value);
  if ('message' in ended) process.stderr.write(`${withSources(ended.message, settings.effective)}\n`);
  return ended.exitCode;
}
