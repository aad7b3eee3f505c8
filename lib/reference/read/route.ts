import type { Contract, Operation } from '../../model/contract.ts';
import type { HttpReply, HttpRequest } from '../seams.ts';
import { httpReply, refusal, writePlainError } from '../write/replies.ts';
import { type FormRoute, header, readContentType, type SoapRoute } from './read-call.ts';

/** Where a request goes: to an envelope reader, to the form of one operation, or nowhere, with the refusal. */
export type Route =
  | SoapRoute
  | FormRoute
  /** The description of a path base. */
  | { readonly kind: 'wsdl'; readonly path: string }
  | { readonly kind: 'refused'; readonly reply: HttpReply };

/** Finds operation and binding by path, method and content type (contract §4.1); refuses as ASMX and IIS do. */
export function route(request: HttpRequest, contract: Contract): Route {
  // A proxy's absolute form is cut down to path and query.
  const [path = '', ...rest] = request.path.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const query = rest.join('?');
  const served = contract.operations.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
  const [first] = served;
  if (first === undefined) return refuse(refusal(404, 'Nothing is served here.'));
  const name = path.slice(first.path.length + 1);
  const { method } = request;
  if (name === '' && (method === 'GET' || method === 'HEAD')) {
    if (query.toLowerCase() === 'wsdl') return { kind: 'wsdl', path: first.path };
    return refuse(helpPage(served));
  }
  const address = name === '' ? 'path-base' : 'operation';
  const candidates = contract.bindings.filter((one) => one.address === address && one.method === method);
  if (candidates.length === 0) return refuse(refusal(405, 'This method is not served here.'));
  const operation = served.find((one) => one.name === name);
  if (name !== '' && !operation)
    return refuse(writePlainError(`${name} Web Service method name is not valid.`));
  const coding = header(request, 'content-encoding');
  if (coding && coding.toLowerCase() !== 'identity')
    return refuse(refusal(415, 'This content coding is not supported here.'));
  const type = readContentType(header(request, 'content-type'));
  const binding = candidates.find(
    ({ request: { contentType } }) =>
      contentType === undefined || (type && readContentType(contentType)?.mediaType === type.mediaType),
  );
  if (operation && binding) {
    const fields = method === 'GET' ? query : Buffer.from(request.body ?? []).toString('utf8');
    return { kind: 'form', binding, operation, fields };
  }
  if (!binding?.envelope || !type) return refuse(refusal(415, 'This content type is not supported here.'));
  return { kind: 'soap', binding, type, operations: served };
}

function refuse(reply: HttpReply): Route {
  return { kind: 'refused', reply };
}

function helpPage(operations: readonly Operation[]): HttpReply {
  const items = operations.map(({ name }) => `<li>${name}</li>`).join('');
  const page = `<!DOCTYPE html><html lang="en"><title>Web Service</title><p>The following operations are supported:<ul>${items}</ul><p><a href="?WSDL">Service Description</a></html>`;
  return httpReply(200, 'text/html; charset=utf-8', page);
}
