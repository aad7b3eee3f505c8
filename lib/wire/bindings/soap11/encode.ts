import type { Call } from '../../../model/call.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { encodeEnvelope } from '../soap/envelope.ts';

/**
 * A SOAP 1.1 request: SOAPAction is the namespace, a slash and the operation, in double quotes (contract §4.1 rule 1).
 * Where the namespace ends in a slash that is the one: ASP.NET, whose default is http://tempuri.org/, answers 500 to two.
 */
export function encode(call: Call): WireRequest {
  const { namespace } = call.target;
  const slash = namespace.endsWith('/') ? '' : '/';
  return encodeEnvelope(call, [['SOAPAction', `"${namespace}${slash}${call.operation.name}"`]]);
}
