import type { Contract, Parameter } from '../model/contract.ts';
import type { PlannedStep, PlannedValue } from '../model/exchange.ts';

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
