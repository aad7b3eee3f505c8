import type { Call } from '../../model/call.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { addressOf, USER_AGENT } from '../request-parts.ts';
import { encodeEnvelope } from '../soap/envelope.ts';
import { soapAction } from './soap-action.ts';

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
