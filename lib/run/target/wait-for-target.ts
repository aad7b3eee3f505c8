import { setTimeout as pause } from 'node:timers/promises';
import type { Contract } from '../../model/contract.ts';
import type { Settings } from '../../settings/run-settings.ts';
import type { SendOutcome } from '../../wire/transport/sender.ts';
import { type Aim, askForWsdl } from './probe-wsdl.ts';

const PAUSE_MS = 250;

/** What proxies answer whose server is not there yet (RFC 9110 §15.6.3 to §15.6.5). */
const NOT_YET = [502, 503, 504];

/** Waits until a target answers, at most as long as the settings say; returns why it did not, and null where it did. */
export async function whyNoAnswer(
  settings: Aim & Pick<Settings, 'wait'>,
  contract: Contract,
): Promise<string | null> {
  const { target, wait } = settings;
  if (target === null || wait === null) return null;
  const end = performance.now() + wait * 1000;
  for (;;) {
    const outcomes = (await askForWsdl(settings, contract, 1)).map(({ outcome }) => outcome);
    if (outcomes.some(isAnswer)) return null;
    if (performance.now() + PAUSE_MS > end) {
      return `${target} did not answer within ${wait} s (--wait): ${outcomes.map(outcomeText).join()}`;
    }
    await pause(PAUSE_MS);
  }
}

function isAnswer(outcome: SendOutcome): boolean {
  return outcome.kind === 'response' && !NOT_YET.includes(outcome.response.status);
}

function outcomeText(outcome: SendOutcome): string {
  return outcome.kind === 'response' ? `status ${outcome.response.status}` : outcome.failure.message;
}
