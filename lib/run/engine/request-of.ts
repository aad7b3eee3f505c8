import type { Call } from '../../model/call.ts';
import type { Contract } from '../../model/contract.ts';
import type { PlannedStep } from '../../model/exchange.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { changes, inForm } from '../../wire/bindings/edits/edits.ts';
import { bindings } from '../../wire/bindings/index.ts';

/**
 * Writes the request of a step. That of a probe lacks the parameters without a value, has others twice, and is changed
 * as its case says; it names the request that it was made of, as which it counts where messages cost.
 */
export function requestOf(
  call: Call,
  step: Pick<PlannedStep, 'form' | 'change' | 'twice' | 'kept'>,
  contract: Contract,
  probe: boolean | undefined,
): WireRequest {
  const write = (made: Call): WireRequest => {
    const written = inForm(bindings[made.binding.id].encode(made), made, step.form);
    return step.kept ? { ...written, framing: { ...written.framing, kept: step.kept } } : written;
  };
  if (!probe) return write(call);
  const { change: id, twice = [] } = step;
  const change = changes.find((one) => one.id === id && one.bindings.includes(call.binding.id));
  if (id !== undefined && !change)
    throw new Error(`unknown change "${id}" of a request over ${call.binding.id}`);
  const list = call.operation.parameters
    .filter(({ name }) => call.values[name] !== undefined)
    .flatMap((one) => (twice.includes(one.name) ? [one, one] : [one]));
  const made: Call = { ...call, operation: { ...call.operation, parameters: list } };
  const changed = change?.call?.(made, contract) ?? made;
  const written = write(changed);
  return { ...(change?.apply?.(written, changed) ?? written), asIf: write(call) };
}
