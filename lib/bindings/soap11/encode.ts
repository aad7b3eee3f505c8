import type { Call } from '../../model/call.ts';
import type { WireRequest } from '../../model/wire.ts';
import { addressOf } from '../address.ts';
import { encodeEnvelope } from '../soap/envelope.ts';

/** A SOAP 1.1 request: SOAPAction is the namespace, a slash and the operation, in double quotes (contract §4.1 rule 1). */
export function encode(call: Call): WireRequest {
  return {
    method: 'POST',
    path: addressOf(call),
    headers: [
      ['Content-Type', call.binding.request.contentType ?? ''],
      ['SOAPAction', `"${call.target.namespace}/${call.operation.name}"`],
    ],
    body: encodeEnvelope(call),
  };
}
