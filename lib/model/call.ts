import type { Binding, Operation, ParameterValues, SendOperation } from './contract.ts';

/** Where requests go. */
export interface Target {
  /** Scheme, authority and path without a slash at the end. */
  readonly baseUrl: string;
  readonly namespace: string;
  readonly kind: 'reference' | 'external';
}

/** One call ready to be encoded: every value known. */
export interface Call<B extends Binding = Binding, O extends Operation = Operation> {
  readonly operation: O;
  readonly binding: B;
  readonly values: ParameterValues;
  readonly target: Target;
}

/** A call that has messages sent. */
export type SendCall = Call<Binding, SendOperation>;

export function isSendCall<C extends Pick<Call, 'operation'>>(
  call: C,
): call is C & Pick<SendCall, 'operation'> {
  return call.operation.kind === 'send';
}
