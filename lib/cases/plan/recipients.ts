import type { Contract, Parameter } from '../../model/contract.ts';
import { descriptions, type Exchange, type PlannedStep, type PlannedValue } from '../../model/exchange.ts';

/**
 * Whether a step has messages sent, also one without a recipient: by its operation, not by what it asks for. A probe that
 * asks for a description calls no operation.
 */
export function isSend(step: PlannedStep, contract: Contract): boolean {
  if (descriptions.some((one) => one === step.change)) return false;
  return contract.operations.find(({ name }) => name === step.operation)?.kind === 'send';
}

/** The recipients of a step as it writes them, one for each message that it asks for; none where it sends nothing. */
export function recipientsOf(step: PlannedStep, contract: Contract): readonly string[] {
  // A capture is one text that is not known yet.
  return valuesOf('recipients', step, contract).flatMap((value) =>
    typeof value === 'string' || !('step' in value) ? value : [value.field],
  );
}

/** The recipients of every send of an exchange. */
export function exchangeRecipients({ steps }: Exchange, contract: Contract): readonly string[] {
  return steps.flatMap((step) => recipientsOf(step, contract));
}

/** What a step gives the parameters of its operation that have a role, such as the packet that a report asks for. */
export function valuesOf(
  role: NonNullable<Parameter['role']>,
  { operation, values }: PlannedStep,
  contract: Contract,
): readonly PlannedValue[] {
  return contract.operations
    .filter(({ name }) => name === operation)
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.role === role))
    .flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [value];
    });
}
