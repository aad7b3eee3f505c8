import type { Call, WireRequest } from '../../model/judging/wire.ts';
import { addressOf, USER_AGENT } from '../request-parts.ts';
import { encodeEnvelope } from '../soap/envelope.ts';

/** A SOAP 1.2 request: no SOAPAction header (contract §4.1 rule 2), and a content type to the letter, without action. */
export function encode(call: Call): WireRequest {
  return {
    method: 'POST',
    path: addressOf(call),
    // Stryker disable next-line StringLiteral: for the types only: each binding with a body has a content type
    headers: [['Content-Type', call.binding.request.contentType ?? ''], USER_AGENT],
    body: encodeEnvelope(call),
  };
}
