import type { Operation, ParameterValue, ParameterValues } from '../../model/contract.ts';
import { fail, type Outcome, succeed } from '../failure.ts';

/**
 * The parameters of a query string or form body (contract §4.1). A list is its key repeated (rule 4); a repeated
 * scalar is joined by commas and other keys are ignored, as ASMX does.
 */
export function readForm(encoded: string, operation: Operation): Outcome<ParameterValues> {
  const fields = new URLSearchParams(encoded);
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of operation.parameters) {
    const found = fields.getAll(name);
    if (found.length === 0) return fail(`Missing parameter: ${name}.`);
    values[name] = type === 'list' ? found : found.join(',');
  }
  return succeed(values);
}
