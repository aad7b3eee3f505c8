import type { Contract, Operation } from '../../model/contract.ts';
import type { Call, HttpReply, HttpRequest } from '../seams.ts';
import { httpReply, refusal, writeFailure, writePlainError } from '../write/replies.ts';
import { wsdl } from '../wsdl.ts';
import { header, readContentType, readForm, readSoap } from './read-call.ts';

/**
 * The call that a request makes, by its path, method and content type (contract §4.1), or the reply in its place: a
 * description of the path base, or a refusal as ASMX and IIS give it.
 */
export function route(request: HttpRequest, contract: Contract, namespace: string): Call | HttpReply {
  // A proxy's absolute form is cut down to path and query.
  const [path = '', ...rest] = request.path.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const query = rest.join('?');
  const served = contract.operations.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
  const [first] = served;
  if (first === undefined) return refusal(404, 'Nothing is served here.');
  const name = path.slice(first.path.length + 1);
  const { method } = request;
  if (name === '' && (method === 'GET' || method === 'HEAD')) {
    if (query.toLowerCase() !== 'wsdl') return helpPage(served);
    // The address is the one that the caller used, so that a proxy or a name of its own works.
    const address = `http://${header(request, 'host') ?? 'localhost'}${first.path}`;
    return httpReply(200, 'text/xml; charset=utf-8', wsdl(contract, first.path, { address, namespace }));
  }
  const place = name === '' ? 'path-base' : 'operation';
  const candidates = contract.bindings.filter((one) => one.address === place && one.method === method);
  if (candidates.length === 0) return refusal(405, 'This method is not served here.');
  const operation = served.find((one) => one.name === name);
  if (name !== '' && !operation) return writePlainError(`${name} Web Service method name is not valid.`);
  const coding = header(request, 'content-encoding')?.toLowerCase() || 'identity';
  if (coding !== 'identity') return refusal(415, 'This content coding is not supported here.');
  const type = readContentType(header(request, 'content-type'));
  const binding = candidates.find(
    ({ request: { contentType } }) =>
      contentType === undefined || (type && readContentType(contentType)?.mediaType === type.mediaType),
  );
  if (!binding) return refusal(415, 'This content type is not supported here.');
  const fields = method === 'GET' ? query : Buffer.from(request.body ?? []).toString('utf8');
  const read = operation ? readForm(fields, operation) : readSoap(request, binding, type, served, namespace);
  if ('status' in read) return read;
  return read.ok ? { contract, namespace, binding, ...read.value } : writeFailure(read.error, binding);
}

function helpPage(operations: readonly Operation[]): HttpReply {
  const items = operations.map(({ name }) => `<li>${name}</li>`).join('');
  const page = `<!DOCTYPE html><html lang="en"><title>Web Service</title><p>The following operations are supported:<ul>${items}</ul><p><a href="?WSDL">Service Description</a></html>`;
  return httpReply(200, 'text/html; charset=utf-8', page);
}
