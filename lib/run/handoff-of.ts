import { defectsByRequirement } from '../defects/registry.ts';
import type { Handoff } from '../model/running/handoff.ts';
import type { RunPlan } from '../model/running/run-plan.ts';
import type { Environment, Settings } from '../model/running/settings.ts';
import { githubJob } from '../report/github/github-job.ts';
import type { FolderLock } from '../report-folder/own-folder.ts';
import { reportFilesOf } from '../report-folder/report-folder.ts';
import { secretsOf, transportOf } from '../settings/reach.ts';
import { numbersToMask } from './sends/subscriber-numbers.ts';

export interface Prepared {
  readonly ok: true;
  readonly handoff: Handoff;
  /** Ids of the exchanges of the whole plan that can fail, whatever the run chooses of them. */
  readonly ids: readonly string[];
  /** The report folder, while it is that of this run. */
  readonly lock: FolderLock;
  /** Stops the embedded reference, if there is one, and lets other runs have the report folder. */
  close(): Promise<void>;
}

/** What a plan hands on, but for what is known only once the target is open. */
export function handoffOf(
  plan: RunPlan,
  settings: Settings,
  environment: Environment,
): Omit<Handoff, 'limits' | 'target'> {
  const reportFiles = reportFilesOf(settings.reporters, settings.reportDir);
  return {
    contract: plan.declarations.contract,
    register: plan.declarations.register,
    defects: defectsByRequirement(),
    exchanges: plan.exchanges,
    notRun: plan.notRun,
    notes: plan.notes,
    shard: plan.shard,
    known: plan.known,
    permission: settings.sends.permission,
    gate: settings.gate,
    pace: settings.pace,
    transport: transportOf(settings),
    secrets: secretsOf(settings),
    numbers: numbersToMask(settings, plan.selected),
    reportDir: settings.reportDir,
    reportFiles,
    recordTo: reportFiles.find(({ format }) => format === 'har')?.path ?? null,
    recordings: null,
    github: githubJob(
      environment,
      settings.reporters.some(({ name }) => name === 'github'),
    ),
    allure: settings.allure,
  };
}
