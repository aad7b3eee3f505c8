import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withGivenPackets } from '../../cases/plan/narrow.ts';
import { plannedMessages } from '../../cases/plan/plan-cost.ts';
import { exchangeRecipients, isSend, operationOf, recipientsOf } from '../../cases/plan/recipients.ts';
import { internationalNumber, subscriberNumber } from '../../cases/plan/subscriber-number.ts';
import type { Contract } from '../../model/contract.ts';
import { type Exchange, leftOut, type NotRun } from '../../model/exchange.ts';
import { type Refusal, refusal } from '../../model/result.ts';
import type { SendLimits } from '../../model/running/prepared-run.ts';
import type { ToBeSent } from '../../report/console/cost.ts';
import type { Settings } from '../../settings/run-settings.ts';
import { staysHere } from '../../settings/target-url.ts';
import { counted } from '../../text/counted.ts';

export type Allowed = Refusal | { readonly ok: true };

/**
 * True if messages of the target reach people: it is neither embedded nor on this machine. A port of this machine may
 * lead to another, so limits that the user sets hold there too.
 */
export function needsPermission(settings: Settings): boolean {
  const { target, sends, recipients, maxMessages } = settings;
  const said = sends !== null || recipients.length > 0 || maxMessages > 0;
  return target !== null && (said || !staysHere(target, settings));
}

