import type { TestProject } from 'vitest/node';
import type { Handoff } from '../lib/model/handoff.ts';
import type { Stop } from '../lib/run/stop.ts';

declare module 'vitest' {
  interface ProvidedContext {
    run: Handoff;
  }
}

/**
 * Prepares the run where the command line has not: `vitest` by itself takes its settings from conformance.yaml
 * and the environment.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('run' in project.getProvidedContext()) return undefined;
  // Loaded only here, because Vitest transforms every file of it.
  const { readRunSettings } = await import('../lib/settings/read-run-settings.ts');
  const { withSources } = await import('../lib/settings/with-sources.ts');
  const { mistakeMask } = await import('../lib/run/mistake-mask.ts');
  const { prepare } = await import('../lib/run/prepare.ts');
  const { askNobody } = await import('../lib/run/send-question.ts');
  const { announcement } = await import('../lib/report/cost.ts');
  const settings = await readRunSettings({ flags: {}, environment: process.env });
  if (!settings.ok) throw stopped(settings);
  const prepared = await prepare(settings.value, (question) => {
    process.stdout.write(`${announcement(question).join('\n')}\n`);
    return askNobody(question);
  });
  if (!prepared.ok) {
    const mask = mistakeMask(process.env, settings.value);
    throw stopped({ ...prepared, message: mask(withSources(prepared.message, settings.effective)) });
  }
  project.provide('run', prepared.handoff);
  return prepared.close;
}

/**
 * What the user did wrong stands in the message; where the harness noticed it is of no use to anyone. Vitest has one
 * exit code for whatever throws, so that of the command is given when the process ends.
 */
function stopped({ message, exitCode }: Stop): Error {
  process.once('exit', () => {
    process.exitCode = exitCode;
  });
  const error = new Error(message);
  error.stack = message;
  return error;
}
