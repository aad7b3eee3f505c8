import { fail, type Outcome, succeed } from '../failure.ts';
import type { HttpRequest } from '../seams.ts';
import { header, type Route } from './route.ts';

/**
 * The operation that the SOAP action names; null where the body element decides.
 *
 * SOAP 1.1 must carry the SOAPAction header (contract §4.1 rule 1); quotes may be missing, as ASMX takes it, and an
 * empty action leaves it to the body. Where the namespace ends in a slash, a second one may stand. SOAP 1.2 carries none (rule 2): its media type may have an action parameter.
 */
export function readAction(
  request: HttpRequest,
  soap: Extract<Route, { kind: 'soap' }>,
  namespace: string,
): Outcome<string | null> {
  const value = soap.binding.request.soapAction ? header(request, 'soapaction') : (soap.type.action ?? '');
  if (value === undefined) return fail('The SOAPAction header is missing.');
  const action = value.trim().replace(/^"(.*)"$/, '$1');
  if (action === '') return succeed(null);
  const bases = namespace.endsWith('/') ? [namespace, `${namespace}/`] : [`${namespace}/`];
  const operation = soap.operations.find(({ name }) => bases.some((base) => action === `${base}${name}`));
  return operation === undefined
    ? fail(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`)
    : succeed(operation.name);
}
