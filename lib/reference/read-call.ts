import { MIMEType, TextDecoder } from 'node:util';
import type { Binding, Contract, Operation, ParameterValue, ParameterValues } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { Result } from '../model/result.ts';
import { attempt } from '../text/reason-of.ts';
import { readXml } from '../wire/xml/independent-reader.ts';
import { type Call, fail, type HttpReply, type HttpRequest, type Outcome, succeed } from './seams.ts';
import { httpReply, refusal, writeFailure, writePlainError } from './write/replies.ts';
import { wsdl } from './wsdl.ts';

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

function helpPage(operations: readonly Operation[]) {
  const items = operations.map(({ name }) => `<li>${name}</li>`).join('');
  const page = `<!DOCTYPE html><html lang="en"><title>Web Service</title><p>The following operations are supported:<ul>${items}</ul><p><a href="?WSDL">Service Description</a></html>`;
  return httpReply(200, 'text/html; charset=utf-8', page);
}

type Read = Pick<Call, 'operation' | 'values'>;

/**
 * The parameters of a query string or form body (contract §4.1). A list is its key repeated (rule 4); a repeated
 * scalar is joined by commas and other keys are ignored, as ASMX does.
 */
function readForm(encoded: string, operation: Operation): Outcome<Read> {
  const fields = new URLSearchParams(encoded);
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of operation.parameters) {
    const found = fields.getAll(name);
    if (found.length === 0) return fail(`Missing parameter: ${name}.`);
    values[name] = type === 'list' ? found : found.join(',');
  }
  return succeed({ operation, values });
}

/**
 * The operation that a SOAP action names among some; null where the body element decides.
 *
 * SOAP 1.1 must carry the SOAPAction header (contract §4.1 rule 1); quotes may be missing, as ASMX takes it, and an
 * empty action leaves it to the body. Where the namespace ends in a slash, a second one may appear. SOAP 1.2 carries
 * none (rule 2): its media type may have an action parameter.
 */
function readAction(value: string | undefined, operations: readonly Operation[], namespace: string) {
  if (value === undefined) return fail('The SOAPAction header is missing.');
  const action = value.trim().replace(/^"(.*)"$/, '$1');
  if (action === '') return succeed(null);
  const bases = namespace.endsWith('/') ? [namespace, `${namespace}/`] : [`${namespace}/`];
  const operation = operations.find(({ name }) => bases.some((base) => action === `${base}${name}`));
  return operation === undefined
    ? fail(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`)
    : succeed(operation.name);
}

/**
 * Reads an envelope (contract §4.1): the operation element in the body and one child element per parameter.
 *
 * @param operations those that share the path base
 */
function readSoap(
  request: HttpRequest,
  { envelope = '', request: { soapAction } }: Binding,
  type: ReturnType<typeof readContentType>,
  operations: readonly Operation[],
  namespace: string,
): Outcome<Read> | HttpReply {
  const text = decodeRequest(request.body ?? Buffer.alloc(0), type?.charset);
  const root = text.ok ? readXml(text.value) : null;
  if (root === null) return refusal(text.ok ? 400 : text.error);
  const value = soapAction ? header(request, 'soapaction') : (type?.action ?? '');
  const action = readAction(value, operations, namespace);
  if (!action.ok) return action;
  if (root.local !== 'Envelope') return fail('The request is not a SOAP envelope.');
  if (root.uri !== envelope) return fail('The envelope is of another SOAP version.', 'version-mismatch');
  const [body, ...others] = named(root, 'Body', envelope);
  if (!body || others.length > 0) return fail('The envelope must hold exactly one Body.');
  const [call] = elements(body);
  if (call === undefined) return fail('The Body is empty.');
  const operation = operations.find(
    ({ name }) => call.local === name && call.uri === namespace && name === (action.value ?? name),
  );
  if (operation === undefined) return fail(`{${call.uri}}${call.local} is not the operation called here.`);
  const values = readValues(call, operation, namespace);
  return values.ok ? succeed({ operation, values: values.value }) : values;
}

/** A parameter that is missing or nil is null in ASMX: read as empty. Elements that no parameter names are ignored. */
function readValues(call: XmlElement, operation: Operation, namespace: string): Outcome<ParameterValues> {
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of operation.parameters) {
    const sent = named(call, name, namespace).slice(0, 1);
    const holders = type === 'list' ? sent.flatMap((list) => named(list, 'string', namespace)) : sent;
    if (holders.some((holder) => elements(holder).length > 0)) return fail(`${name} must hold text only.`);
    const texts = holders.map(({ children }) => children.join(''));
    values[name] = type === 'list' ? texts : texts.join('');
  }
  return succeed(values);
}

function elements(parent: XmlElement): readonly XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string');
}

function named(parent: XmlElement, name: string, uri: string): readonly XmlElement[] {
  return elements(parent).filter((child) => child.local === name && child.uri === uri);
}

/** The first header field of this name, which is in lower case. */
export function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

/** A Content-Type header taken apart, its media type in lower case; undefined where it is missing or no media type. */
function readContentType(header = '') {
  return attempt(() => {
    const { essence: mediaType, params } = new MIMEType(header);
    return { mediaType, charset: params.get('charset') ?? undefined, action: params.get('action') };
  });
}

/** The text of an XML request: 400 for bytes that its charset does not know, 415 for a charset that nobody knows. */
function decodeRequest(body: Uint8Array, charset = 'utf-8'): Result<string, 400 | 415> {
  try {
    return { ok: true, value: new TextDecoder(charset, { fatal: true }).decode(body) };
  } catch (error) {
    return { ok: false, error: error instanceof RangeError ? 415 : 400 };
  }
}
