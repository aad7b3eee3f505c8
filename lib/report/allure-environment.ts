import type { Handoff } from '../model/handoff.ts';
import { INSECURE, isInsecure } from './insecure.ts';
import { maskFor } from './mask.ts';

/** What the Allure report says about the run as a whole. */
export function allureEnvironment(run: Handoff): Readonly<Record<string, string>> {
  const mask = maskFor(run.secrets);
  const { baseUrl, kind, namespace } = run.target;
  return {
    Target: mask(`${baseUrl} (${kind})`),
    Namespace: mask(namespace),
    ...(isInsecure(run) ? { INSECURE } : {}),
  };
}
