import type { Contract, Operation } from '../../model/contract.ts';
import { descriptions, type Exchange, isCapture, type PlannedStep } from '../../model/exchange.ts';

export function operationOf({ operation }: Pick<PlannedStep, 'operation'>, contract: Contract): Operation {
  const found = contract.operations.find(({ name }) => name === operation);
  if (!found) throw new Error(`the contract has no operation ${operation}`);
  return found;
}

/** True if a step calls a send, also without a recipient; a probe that asks for a description calls nothing. */
export function isSend(step: PlannedStep, contract: Contract): boolean {
  return !descriptions.some((id) => id === step.change) && operationOf(step, contract).kind === 'send';
}

/** Returns the recipients of a step as it writes them, one for each message; none where it sends nothing. */
export function recipientsOf(step: PlannedStep, contract: Contract): readonly string[] {
  const operation = operationOf(step, contract);
  const value = operation.kind === 'send' ? step.values[operation.recipients.name] : undefined;
  // A capture is one text that is not known yet.
  if (isCapture(value)) return [value.field];
  return typeof value === 'string' ? [value] : (value ?? []);
}

/** Returns the recipients of every send of an exchange. */
export function exchangeRecipients({ steps }: Exchange, contract: Contract): readonly string[] {
  return steps.flatMap((step) => recipientsOf(step, contract));
}
