import type { Call, Parameter, ParameterValues, SoapBinding } from '../../model/contract.ts';
import type { Anatomy, Located, XmlElement } from '../../model/judging/document.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';
import { elementsOf, textOf } from '../xml/tree.ts';
import { posted, sendableText } from './http.ts';
import { childrenLocated, holdsField, meantBy, meantLoosely, type Service } from './locate.ts';

/**
 * Writes the SOAP envelope of a call: an element named after the operation, with a child for each parameter in contract
 * order (contract §4.1, table). Over SOAP 1.1 SOAPAction is the quoted namespace, a slash and the operation (rule 1), with
 * one slash if the namespace ends in a slash, since ASP.NET answers 500 to two. SOAP 1.2 has no SOAPAction (rule 2).
 */
export function encodeEnvelope(call: Call<SoapBinding>): WireRequest {
  const { operation, binding, values, target } = call;
  const action = `"${target.namespace.replace(/\/$/, '')}/${operation.name}"`;
  const children = operation.parameters.map((parameter) => parameterElement(parameter, values)).join('');
  const namespace = escapeAttribute(target.namespace);
  return posted(
    call,
    binding.request.soapAction ? [['SOAPAction', action]] : [],
    '<?xml version="1.0" encoding="utf-8"?>' +
      `<soap:Envelope xmlns:soap="${escapeAttribute(binding.envelope)}"><soap:Body>` +
      `<${operation.name} xmlns="${namespace}">${children}</${operation.name}>` +
      '</soap:Body></soap:Envelope>',
  );
}

function parameterElement({ name, type }: Parameter, values: ParameterValues): string {
  const value = values[name] ?? '';
  const escaped = (text: string) => escapeText(sendableText(name, text));
  if (type === 'string') return `<${name}>${escaped(String(value))}</${name}>`;
  const items = [value].flat();
  // Contract §4.1 rule 4: repeated `string` children.
  return `<${name}>${items.map((item) => `<string>${escaped(item)}</string>`).join('')}</${name}>`;
}

/** Finds Body, Fault, Response and Result of a SOAP reply (contract §4.1 rule 3), leniently; rules judge. */
export function decodeEnvelope(root: XmlElement, service: Service): Anatomy {
  const top: Located = { element: root, path: `/${root.local}` };
  const bodies = meantBy(childrenLocated(top), root.uri, 'Body');
  const body = bodies[0];
  const entries = body ? childrenLocated(body) : [];
  const named = meantLoosely(entries, service.namespace, `${service.operation.name}Response`)[0];
  const [fault] = meantBy(entries, root.uri, 'Fault');
  // Beside a Response, an element of another namespace called Fault is no fault.
  if (fault && (fault.element.uri === root.uri || !named)) {
    return { root: top, soap: { bodies, entries, fault } };
  }
  const lone = entries.length === 1 ? entries[0] : undefined;
  // A packet result may appear in the Body without a Response around it, and in a Response of another name.
  const bare = !named && lone && holdsField(lone, service.contract) ? lone : undefined;
  const outer = bare ? undefined : (named ?? lone);
  const payload = bare ?? (outer && findResult(outer, service));
  const response = named ?? (payload && outer);
  return { root: top, soap: { bodies, entries, ...(response && { response }) }, ...(payload && { payload }) };
}

/** Finds the Result by name, or else the only element that could be meant. */
function findResult(response: Located, { operation, contract, namespace }: Service): Located | undefined {
  const children = childrenLocated(response);
  const [named] = meantLoosely(children, namespace, `${operation.name}Result`);
  if (named) return named;
  const [only, ...more] = children;
  return only && more.length === 0 && holdsField(only, contract) ? only : undefined;
}

/** Returns the code and the reason of a fault: `faultcode` and `faultstring` (SOAP 1.1), or Code and Reason (SOAP 1.2). */
export function faultElements(fault: XmlElement) {
  const child = (name: string) => elementsOf(fault).find(({ local }) => local === name);
  return { code: child('faultcode') ?? child('Code'), reason: child('faultstring') ?? child('Reason') };
}

/** Returns the texts of a fault, of SOAP 1.2 the Value and the first Text; the code without its prefix. */
export function faultTexts(fault: XmlElement): { readonly code?: string; readonly reason?: string } {
  const { code, reason } = faultElements(fault);
  const inside = (element: XmlElement) => textOf(elementsOf(element)[0] ?? element);
  return {
    ...(code && { code: withoutPrefix(inside(code).trim()) }),
    ...(reason && { reason: inside(reason) }),
  };
}

/** Removes the prefix of a QName, which has no meaning of its own. */
export function withoutPrefix(name: string): string {
  return name.replace(/^[^:\s]+:/, '');
}
