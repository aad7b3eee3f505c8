import { MIMEType, TextDecoder } from 'node:util';
import type { Binding, Operation, ParameterValue, ParameterValues } from '../../model/contract.ts';
import type { XmlElement, XmlNode } from '../../model/judging/document.ts';
import type { Result } from '../../model/result.ts';
import { type Call, fail, type HttpRequest, type Outcome, succeed } from '../seams.ts';

type Read = Pick<Call, 'operation' | 'values'>;

/** A request for an envelope reader. */
export interface SoapRoute {
  readonly kind: 'soap';
  readonly binding: Binding;
  readonly type: ContentType;
  /** Operations that share the path base. */
  readonly operations: readonly Operation[];
}

/** A request for the form of one operation. */
export interface FormRoute {
  readonly kind: 'form';
  readonly binding: Binding;
  readonly operation: Operation;
  /** Query string or body, still encoded. */
  readonly fields: string;
}

/**
 * The parameters of a query string or form body (contract §4.1). A list is its key repeated (rule 4); a repeated
 * scalar is joined by commas and other keys are ignored, as ASMX does.
 */
export function readForm({ fields: encoded, operation }: FormRoute): Outcome<Read> {
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
 * The operation that the SOAP action names; null where the body element decides.
 *
 * SOAP 1.1 must carry the SOAPAction header (contract §4.1 rule 1); quotes may be missing, as ASMX takes it, and an
 * empty action leaves it to the body. Where the namespace ends in a slash, a second one may appear. SOAP 1.2 carries
 * none (rule 2): its media type may have an action parameter.
 */
function readAction(request: HttpRequest, soap: SoapRoute, namespace: string): Outcome<string | null> {
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

/** Reads an envelope (contract §4.1): the operation element in the body and one child element per parameter. */
export function readSoap(
  root: XmlElement,
  request: HttpRequest,
  soap: SoapRoute,
  namespace: string,
): Outcome<Read> {
  const action = readAction(request, soap, namespace);
  if (!action.ok) return action;
  const { envelope } = soap.binding;
  if (root.local !== 'Envelope') return fail('The request is not a SOAP envelope.');
  if (root.uri !== envelope) return fail('The envelope is of another SOAP version.', 'version-mismatch');
  const bodies = elements(root).filter((child) => child.uri === envelope && child.local === 'Body');
  const [body] = bodies;
  if (body === undefined || bodies.length > 1) return fail('The envelope must hold exactly one Body.');
  const [call] = elements(body);
  if (call === undefined) return fail('The Body is empty.');
  const operation = soap.operations.find(
    ({ name }) => call.local === name && call.uri === namespace && name === (action.value ?? name),
  );
  if (operation === undefined) return fail(`{${call.uri}}${call.local} is not the operation called here.`);
  const values = readValues(call, operation, namespace);
  return values.ok ? succeed({ operation, values: values.value }) : values;
}

/** A parameter that is missing or nil is null in ASMX: read as empty. Elements that no parameter names are ignored. */
function readValues(call: XmlElement, operation: Operation, uri: string): Outcome<ParameterValues> {
  const values: Record<string, ParameterValue> = {};
  const named = (parent: XmlElement, name: string) =>
    elements(parent).filter((child) => child.local === name && child.uri === uri);
  for (const { name, type } of operation.parameters) {
    const sent = named(call, name).slice(0, 1);
    const holders = type === 'list' ? sent.flatMap((list) => named(list, 'string')) : sent;
    if (holders.some((holder) => elements(holder).length > 0)) return fail(`${name} must hold text only.`);
    const texts = holders.map(({ children }) => children.join(''));
    values[name] = type === 'list' ? texts : texts.join('');
  }
  return succeed(values);
}

function elements(parent: XmlElement): readonly XmlElement[] {
  return parent.children.filter((child: XmlNode): child is XmlElement => typeof child !== 'string');
}

/** The first header field of this name, which is in lower case. */
export function header({ headers }: HttpRequest, name: string): string | undefined {
  return headers.find(([key]) => key.toLowerCase() === name)?.[1];
}

export interface ContentType {
  /** Lower case, without parameters. */
  readonly mediaType: string;
  readonly charset: string | null;
  readonly action: string | null;
}

/** A Content-Type header taken apart; null where it is missing or no media type. */
export function readContentType(header: string | undefined): ContentType | null {
  try {
    const { essence: mediaType, params } = new MIMEType(header ?? '');
    return { mediaType, charset: params.get('charset'), action: params.get('action') };
  } catch {
    return null;
  }
}

/**
 * The text of an XML request. A byte order mark wins, then the charset, then the default of the media type: text/xml
 * without charset is US-ASCII with `?` for every other byte, as ASMX reads it (RFC 3023), everything else UTF-8.
 * Bytes that the charset does not know are 400, a charset that nobody knows 415.
 */
export function decodeRequest(body: Uint8Array, type: ContentType): Result<string, 400 | 415> {
  const byDefault = type.mediaType === 'text/xml' ? 'us-ascii' : 'utf-8';
  const label = markedCharset(body) ?? type.charset?.toLowerCase() ?? byDefault;
  if (label === 'us-ascii' || label === 'ascii') {
    const value = Buffer.from(body.map((byte) => (byte < 0x80 ? byte : 0x3f))).toString('latin1');
    return { ok: true, value };
  }
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    return { ok: false, error: 415 };
  }
  try {
    return { ok: true, value: decoder.decode(body) };
  } catch {
    return { ok: false, error: 400 };
  }
}

function markedCharset(body: Uint8Array): string | null {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return null;
}
