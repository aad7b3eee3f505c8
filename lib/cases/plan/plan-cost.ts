import type { Contract } from '../../model/contract.ts';
import type { Exchange, PlannedStep } from '../../model/exchange.ts';
import { smsParts } from '../../text/sms.ts';
import { exchangeRecipients, operationOf, recipientsOf } from './recipients.ts';
import { internationalNumber, listedNumber, subscriberNumber } from './subscriber-number.ts';

export type PlanCost = ReturnType<typeof planCost>;

/**
 * Adds up the cost of a plan: `messages`, N for a bulk send to N numbers, and the most `parts` that these take, each of which
 * a provider may bill. `listed` has the numbers that may be sent to, as digits with country code; empty where all may be.
 */
export function planCost(
  exchanges: readonly Exchange[],
  contract: Contract,
  listed: ReadonlySet<string> = new Set(),
) {
  const numbers = new Map<string, { messages: number; readonly national: Map<string, number> }>();
  for (const recipient of exchanges.flatMap((exchange) => exchangeRecipients(exchange, contract))) {
    const number = listedNumber(recipient, listed) ?? subscriberNumber(recipient) ?? recipient;
    const cost = numbers.get(number) ?? { messages: 0, national: new Map() };
    cost.messages += 1;
    // Without its country code: a gateway abroad may read another number there.
    if (recipient !== number && internationalNumber(recipient) !== number) {
      cost.national.set(recipient, (cost.national.get(recipient) ?? 0) + 1);
    }
    numbers.set(number, cost);
  }
  const messageParts = (step: PlannedStep) => {
    const operation = operationOf(step, contract);
    const text = operation.kind === 'send' ? step.values[operation.text.name] : undefined;
    return recipientsOf(step, contract).length * (typeof text === 'string' ? smsParts(text) : 1);
  };
  return {
    exchanges: exchanges.length,
    requests: exchanges.reduce((sum, { steps }) => sum + steps.length, 0),
    messages: plannedMessages(exchanges),
    parts: exchanges.flatMap(({ steps }) => steps).reduce((sum, step) => sum + messageParts(step), 0),
    numbers,
  };
}

export function plannedMessages(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((sum, { messages }) => sum + messages, 0);
}
