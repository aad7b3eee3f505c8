import type { Call } from '../../../model/call.ts';
import type { BindingId } from '../../../model/contract.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';

/**
 * An equal way to write a request: other bytes, or another way for them to travel, which whoever reads them must take
 * for the same call; cases/README.md says what is different. Rules judge the result like any other request.
 */
export interface Form {
  /** Permanent slug. */
  readonly id: string;
  /** Bindings whose requests can be written so. */
  readonly bindings: readonly BindingId[];
  /** Whether the form differs from the plain one for a namespace; it does for all where absent. */
  readonly forNamespace?: (namespace: string) => boolean;
  /** Pure; `request` is what the binding's encoder made of `call`. */
  readonly apply: (request: WireRequest, call: Call) => WireRequest;
}

export const allBindings: readonly BindingId[] = ['soap11', 'soap12', 'http-get', 'http-post'];

/** The bindings whose body is an envelope. */
export const soapBindings: readonly BindingId[] = ['soap11', 'soap12'];

/** The bindings whose parameters are percent-encoded fields. */
export const fieldBindings: readonly BindingId[] = ['http-get', 'http-post'];

/** The bindings whose requests have a Content-Type (contract §4.1, table). */
export const bodyBindings: readonly BindingId[] = ['soap11', 'soap12', 'http-post'];

/** Rewrites the body of a request as a text. */
export function rewriteBody(request: WireRequest, rewrite: (text: string) => string): WireRequest {
  // Stryker disable next-line ConditionalExpression: for the types only: such a form is for bindings with a body
  if (request.body === null) return request;
  // Stryker disable next-line StringLiteral: Node reads an empty encoding name as utf8
  return { ...request, body: Buffer.from(rewrite(Buffer.from(request.body).toString('utf8')), 'utf8') };
}

/** Ways to write a request over these bindings, by their slugs. */
export function over(
  bindings: readonly BindingId[],
  forms: Readonly<Record<string, Form['apply']>>,
): readonly Form[] {
  return Object.entries(forms).map(([id, apply]) => ({ id, bindings, apply }));
}
