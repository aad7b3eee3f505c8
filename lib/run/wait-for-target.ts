import { setTimeout as pause } from 'node:timers/promises';
import type { Contract } from '../model/contract.ts';
import type { Settings } from '../settings/run-settings.ts';
import { openSender, type SendOutcome } from '../wire/transport/sender.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';

type Aim = Pick<Settings, 'target' | 'pace' | 'transport'>;

const PAUSE_MS = 250;
const TIMEOUT_MS = 2_000;

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

/** Asks a target for the WSDL of its path bases, or of the first `most` of them: nothing that could send a message. */
export async function askForWsdl(
  { target, pace, transport }: Aim,
  { operations }: Pick<Contract, 'operations'>,
  most?: number,
): Promise<readonly { readonly path: string; readonly outcome: SendOutcome }[]> {
  const limit = Math.min(TIMEOUT_MS, pace.timeout);
  const limits = { connectTimeout: limit, firstByteTimeout: limit, timeout: limit };
  const baseUrl = target ?? '';
  const sender = openSender(baseUrl, { ...pace, ...limits, maxResponseBytes: 1_000_000, ...transport });
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const paths = [...new Set(operations.map(({ path }) => path))].slice(0, most);
  try {
    return await Promise.all(
      paths.map(async (path) => {
        const request = { method: 'GET', path: `${base}${path}?WSDL`, headers: [], body: null } as const;
        return { path, outcome: await sender.send(request) };
      }),
    );
  } finally {
    await sender.close();
  }
}

/** The text of a WSDL; empty for anything else than a response with 200. */
export function wsdlText(outcome: SendOutcome): string {
  if (outcome.kind === 'failure' || outcome.response.status !== 200) return '';
  return decodeBytes(outcome.response.body, null).text ?? '';
}

/** The namespace that a WSDL describes; undefined for anything else. */
export function namespaceOf({ outcome }: { readonly outcome: SendOutcome }): string | undefined {
  const xml = parseXml(wsdlText(outcome));
  if (xml.kind !== 'document') return undefined;
  return xml.root.attributes.find(({ uri, local }) => uri === '' && local === 'targetNamespace')?.value;
}
