import type { Call } from '../../../model/call.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { encodeEnvelope } from '../soap/envelope.ts';

/** A SOAP 1.2 request: no SOAPAction header (contract §4.1 rule 2), and a content type to the letter, without action. */
export function encode(call: Call): WireRequest {
  return encodeEnvelope(call, []);
}
