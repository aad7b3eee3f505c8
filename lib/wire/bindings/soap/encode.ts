import type { Call } from '../../../model/call.ts';
import type { Parameter, ParameterValue, SoapBinding } from '../../../model/contract.ts';
import type { HeaderList, WireRequest } from '../../../model/judging/wire.ts';
import { escapeAttribute, escapeText } from '../../xml/escape.ts';
import { posted, sendableText } from '../request-parts.ts';

/**
 * A SOAP 1.1 request: SOAPAction is the namespace, a slash and the operation, in double quotes (contract §4.1 rule 1).
 * Where the namespace ends in a slash that is the one: ASP.NET, whose default is http://tempuri.org/, answers 500 to two.
 */
export function encodeSoap11(call: Call<SoapBinding>): WireRequest {
  const { namespace } = call.target;
  const slash = namespace.endsWith('/') ? '' : '/';
  return encodeEnvelope(call, [['SOAPAction', `"${namespace}${slash}${call.operation.name}"`]]);
}

/** A SOAP 1.2 request: no SOAPAction header (contract §4.1 rule 2), and a content type to the letter, without action. */
export function encodeSoap12(call: Call<SoapBinding>): WireRequest {
  return encodeEnvelope(call, []);
}

/**
 * A request with the SOAP envelope of a call: an element named after the operation in the service's namespace, with one
 * child per parameter in contract order (contract §4.1, table).
 */
function encodeEnvelope(call: Call<SoapBinding>, headers: HeaderList): WireRequest {
  const { operation, binding, values, target } = call;
  const children = operation.parameters.map((one) => parameterElement(one, values[one.name] ?? '')).join('');
  const namespace = escapeAttribute(target.namespace);
  return posted(
    call,
    headers,
    '<?xml version="1.0" encoding="utf-8"?>' +
      `<soap:Envelope xmlns:soap="${escapeAttribute(binding.envelope)}"><soap:Body>` +
      `<${operation.name} xmlns="${namespace}">${children}</${operation.name}>` +
      '</soap:Body></soap:Envelope>',
  );
}

function parameterElement({ name, type }: Parameter, value: ParameterValue): string {
  if (type === 'string') return `<${name}>${text(name, String(value))}</${name}>`;
  const items = typeof value === 'string' ? [value] : value;
  // Contract §4.1 rule 4: repeated `string` children.
  return `<${name}>${items.map((item) => `<string>${text(name, item)}</string>`).join('')}</${name}>`;
}

function text(name: string, value: string): string {
  return escapeText(sendableText(name, value));
}
