import type { Contract } from '../model/contract.ts';
import type { Exchange, PlannedStep } from '../model/exchange.ts';
import { valuesOf } from './values-of.ts';

/** Whether a step has messages sent, also one that names nobody: by its operation, not by what it asks for. */
export function isSend(step: PlannedStep, contract: Contract): boolean {
  return contract.operations.find(({ name }) => name === step.operation)?.kind === 'send';
}

/** The recipients of a step as it writes them, one for each message that it asks for; none where it sends nothing. */
export function recipientsOf(step: PlannedStep, contract: Contract): readonly string[] {
  // A capture stands for one text that is not known yet.
  return valuesOf('recipients', step, contract).flatMap((value) =>
    typeof value === 'string' || !('step' in value) ? value : [value.field],
  );
}

/** The recipients of every send of an exchange. */
export function exchangeRecipients({ steps }: Exchange, contract: Contract): readonly string[] {
  return steps.flatMap((step) => recipientsOf(step, contract));
}
