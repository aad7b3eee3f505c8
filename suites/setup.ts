import type { TestProject } from 'vitest/node';
import type { Refusal } from '../lib/model/result.ts';
import type { PreparedRun } from '../lib/model/running/prepared-run.ts';
import { announcement } from '../lib/report/console/cost.ts';
import { readRunSettings } from '../lib/run/check-settings.ts';
import type { RunPlan } from '../lib/run/plan-run.ts';
import { type Prepared, planAllowed, prepare, preparedOf } from '../lib/run/prepare.ts';
import { type AskToSend, askNobody } from '../lib/run/sends/permission.ts';

declare module 'vitest' {
  interface ProvidedContext {
    run: PreparedRun;
    /** Tests are about to run, and not only to be listed. */
    begun: true;
  }
}

/**
 * Prepares the run for `vitest` by itself, which takes its settings from conformance.yaml and the environment; the command
 * prepares its own. `vitest list` gets what there is to run, and leaves the reports of the run before where they are.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = await readRunSettings({ flags: {}, environment: process.env });
  if (!settings.ok) throw stopped(settings);
  const ask: AskToSend = (question) => {
    process.stdout.write(`${announcement(question).join('\n')}\n`);
    return askNobody(question);
  };
  const plan = planAllowed(settings.value);
  if (!plan.ok) throw stopped({ ...plan, message: settings.mask(plan.message) });
  const prepared =
    'begun' in project.getProvidedContext() ? await prepare(plan, ask, process.env) : listed(plan);
  if (!prepared.ok) {
    throw stopped({ ...prepared, message: settings.mask(prepared.message) });
  }
  project.provide('run', prepared.run);
  return prepared.close;
}

/** What there is to run, for a list of its names: nothing is opened or written, and no request can go anywhere. */
function listed(plan: RunPlan): Prepared {
  const run = preparedOf(plan, process.env);
  // It has no limits, so it has no target: were it run by mistake, nothing could be reached at port 0.
  const target = { ...run.target, baseUrl: 'http://127.0.0.1:0' };
  return { ok: true, run: { ...run, target }, close: async () => {} };
}

/**
 * What the user did wrong appears in the message; where the harness noticed it is of no use to anyone. Vitest has one
 * exit code for whatever throws, so that of the command is given when the process ends.
 */
function stopped({ message, exitCode }: Refusal): Error {
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
  const error = new Error(message);
  error.stack = message;
  return error;
}