/** Returns why nothing may be sent to a URL, where the permission is for another target. */
function whyWithheld({ withheld }: Settings, url: string): string | undefined {
  if (withheld === undefined) return undefined;
  const named = URL.canParse(withheld) ? url : url.replace(/^https?:\/\//, '');
  return `the permission for ${withheld} is no permission for ${named}: add --sends, --recipients and --max-messages`;
}

/** Returns the advice how to permit messages to a URL. */
export function sendAdvice(settings: Settings, url: string): string {
  return whyWithheld(settings, url) ?? 'add --sends allow, --recipients and --max-messages';
}

/** Returns the limits of what may be sent to a target; null where its messages reach no person. */
export function allowedSends(settings: Settings): Omit<SendLimits, 'ledger'> | null {
  const { sends, recipients, maxMessages } = settings;
  if (!needsPermission(settings)) return null;
  if (sends !== 'allow') return { recipients: [], maxMessages: 0 };
  return { recipients: [...allowList(recipients)], maxMessages };
}

/**
 * Creates the file in which the messages of a run are counted.
 * @throws the system's error where messages are limited and there is no file: without a count, nothing is sent to people
 */
export async function openLimits(allowed: Omit<SendLimits, 'ledger'> | null) {
  const making = mkdtemp(join(tmpdir(), 'postsms-'));
  const folder = await (allowed ? making : making.catch(() => null));
  if (folder === null) return { limits: null, remove: async () => {} };
  const ledger = join(folder, 'messages');
  const limits: SendLimits | null = allowed && { ...allowed, ledger };
  return { limits, ledger, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Removes from a selection the exchanges that may not run; some report on listed packets instead of sending. */
export function permittedOf(selected: readonly Exchange[], contract: Contract, settings: Settings) {
  const isLive = needsPermission(settings);
  const exchanges: Exchange[] = [];
  const notRun: NotRun[] = [];
  // Probes and calls of clients that may not be sent are no part of what a run has to judge.
  const probesNotRun: NotRun[] = [];
  for (const exchange of selected) {
    const may = isLive ? permitted(exchange, contract, settings) : exchange;
    if (typeof may !== 'string') exchanges.push(may);
    else (exchange.probe || exchange.client ? probesNotRun : notRun).push(leftOut(exchange, may));
  }
  const reasons = new Set([...notRun, ...probesNotRun].map(({ reason }) => reason));
  const why = isLive ? whyRefused(exchanges, selected, reasons, settings) : undefined;
  const allowed: Allowed = why === undefined ? { ok: true } : refusal(4, why);
  return { exchanges, notRun, probesNotRun, allowed };
}

function permitted(exchange: Exchange, contract: Contract, settings: Settings): Exchange | string {
  const { sends, recipients, packetIds } = settings;
  const sending = exchange.steps.filter((step) => isSend(step, contract));
  if (sending.length === 0) {
    // By itself a run reports only on packets that are listed.
    return sends !== null || asksOnlyFor(packetIds, exchange, contract)
      ? exchange
      : 'this exchange asks for a packet that is not listed; add --packet-ids or --sends refuse';
  }
  if (sends === 'allow') {
    if (exchange.client?.isUnclear && exchange.steps.slice(-1).some((step) => isSend(step, contract))) {
      return 'readers differ in which numbers this call names, so its messages cannot be counted';
    }
    // An endpoint may do anything with a send to nobody, so its cost cannot be allowed.
    const toNobody = sending.some((step) => recipientsOf(step, contract).length === 0);
    if (toNobody) return 'this exchange sends to no number';
    return withinList(exchange, contract, recipients) ?? exchange;
  }
  if (!exchange.anyPacket) {
    const isForbidden = sends === 'refuse';
    const advice = isForbidden ? '--sends refuse forbids it' : sendAdvice(settings, settings.target ?? '');
    return `this exchange sends messages; ${advice}`;
  }
  if (packetIds.length > 0) return withGivenPackets(exchange, packetIds);
  return 'this exchange reports on a packet; add --packet-ids';
}

function asksOnlyFor(packetIds: readonly string[], { steps }: Exchange, contract: Contract): boolean {
  return steps.every((step) => {
    const operation = operationOf(step, contract);
    const packet = operation.kind === 'report' ? step.values[operation.packet.name] : undefined;
    return typeof packet === 'string' && packetIds.includes(packet);
  });
}

/** Returns why an exchange cannot run with the allowed numbers; undefined where it can, or no numbers are listed. */
function withinList(exchange: Exchange, contract: Contract, recipients: readonly string[]) {
  const allowed = allowList(recipients);
  if (allowed.size === 0) return undefined;
  const written = exchangeRecipients(exchange, contract);
  const wanted = new Set(written.map((text) => internationalNumber(text) ?? subscriberNumber(text) ?? text));
  const left = [...wanted].filter((number) => !allowed.has(number));
  if (left.length === 0) return undefined;
  if (left.every((number) => allowed.has(subscriberNumber(number) ?? ''))) {
    return 'this exchange writes numbers without country code; another country could read them as numbers outside --recipients, so none permits it: leave it out with --exclude';
  }
  return wanted.size > allowed.size
    ? `this exchange needs ${wanted.size} different numbers; --recipients has ${allowed.size}`
    : 'this exchange sends to a number outside --recipients';
}

/** Returns the numbers that may be sent to, as the digits of --recipients; numbers without country code are left out. */
export function allowList(recipients: readonly string[]): ReadonlySet<string> {
  return new Set(recipients.flatMap((text) => internationalNumber(text) ?? []));
}

/** Returns why a run may not begin: nothing is left of it, or its messages lack a list of recipients or a budget. */
function whyRefused(
  exchanges: readonly Exchange[],
  selected: readonly Exchange[],
  reasons: ReadonlySet<string>,
  settings: Settings,
): string | undefined {
  const target = settings.target ?? '';
  const messages = plannedMessages(exchanges.length > 0 ? exchanges : selected);
  const cost = `${new URL(target).host} would get ${counted(messages, 'message')}`;
  if (exchanges.length === 0) {
    // The smallest part of a plan that is worth a run.
    const smoke = plannedMessages(selected.filter(({ tags }) => tags.includes('smoke')));
    const isPart = smoke > 0 && smoke < messages;
    const most = isPart ? `${smoke} with --tag smoke (without it ${messages})` : `${messages}`;
    const how = {
      allow: 'add --recipients, each with its country code, or choose other cases',
      refuse: 'add --packet-ids to report on existing packets',
      none: `to send, add --sends allow, --recipients and --max-messages ${most}; to report only, add --packet-ids for existing packets, or --sends refuse`,
    }[settings.sends ?? 'none'];
    const why = [...reasons].map((reason) => `  ${reason}`);
    return [`${cost}, but no exchange may run:`, ...why, how].join('\n');
  }
  const why = messages === 0 ? undefined : whyForbidden(settings, messages);
  const where = staysHere(target, settings) ? '' : ' (the host is not this machine)';
  return why && `${cost}${where}; ${why}`;
}

function whyForbidden(settings: Settings, messages: number): string | undefined {
  const { recipients, maxMessages } = settings;
  const withheld = whyWithheld(settings, settings.target ?? '');
  if (withheld && (allowList(recipients).size === 0 || maxMessages === 0)) return withheld;
  if (allowList(recipients).size === 0) {
    return 'no permission: add --recipients with the numbers that may get messages';
  }
  if (maxMessages === 0) return `no permission: add --max-messages ${messages} or more`;
  if (messages <= maxMessages) return undefined;
  return `--max-messages allows ${maxMessages}: narrow the run with filters, or raise it to ${messages}`;
}

export type SendQuestion = ToBeSent & { readonly confirmed: boolean };

/** Asks the question; any answer but a clear yes stops the run. */
export type AskToSend = (question: SendQuestion) => Promise<Allowed>;

/** Answers where there is no terminal: only a run that is confirmed already may send. */
export const askNobody: AskToSend = async ({ confirmed, cost, host, byClients }) => {
  if (confirmed) return { ok: true };
  const messages = `${byClients ? 'up to ' : ''}${cost.messages} messages`;
  return refusal(4, `${host} would get ${messages}; there is no terminal to ask on: add --yes to send them`);
};
