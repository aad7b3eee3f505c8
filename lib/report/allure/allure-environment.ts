import { suiteIdentity } from '../../bindings/suite-identity.ts';
import type { MaskedRun } from '../../model/running/handoff.ts';
import { INSECURE, isInsecure } from '../../results/insecure.ts';

/** What the Allure report says about the run as a whole. */
export function allureEnvironment(run: MaskedRun): Readonly<Record<string, string>> {
  const { mask, target } = run;
  const { baseUrl, kind, namespace } = target;
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
