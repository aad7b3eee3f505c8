import type { Contract } from '../../model/contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Settings } from '../../model/running/settings.ts';
import { type Stop, stop } from '../../model/running/stop.ts';
import { type PlanCost, planCost } from '../../plan/plan-cost.ts';
import { counted } from '../../report/console/cost.ts';
import { staysHere } from '../../settings/target-url.ts';
import { allowList, type LivePlan } from './live-plan.ts';

/**
 * Whether what is left of a plan may be run against an endpoint that may reach people: there is something left, and
 * its messages have permission, a list of recipients and a budget that holds all of them. Nothing is sent before
 * this is answered.
 * @param selected the whole plan, whose messages the answer names
 */
export function checkSends(
  { exchanges, notRun }: LivePlan,
  selected: readonly Exchange[],
  contract: Contract,
  { target, transport, sends }: Pick<Settings, 'target' | 'transport' | 'sends'>,
): Stop | { readonly ok: true } {
  const baseUrl = target ?? '';
  const { host } = new URL(baseUrl);
  const planned = exchanges.length > 0 ? exchanges : selected;
  const cost = planCost(planned, contract);
  const messages = `${host} would get ${counted(cost.messages, 'message')}`;
  if (exchanges.length === 0) return stop(4, nothingLeft(messages, notRun, sends.permission, cost));
  if (cost.messages === 0) return { ok: true };
  const plan = staysHere(baseUrl, transport) ? messages : `${messages} (the host is not this machine)`;
  if (allowList(sends.recipients).size === 0) {
    return stop(4, `${plan}; nothing permits that: add --recipients with the numbers that may get them`);
  }
  if (sends.maxMessages === 0) {
    return stop(4, `${plan}; nothing permits that: add --max-messages ${cost.messages} or more`);
  }
  if (cost.messages > sends.maxMessages) {
    return stop(
      4,
      `${plan}; --max-messages allows ${sends.maxMessages}: narrow the run with filters, or raise it to ${cost.messages}`,
    );
  }
  return { ok: true };
}

function nothingLeft(
  plan: string,
  notRun: LivePlan['notRun'],
  permission: Settings['sends']['permission'],
  { messages }: PlanCost,
): string {
  const reasons = [...new Set(notRun.map(({ reason }) => `  ${reason}`))].join('\n');
  const how = {
    allow: 'add --recipients, or choose other cases',
    refuse: 'add --packet-ids to report on existing packets',
    none: `to send, add --sends allow, --recipients and --max-messages ${messages}; to report only, add --packet-ids for existing packets, or --sends refuse`,
  };
  return `${plan}, but no exchange may run:\n${reasons}\n${how[permission ?? 'none']}`;
}
