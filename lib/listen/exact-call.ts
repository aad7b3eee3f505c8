import { headerValue } from '../judge/reading/headers.ts';
import { readRequest, withoutCoding } from '../judge/reading/read-request.ts';
import { actionName } from '../judge/reading/recognise.ts';
import type { Call, Contract, Operation } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { elementsOf } from '../wire/xml/tree.ts';

/** Query of a description: the help page, of a whole service or of an operation, the WSDL, the discovery document. */
const DESCRIPTION = /^(?:(?:single)?wsdl|disco|(?:xsd|schema|op)(?:=[\w.]*)?)?$/i;

/** Whether a request is for a description of the service at a path base, and may reach a gateway. */
export function isDescription({ method, path, body }: WireRequest, { operations }: Contract): boolean {
  const [place = '', ...query] = path.split('?');
  const isBase = operations.some((one) => one.path.toLowerCase() === place.toLowerCase());
  return method === 'GET' && !body?.length && isBase && DESCRIPTION.test(query.join('?'));
}

/** Whether a request has a method of the contract, and a path base, perhaps with an operation. */
export function isAddressed({ method, path }: WireRequest, { operations }: Contract): boolean {
  const place = path.split('?', 1)[0]?.toLowerCase() ?? '';
  const isPlace = operations.some((one) => {
    const base = one.path.toLowerCase();
    return place === base || (place.startsWith(`${base}/`) && /^\w+$/.test(place.slice(base.length + 1)));
  });
  return (method === 'GET' || method === 'POST') && isPlace;
}

/**
 * Returns why a gateway could read a call otherwise than it was read here, or undefined. A call has one operation, each of
 * its parameters once, and texts without elements, so that no number in it can be overlooked.
 */
export function whyInexact(request: WireRequest, { operation, binding }: Call): string | undefined {
  if (withoutCoding(request).coding) return 'its body has a content coding';
  if (binding.envelope === undefined) return inexactForm(request, operation);
  const text = Buffer.from(request.body ?? []).toString('latin1');
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(declared)) return `its XML declaration names ${declared}`;
  if (/<!--|<!DOCTYPE|<\?(?!xml[\s?])/i.test(text))
    return 'its envelope has a comment, an instruction or a DOCTYPE';
  const type = headerValue(request.headers, 'content-type');
  const action = actionName(request.headers, type);
  if (action && action !== operation.name) return `its action names ${action}`;
  const { root } = readRequest(request, true);
  const parts = root ? elementsOf(root) : [];
  const bodies = parts.filter(({ local }) => local === 'Body');
  const headers = parts.filter(({ local }) => local === 'Header');
  if (bodies.length !== 1 || headers.length > 1 || parts.length > 1 + headers.length)
    return 'its envelope has further parts';
  if (headers.some((one) => elementsOf(one).length > 0)) return 'its SOAP Header has elements';
  const calls = bodies.flatMap(elementsOf);
  const [call] = calls;
  if (call?.local !== operation.name || calls.length > 1) return `its Body has more than ${operation.name}`;
  return inexactElements(call, operation);
}

function inexactElements(call: XmlElement, operation: Operation): string | undefined {
  const children = elementsOf(call);
  const names = children.map(({ local }) => local);
  const texts = children.flatMap((one) => (isList(one.local, operation) ? elementsOf(one) : [one]));
  const nested = texts.find((one) => elementsOf(one).length > 0);
  return strangeName(names, operation) ?? (nested && `${nested.local} has elements`);
}

function inexactForm({ method, path, body }: WireRequest, operation: Operation): string | undefined {
  const [, ...query] = path.split('?');
  if (method === 'GET' && body?.length) return 'it has a body';
  if (method !== 'GET' && query.length > 0) return 'it has a query';
  const fields = method === 'GET' ? query.join('?') : Buffer.from(body ?? []).toString('latin1');
  if (fields.includes(';'))
    return 'a field has a semicolon that is not percent-encoded, which may separate fields';
  const names = [...new URLSearchParams(fields).keys()];
  // Each item of a list is a field of its own.
  return strangeName(
    names.filter((name, index) => !isList(name, operation) || names.indexOf(name) === index),
    operation,
  );
}

function isList(name: string, { parameters }: Operation): boolean {
  return parameters.some((one) => one.name === name && one.type === 'list');
}

/** Says that a name is no parameter, or which one is there twice. */
function strangeName(names: readonly string[], { parameters }: Operation): string | undefined {
  if (names.some((name) => !parameters.some((one) => one.name === name)))
    return 'it has more than the parameters of its operation';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice && `${twice} is there more than once`;
}
