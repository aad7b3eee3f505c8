import type { JudgedRun } from '../model/running/handoff.ts';

/** Said wherever a run that did not verify the certificate of its target says what it judged. */
export const INSECURE =
  'the certificate of the target was not verified (--insecure): whoever stands between may have answered in its place';

/** Whether nobody vouches for the target; over http there is no certificate that could be verified. */
export function isInsecure({ target, transport }: Pick<JudgedRun, 'target' | 'transport'>): boolean {
  return transport.insecure && target.baseUrl.startsWith('https:');
}
