import type { Binding, Operation, ParameterValues } from './contract.ts';

/** Where requests go. */
export interface Target {
  /** Scheme, authority and path without a slash at the end. */
  readonly baseUrl: string;
  readonly namespace: string;
  readonly kind: 'reference' | 'external';
}

/** One call ready to be encoded: every value known. */
export interface Call {
  readonly operation: Operation;
  readonly binding: Binding;
  readonly values: ParameterValues;
  readonly target: Target;
}
