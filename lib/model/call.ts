import type { Binding, Operation, ParameterValues } from './contract.ts';
import type { Target } from './judging/wire.ts';

/** One call ready to be encoded: every value known. */
export interface Call {
  readonly operation: Operation;
  readonly binding: Binding;
  readonly values: ParameterValues;
  readonly target: Target;
}
