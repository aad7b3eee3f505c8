import type { Call } from '../model/call.ts';
import type { Binding, Contract, Operation, ParameterValue } from '../model/contract.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { headerValue } from '../rules/header-values.ts';
import { decodeBytes } from '../xml/decode-bytes.ts';
import { parseXml } from '../xml/parse.ts';
import { elementsOf, textOf } from '../xml/tree.ts';

/** A request of anybody's: its path with the query, still encoded. */
export interface AnyRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
}

export type Recognised =
  | { readonly kind: 'call'; readonly call: Call }
  /** A request for a description of the service, such as ?WSDL or the help page. */
  | { readonly kind: 'description' }
  /** A clause that says why it is no call of the contract. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Recognises a call of the contract by path, envelope and media type together (contract §1, §4.1). The call has the values
 * that the request carries, so that rules about the reply know what was asked for; whether the request is right, the
 * rules about requests say. Where path and body disagree, the body names the operation and the rules tell the rest.
 */
export function recognise(request: AnyRequest, contract: Contract): Recognised {
  const [path = '', query = ''] = split(request.path);
  const lower = path.toLowerCase();
  const service = contract.operations.find((operation) => {
    const base = operation.path.toLowerCase();
    return lower.endsWith(base) || lower.includes(`${base}/`);
  });
  if (!service) return { kind: 'unknown', why: `no path base of the contract is in ${path}` };
  const at = lower.lastIndexOf(service.path.toLowerCase());
  const baseUrl = `${request.origin}${path.slice(0, at)}`;
  const name = path.slice(at + service.path.length + 1);
  const operations = contract.operations.filter((operation) => operation.path === service.path);
  if (name === '') return atPathBase(request, query, operations, contract, baseUrl);
  const operation = operations.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!operation) return { kind: 'unknown', why: `${service.path} has no operation ${name}` };
  const binding = contract.bindings.find(
    (one) => one.address === 'operation' && one.method === request.method,
  );
  if (!binding)
    return { kind: 'unknown', why: `no binding of the contract uses ${request.method} at ${path}` };
  const fields = request.method === 'GET' ? query : Buffer.from(request.body ?? []).toString('utf8');
  const target = { baseUrl, namespace: '', kind: 'external' } as const;
  return { kind: 'call', call: { operation, binding, values: formValues(fields, operation), target } };
}

function atPathBase(
  request: AnyRequest,
  query: string,
  operations: readonly Operation[],
  contract: Contract,
  baseUrl: string,
): Recognised {
  if (request.method === 'GET' || request.method === 'HEAD') return { kind: 'description' };
  if (request.method !== 'POST')
    return { kind: 'unknown', why: `no binding of the contract uses ${request.method}` };
  if (query !== '' && !request.body?.length) return { kind: 'description' };
  const type = headerValue(request.headers, 'content-type');
  const root = readEnvelope(request.body, type);
  const body = root && elementsOf(root).find((element) => element.local === 'Body');
  const element = body && elementsOf(body)[0];
  const named = element?.local ?? actionName(request.headers, type);
  const operation =
    operations.find((one) => one.name === named) ??
    contract.operations.find((one) => one.name === named) ??
    operations.find((one) => one.name.toLowerCase() === named?.toLowerCase());
  if (!operation) {
    const why = root
      ? `the Body holds ${element ? `<${element.local}>` : 'no element'}`
      : 'the body is no envelope';
    return { kind: 'unknown', why: `${why}, and no operation of the contract is named otherwise` };
  }
  const binding = soapBinding(contract, type, root);
  if (!binding)
    return { kind: 'unknown', why: `no binding of the contract has the content type ${type || 'none'}` };
  const target = { baseUrl, namespace: element?.uri ?? '', kind: 'external' } as const;
  const values = element ? envelopeValues(element, operation) : {};
  return { kind: 'call', call: { operation, binding, values, target } };
}

/** The envelope names the binding; without one that the contract knows, the media type does. */
function soapBinding(contract: Contract, type: string, root: XmlElement | undefined): Binding | undefined {
  const soap = contract.bindings.filter(({ envelope }) => envelope !== undefined);
  const mediaType = essence(type);
  const byType = soap.find(({ request }) => essence(request.contentType ?? '') === mediaType);
  return byType ?? soap.find(({ envelope }) => envelope === root?.uri);
}

function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function readEnvelope(body: Uint8Array | null, type: string): XmlElement | undefined {
  if (!body) return undefined;
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1] ?? null;
  const { text } = decodeBytes(body, charset);
  const xml = text === null ? undefined : parseXml(text);
  return xml?.kind === 'document' ? xml.root : undefined;
}

/** Last segment of the SOAP action, in its header or in the media type of SOAP 1.2. */
function actionName(headers: HeaderList, type: string): string | undefined {
  const inType = /;\s*action\s*=\s*"?([^";]+)/i.exec(type)?.[1];
  const action = headerValue(headers, 'soapaction').replaceAll('"', '') || inType;
  return action?.split(/[/#]/).at(-1);
}

/** Values by parameter; one that the request leaves out has none. */
function formValues(encoded: string, { parameters }: Operation): Call['values'] {
  const fields = new URLSearchParams(encoded);
  const values: Record<string, ParameterValue> = {};
  for (const { name, type } of parameters) {
    const found = fields.getAll(name);
    if (type === 'list') values[name] = found;
    else if (found[0] !== undefined) values[name] = found[0];
  }
  return values;
}

/** A list whose texts stand in it without elements around them is a list of one. */
function envelopeValues(element: XmlElement, { parameters }: Operation): Call['values'] {
  const values: Record<string, ParameterValue> = {};
  const children = elementsOf(element);
  for (const { name, type } of parameters) {
    const found = children.filter(({ local }) => local === name);
    const [first] = found;
    if (!first) continue;
    if (type === 'string') values[name] = textOf(first);
    else {
      const items = found.flatMap(elementsOf);
      values[name] = items.length > 0 ? items.map(textOf) : found.map(textOf).filter((text) => text !== '');
    }
  }
  return values;
}

function split(target: string): readonly [string, string] {
  const at = target.indexOf('?');
  return at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
