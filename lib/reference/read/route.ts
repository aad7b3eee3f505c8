import type { Binding, Contract, Operation } from '../../model/contract.ts';
import type { HttpReply, HttpRequest } from '../seams.ts';
import { httpReply, refusal, writePlainError } from '../write/replies.ts';
import { type ContentType, readContentType } from './request-text.ts';

/** Where a request goes: to an envelope reader, to the form of one operation, or nowhere, with the refusal. */
export type Route =
  | {
      readonly kind: 'soap';
      readonly binding: Binding;
      readonly envelopeUri: string;
      readonly type: ContentType;
      /** Operations that share the path base. */
      readonly operations: readonly Operation[];
    }
  | {
      readonly kind: 'form';
      readonly binding: Binding;
      readonly operation: Operation;
      /** Query string or body, still encoded. */
      readonly fields: string;
    }
  /** The description of a path base. */
  | { readonly kind: 'wsdl'; readonly path: string }
  | { readonly kind: 'refused'; readonly reply: HttpReply };

/** Finds operation and binding by path, method and content type (contract §4.1); refuses as ASMX and IIS do. */
export function route(request: HttpRequest, contract: Contract): Route {
  const { path, query } = splitTarget(request.target);
  const base = contract.operations.find((operation) => isAtOrBelow(path, operation.path))?.path;
  if (base === undefined) return refuse(refusal(404, 'Nothing is served here.'));
  const operations = contract.operations.filter((operation) => operation.path === base);
  const name = path.slice(base.length + 1);
  return name === ''
    ? routePathBase(request, contract, operations, query)
    : routeOperation(request, contract, operations, name, query);
}

function routePathBase(
  request: HttpRequest,
  contract: Contract,
  operations: readonly Operation[],
  query: string,
): Route {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const [operation] = operations;
    if (operation && query.toLowerCase() === 'wsdl') return { kind: 'wsdl', path: operation.path };
    return refuse(helpPage(operations));
  }
  const candidates = bindingsAt('path-base', request, contract);
  if (candidates.length === 0) return refuse(refusal(405, 'This method is not served here.'));
  const type = readContentType(header(request, 'content-type'));
  const binding = candidates.find((candidate) => isOfType(candidate, type));
  if (binding?.envelope === undefined || type === null) return refuse(unsupportedType());
  return { kind: 'soap', binding, envelopeUri: binding.envelope, type, operations };
}

function routeOperation(
  request: HttpRequest,
  contract: Contract,
  operations: readonly Operation[],
  name: string,
  query: string,
): Route {
  const [binding] = bindingsAt('operation', request, contract);
  if (binding === undefined) return refuse(refusal(405, 'This method is not served here.'));
  const operation = operations.find((candidate) => candidate.name === name);
  if (operation === undefined)
    return refuse(writePlainError(`${name} Web Service method name is not valid.`));
  if (binding.request.contentType === undefined) return { kind: 'form', binding, operation, fields: query };
  if (!isOfType(binding, readContentType(header(request, 'content-type')))) return refuse(unsupportedType());
  return { kind: 'form', binding, operation, fields: Buffer.from(request.body).toString('utf8') };
}

/** One header field as text; fields that came several times are joined by commas. */
export function header(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return value === undefined || typeof value === 'string' ? value : value.join(', ');
}

/** Path and query, still encoded; a proxy's absolute form is cut down to them. */
function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const [path = '', ...query] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  return { path, query: query.join('?') };
}

function isAtOrBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

function bindingsAt(
  address: Binding['address'],
  request: HttpRequest,
  contract: Contract,
): readonly Binding[] {
  return contract.bindings.filter(
    (binding) => binding.address === address && binding.method === request.method,
  );
}

function isOfType(binding: Binding, type: ContentType | null): boolean {
  return type !== null && readContentType(binding.request.contentType)?.mediaType === type.mediaType;
}

function unsupportedType(): HttpReply {
  return refusal(415, 'This content type is not supported here.');
}

function refuse(reply: HttpReply): Route {
  return { kind: 'refused', reply };
}

function helpPage(operations: readonly Operation[]): HttpReply {
  const items = operations.map(({ name }) => `<li>${name}</li>`).join('');
  const page = `<!DOCTYPE html><html lang="en"><title>Web Service</title><p>The following operations are supported:<ul>${items}</ul><p><a href="?WSDL">Service Description</a></html>`;
  return httpReply(200, 'text/html; charset=utf-8', page);
}
