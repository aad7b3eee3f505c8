import type { Call, WireRequest } from '../../model/judging/wire.ts';
import { addressOf, USER_AGENT } from '../request-parts.ts';
import { encodeEnvelope } from '../soap/envelope.ts';

/** A SOAP 1.1 request: SOAPAction is the namespace, a slash and the operation, in double quotes (contract §4.1 rule 1). */
export function encode(call: Call): WireRequest {
  return {
    method: 'POST',
    path: addressOf(call),
    headers: [
      // Stryker disable next-line StringLiteral: for the types only: each binding with a body has a content type
      ['Content-Type', call.binding.request.contentType ?? ''],
      ['SOAPAction', `"${soapAction(call.target.namespace, call.operation.name)}"`],
      USER_AGENT,
    ],
    body: encodeEnvelope(call),
  };
}

/**
 * The SOAP action of an operation: the namespace, a slash and the name (contract §4.1 rule 1). Where the namespace ends
 * in a slash that is the one: ASP.NET, whose default is http://tempuri.org/, answers 500 to two.
 */
function soapAction(namespace: string, operation: string): string {
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}${operation}`;
}
