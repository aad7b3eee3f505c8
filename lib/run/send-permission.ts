import type { Exchange } from '../model/exchange.ts';
import type { SendPermission } from '../model/settings.ts';
import { type Stop, stop } from './stop.ts';

/**
 * Whether a plan may have messages sent by an endpoint that may reach people: only with permission, a list of
 * recipients, and a budget that holds the whole plan. Nothing is sent before this is answered.
 */
export function checkSends(
  exchanges: readonly Exchange[],
  baseUrl: string,
  { allowed, recipients, maxMessages }: SendPermission,
): Stop | { readonly ok: true } {
  const messages = exchanges.reduce((sum, exchange) => sum + exchange.messages, 0);
  if (messages === 0) return { ok: true };
  const plan = `the plan has ${messages} messages sent through ${new URL(baseUrl).host}, which is not this machine`;
  if (!allowed) {
    return stop(4, `${plan}; sending needs --sends allow, --recipients and --max-messages ${messages}`);
  }
  if (recipients.length === 0) {
    return stop(4, `${plan}; sending needs --recipients, the numbers that may get them`);
  }
  if (messages > maxMessages) {
    return stop(
      4,
      `${plan}, but --max-messages allows ${maxMessages}; narrow the run with filters or allow ${messages}`,
    );
  }
  return { ok: true };
}
