import type { Binding, Operation, ParameterValue, ParameterValues } from '../../model/contract.ts';
import type { XmlElement, XmlNode } from '../../model/judging/document.ts';
import { type Call, fail, type HttpRequest, type Outcome, succeed } from '../seams.ts';
import type { ContentType } from './request-text.ts';

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
