import type { Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Settings } from '../model/settings.ts';
import { type PlanCost, planCost } from '../plan/plan-cost.ts';
import { allowList, type LivePlan } from './live-plan.ts';
import { type Stop, stop } from './stop.ts';
import { staysHere } from './target-url.ts';

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
  const messages = `the plan has ${cost.messages} messages sent through ${host}`;
  if (exchanges.length === 0) return stop(4, nothingLeft(messages, notRun, sends.permission, cost));
  if (cost.messages === 0) return { ok: true };
  const plan = staysHere(baseUrl, transport) ? messages : `${messages}, which is not this machine`;
  if (allowList(sends.recipients).size === 0) {
    return stop(4, `${plan}; sending needs --recipients, the numbers that may get them`);
  }
  if (sends.maxMessages === 0) {
    return stop(4, `${plan}; sending needs --max-messages too, a budget of at least ${cost.messages}`);
  }
  if (cost.messages > sends.maxMessages) {
    return stop(
      4,
      `${plan}, but --max-messages allows ${sends.maxMessages}; narrow the run with filters or allow ${cost.messages}`,
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
    allow: 'give more --recipients or choose other cases',
    refuse: 'reports on packets that exist already need --packet-ids',
    none: `sending needs --sends allow, --recipients and --max-messages ${messages}; reports alone need --sends refuse, those on packets that exist already --packet-ids`,
  };
  return `${plan}, and nothing of it can be run:\n${reasons}\n${how[permission ?? 'none']}`;
}
