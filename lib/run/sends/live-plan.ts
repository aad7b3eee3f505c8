import type { Contract } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { NotRun } from '../../model/running/results.ts';
import type { Settings } from '../../model/running/settings.ts';
import { withGivenPackets } from '../../plan/given-packets.ts';
import { exchangeRecipients, isSend, recipientsOf } from '../../plan/recipients.ts';
import { internationalNumber, subscriberNumber } from '../../plan/subscriber-number.ts';
import { valuesOf } from '../../plan/values-of.ts';
import { staysHere } from '../../settings/target-url.ts';

/** The part of a plan that may be run, and the rest with the reasons why it is not. */
export interface LivePlan {
  readonly exchanges: readonly Exchange[];
  readonly notRun: readonly NotRun[];
}

/**
 * Whether sends need permission: messages of a target that is neither embedded nor on this machine reach people.
 * A port of this machine may lead to another, so what somebody said of sends holds there too.
 */
export function needsPermission({
  target,
  transport,
  sends,
}: Pick<Settings, 'target' | 'transport' | 'sends'>): boolean {
  const said = sends.permission !== null || sends.recipients.length > 0 || sends.maxMessages > 0;
  return target !== null && (said || !staysHere(target, transport));
}

/** Takes out of a plan what may not be run, and asks about given packets where that keeps what a case says. Pure. */
export function livePlan(exchanges: readonly Exchange[], contract: Contract, settings: Settings): LivePlan {
  if (!needsPermission(settings)) return { exchanges, notRun: [] };
  const run: Exchange[] = [];
  const notRun: NotRun[] = [];
  for (const exchange of exchanges) {
    const planned = permitted(exchange, contract, settings);
    if (typeof planned !== 'string') run.push(planned);
    else notRun.push({ id: exchange.id, level: exchange.level, reason: planned });
  }
  return { exchanges: run, notRun };
}

/** The exchange as it may be run, or why it may not. */
function permitted(exchange: Exchange, contract: Contract, settings: Settings): Exchange | string {
  const { sends, packetIds } = settings;
  const sending = exchange.steps.filter((step) => isSend(step, contract));
  if (sending.length === 0) {
    // By itself a run asks only for packets that it was given.
    return sends.permission !== null || asksOnlyFor(packetIds, exchange, contract)
      ? exchange
      : 'this exchange asks for a packet that is not listed; add --packet-ids or --sends refuse';
  }
  if (sends.permission === 'allow') {
    // What an endpoint makes of a send to nobody is its own affair, so it has no cost that could be allowed.
    if (sending.some((step) => recipientsOf(step, contract).length === 0)) {
      return 'this exchange sends to no number';
    }
    return withinList(exchange, contract, sends.recipients) ?? exchange;
  }
  if (!exchange.anyPacket) {
    return sends.permission === 'refuse'
      ? 'this exchange sends messages; --sends refuse forbids it'
      : 'this exchange sends messages; add --sends allow, --recipients and --max-messages';
  }
  if (packetIds.length > 0) return withGivenPackets(exchange, packetIds);
  return 'this exchange reports on a packet; add --packet-ids';
}

/** Whether every packet that an exchange asks for is one of these. */
function asksOnlyFor(packetIds: readonly string[], { steps }: Exchange, contract: Contract): boolean {
  return steps.every((step) => {
    const asked = valuesOf('packet', step, contract);
    return asked.length > 0 && asked.every((id) => typeof id === 'string' && packetIds.includes(id));
  });
}

const AMBIGUOUS =
  'this exchange writes numbers without country code; another country could read them as numbers outside --recipients';

/** Why an exchange cannot be run with the numbers that may be sent to; undefined where it can, or there are none. */
function withinList(
  exchange: Exchange,
  contract: Contract,
  recipients: readonly string[],
): string | undefined {
  const allowed = allowList(recipients);
  if (allowed.size === 0) return undefined;
  const wanted = new Set(
    exchangeRecipients(exchange, contract).map(
      (text) => internationalNumber(text) ?? subscriberNumber(text) ?? text,
    ),
  );
  const left = [...wanted].filter((number) => !allowed.has(number));
  if (left.length === 0) return undefined;
  if (left.every((number) => allowed.has(subscriberNumber(number) ?? ''))) return AMBIGUOUS;
  return wanted.size > allowed.size
    ? `this exchange needs ${wanted.size} different numbers; --recipients has ${allowed.size}`
    : 'this exchange sends to a number outside --recipients';
}

/** The numbers that may be sent to, as the digits that were given; what has no country code is on no list. */
export function allowList(recipients: readonly string[]): ReadonlySet<string> {
  return new Set(recipients.flatMap((text) => internationalNumber(text) ?? []));
}
