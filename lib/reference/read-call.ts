import { MIMEType, TextDecoder } from 'node:util';
import type { Binding, Contract, Operation, ParameterValue } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import { attempt } from '../text/reason-of.ts';
import { readXml } from '../wire/xml/independent-reader.ts';
import { type CallFailure, fail, type HttpReply, type HttpRequest, type Served } from './seams.ts';
import { errorReply, httpReply, writeFailure } from './write/replies.ts';
import { wsdl } from './wsdl.ts';

/** Returns the call that a request makes (contract §4.1), or a description, or a refusal of the kind of ASMX and IIS. */
export function route(request: HttpRequest, contract: Contract, namespace: string): Served | HttpReply {
  // A proxy's absolute form is cut down to path and query.
  const [path = '', ...rest] = request.path.replace(/^https?:\/\/[^/?]*/i, '').split('?');
  const query = rest.join('?');
  const served = contract.operations.filter(({ path: base }) => `${path}/`.startsWith(`${base}/`));
  const [first] = served;
  if (first === undefined) return errorReply(404, 'Nothing is served here.');
  const name = path.slice(first.path.length + 1);
  const { method } = request;
  if (name === '' && (method === 'GET' || method === 'HEAD')) {
    if (query.toLowerCase() !== 'wsdl') return helpPage(served);
    // The address is the one that the caller used, so that a proxy or a name of its own works.
    const address = `http://${header(request, 'host') ?? 'localhost'}${first.path}`;
    return httpReply(200, 'text/xml; charset=utf-8', wsdl(contract, first.path, { address, namespace }));
  }
  const place = name === '' ? 'path-base' : 'operation';
  const candidates = contract.bindings.filter((known) => known.address === place && known.method === method);
  const [candidate] = candidates;
  if (!candidate) return errorReply(405, 'This method is not served here.');
  const operation = served.find((known) => known.name === name);
  if (name !== '' && !operation)
    return writeFailure(fail(`${name} Web Service method name is not valid.`), candidate);
  const coding = header(request, 'content-encoding')?.toLowerCase() || 'identity';
  if (coding !== 'identity') return errorReply(415, 'This content coding is not supported here.');
  const type = mediaType(header(request, 'content-type'));
  const binding = candidates.find(
    ({ request: { contentType } }) =>
      contentType === undefined || (type && mediaType(contentType)?.essence === type.essence),
  );
  if (!binding) return errorReply(415, 'This content type is not supported here.');
  const fields = method === 'GET' ? query : Buffer.from(request.body ?? []).toString('utf8');
  const read = operation ? readForm(fields, operation) : readSoap(request, binding, type, served, namespace);
  if ('code' in read) return writeFailure(read, binding);
  return 'status' in read ? read : { contract, namespace, binding, ...read };
}

function helpPage(operations: readonly Operation[]) {
  const items = operations.map(({ name }) => `<li>${name}</li>`).join('');
  const page = `<!DOCTYPE html><html lang="en"><title>Web Service</title><p>The following operations are supported:<ul>${items}</ul><p><a href="?WSDL">Service Description</a></html>`;
  return httpReply(200, 'text/html; charset=utf-8', page);
}

type Read = Pick<Served, 'operation' | 'values'>;

/**
 * Reads the parameters of a query string or form body (contract §4.1). A list is its key repeated (rule 4). Repeated
 * scalars are joined by commas and other keys are ignored, as in ASMX.
 */
function readForm(encoded: string, operation: Operation): Read | CallFailure {
  const fields = new URLSearchParams(encoded);
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of operation.parameters) {
    const found = fields.getAll(name);
    if (found.length === 0) return fail(`Missing parameter: ${name}.`);
    values[name] = type === 'list' ? found : found.join(',');
  }
  return { operation, values };
}

/**
 * Reads an envelope (contract §4.1): the operation element in the body and one child element per parameter.
 *
 * SOAP 1.1 must carry the SOAPAction header (rule 1); quotes may be missing, as ASMX takes it, and an empty action
 * leaves it to the body. Where the namespace ends in a slash, a second one may appear. SOAP 1.2 carries none (rule 2):
 * its media type may have an action parameter.
 *
 * @param operations those that share the path base
 */
function readSoap(
  request: HttpRequest,
  { envelope = '', request: { soapAction } }: Binding,
  type: MIMEType | undefined,
  operations: readonly Operation[],
  namespace: string,
): Read | CallFailure | HttpReply {
  const root = readRoot(request.body ?? Buffer.alloc(0), type?.params.get('charset') ?? 'utf-8');
  if ('status' in root) return root;
  const value = soapAction ? header(request, 'soapaction') : (type?.params.get('action') ?? '');
  if (value === undefined) return fail('The SOAPAction header is missing.');
  const action = value.trim().replace(/^"(.*)"$/, '$1');
  const bases = namespace.endsWith('/') ? [namespace, `${namespace}/`] : [`${namespace}/`];
  const meant = operations.filter(
    ({ name }) => action === '' || bases.some((base) => action === `${base}${name}`),
  );
  if (meant.length === 0)
    return fail(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`);
  if (root.local !== 'Envelope') return fail('The request is not a SOAP envelope.');
  if (root.uri !== envelope) return fail('The envelope is of another SOAP version.', 'version-mismatch');
  const [body, ...more] = childrenNamed(root, 'Body', envelope);
  if (!body || more.length > 0) return fail('The envelope must hold exactly one Body.');
  const [call] = elements(body);
  if (call === undefined) return fail('The Body is empty.');
  const operation = meant.find(({ name }) => call.local === name && call.uri === namespace);
  if (operation === undefined) return fail(`{${call.uri}}${call.local} is not the operation called here.`);
  return readValues(call, operation, namespace);
}

/** Reads parameters; a missing or nil parameter, null in ASMX, is empty. Elements that no parameter names are ignored. */
function readValues(call: XmlElement, operation: Operation, namespace: string): Read | CallFailure {
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of operation.parameters) {
    const sent = childrenNamed(call, name, namespace).slice(0, 1);
    const holders = type === 'list' ? sent.flatMap((list) => childrenNamed(list, 'string', namespace)) : sent;
    if (holders.some((holder) => elements(holder).length > 0)) return fail(`${name} must hold text only.`);
    const texts = holders.map(({ children }) => children.join(''));
    values[name] = type === 'list' ? texts : texts.join('');
  }
  return { operation, values };
}

function elements(parent: XmlElement): readonly XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string');
}

function childrenNamed(parent: XmlElement, name: string, uri: string): readonly XmlElement[] {
  return elements(parent).filter((child) => child.local === name && child.uri === uri);
}

/** Returns the value of the first header field of a name in lower case. */
export function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** Reads the media type of a Content-Type header; undefined if it is missing or invalid. */
const mediaType = (header = '') => attempt(() => new MIMEType(header));

/** Reads the root of an XML request; returns 400 for bytes that are no XML, and 415 for an unknown charset. */
function readRoot(body: Uint8Array, charset: string): XmlElement | HttpReply {
  try {
    const decoder = new TextDecoder(charset, { fatal: true });
    // Node.js 20 reads windows-1252 as ISO 8859-1, unless it is a stream.
    const text = decoder.decode(body, { stream: decoder.encoding === 'windows-1252' });
    return readXml(text) ?? errorReply(400);
  } catch (error) {
    return errorReply(error instanceof RangeError ? 415 : 400);
  }
}
