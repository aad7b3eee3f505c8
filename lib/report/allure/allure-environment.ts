import { suiteIdentity } from '../../bindings/suite-identity.ts';
import type { Handoff } from '../../model/running/handoff.ts';
import { INSECURE, isInsecure } from '../../results/insecure.ts';
import { maskFor } from '../../secrets/mask.ts';

/** What the Allure report says about the run as a whole. */
export function allureEnvironment(run: Handoff): Readonly<Record<string, string>> {
  const mask = maskFor(run.secrets, run.numbers);
  const { baseUrl, kind, namespace } = run.target;
  const { name, version } = suiteIdentity();
  return {
    Target: mask(`${baseUrl} (${kind})`),
    Namespace: mask(namespace),
    Suite: `${name} ${version}`,
    Gate: run.gate,
    ...(run.notRun.length > 0 ? { 'Not run': `${run.notRun.length} exchanges, see results.json` } : {}),
    ...(isInsecure(run) ? { INSECURE } : {}),
  };
}
