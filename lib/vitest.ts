/**
 * The suite as tests of one's own Vitest project.
 *
 *     import { conformanceTests } from 'postsms-conformance/vitest';
 *     beforeAll(async () => { gateway = await startGateway(); });
 *     conformanceTests({ target: () => gateway.url, namespace: 'http://tempuri.org/' });
 */
import type { ConformanceOptions } from './run/run-options.ts';
import { declareTests } from './run/vitest-tests.ts';

export type { ConformanceOptions } from './run/run-options.ts';

/**
 * Declares a test for each exchange, in a `describe` block, and a last one, `outcome`, which fails unless the run conforms.
 * With `reportDir` among the settings, `outcome` writes results.json, report.html and what `reporter` names there. What
 * is not among the options comes from where `run` takes it; sends to a target that is not this machine need `yes: true`.
 */
export function conformanceTests(options: ConformanceOptions = {}): void {
  declareTests(options);
}
