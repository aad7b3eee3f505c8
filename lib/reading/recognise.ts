import type { Binding, Call, Contract, Operation, Parameter, ParameterValue } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { RequestReading } from '../model/judging/evidence.ts';
import type { HeaderList, WireRequest } from '../model/judging/wire.ts';
import { nearest } from '../text/nearest.ts';
import { elementsOf, firstInBody, textOf } from '../wire/xml/tree.ts';
import { headerValue, mediaTypeOf, parametersNamed } from './headers.ts';
import { readRequest } from './read-request.ts';

/** A request that was read as a call of the contract. */
export interface ReadCall {
  readonly call: Call;
  readonly readBack: RequestReading;
}

export type Recognised =
  | ({ readonly kind: 'call' } & ReadCall)
  /** A request for a description of the service, such as ?WSDL or the help page. */
  | { readonly kind: 'description' }
  /** A clause that says why it is no call of the contract. */
  | { readonly kind: 'unknown'; readonly why: string };

const NO_ENVELOPE: RequestReading = { fields: [], root: null };

/** Recognises a call by path, envelope and media type (contract §1, §4.1), or the nearest; the body outweighs the path. */
export function recognise(request: WireRequest, origin: string, contract: Contract): Recognised {
  const { method } = request;
  const [path = '', ...query] = request.path.split('?');
  const isOf = (operation: Operation) => path.endsWith(`${operation.path}/${operation.name}`);
  if (method === 'HEAD' && contract.operations.some(isOf))
    return { kind: 'unknown', why: 'HEAD is no method of the contract, and its reply has no body' };
  if (method === 'HEAD' || method === 'OPTIONS') return { kind: 'description' };
  const envelope = method === 'GET' ? NO_ENVELOPE : readRequest(request, true);
  const { root } = envelope;
  const element = firstInBody(root);
  const place = pathPlace(path, element, origin, contract);
  if (!place) return { kind: 'unknown', why: `no path base of the contract is in ${path}` };
  const { name, operations, baseUrl } = place;
  if (name === '' && (method === 'GET' || (query.length > 0 && !request.body?.length)))
    return { kind: 'description' };
  const type = headerValue(request.headers, 'content-type');
  const binding = bindingOf(request, type, name, root, contract);
  const soap = binding?.envelope !== undefined;
  const named = soap ? (element?.local ?? namedOtherwise(request, type, operations)) : name;
  const readBack = soap ? envelope : readRequest(request, false);
  const { fields } = readBack;
  const nameless = name === '' || soap ? withParameters(fields, operations) : undefined;
  const operation = operationNamed(named, operations, contract) ?? nameless;
  if (!operation || !binding) return { kind: 'unknown', why: `${path} names no operation of the contract` };
  const target = { baseUrl, namespace: element?.uri ?? '', kind: 'external' } as const;
  const values = callValues(operation, (parameter) =>
    soap
      ? envelopeTexts(element, parameter)
      : fields.flatMap(([field, text]) => (field === parameter.name ? [text] : [])),
  );
  return { kind: 'call', call: { operation, binding, values, target }, readBack };
}

/** Returns the first operation that has all these fields, or else the first of all. */
function withParameters(fields: RequestReading['fields'], operations: readonly Operation[]) {
  const has = ({ parameters }: Operation) =>
    fields.every(([field]) => parameters.some(({ name }) => name === field));
  return operations.find(has) ?? operations[0];
}

/** Returns the operation that the SOAP action names, or the text of an envelope that cannot be parsed. */
function namedOtherwise({ headers, body }: WireRequest, type: string, operations: readonly Operation[]) {
  const text = Buffer.from(body ?? []).toString('latin1');
  const inText = operations.find(({ name }) => new RegExp(`<(?:[\\w.-]+:)?${name}\\b`).test(text));
  return actionName(headers, type) ?? inText?.name;
}

/** Finds the path base in a path: the URL before it, the name behind it, perhaps empty, and its operations, or all. */
function pathPlace(path: string, element: XmlElement | undefined, origin: string, { operations }: Contract) {
  const lower = path.toLowerCase();
  const service = operations.find((operation) => {
    const base = operation.path.toLowerCase();
    return lower.endsWith(base) || lower.includes(`${base}/`);
  });
  if (service) {
    const at = lower.lastIndexOf(service.path.toLowerCase());
    return {
      baseUrl: `${origin}${path.slice(0, at)}`,
      name: path.slice(at + service.path.length + 1),
      operations: operations.filter((operation) => operation.path === service.path),
    };
  }
  const last = path.split('/').at(-1) ?? '';
  const name = operations.some((operation) => operation.name === last) ? last : '';
  const isCall = name !== '' || operations.some((operation) => operation.name === element?.local);
  return isCall ? { baseUrl: origin, name, operations } : undefined;
}

function operationNamed(name: string | undefined, operations: readonly Operation[], contract: Contract) {
  if (!name) return undefined;
  const all = [...operations, ...contract.operations];
  const names = all.map((operation) => operation.name);
  const meant = names.includes(name) ? name : nearest(name, names);
  return all.find((operation) => operation.name === meant);
}

/** Finds the binding: at a path base, and of an envelope, by the media type or else the envelope; elsewhere by the method. */
function bindingOf(
  { method, body }: WireRequest,
  type: string,
  name: string,
  root: XmlElement | null,
  { bindings }: Contract,
): Binding | undefined {
  const ofType = (among: readonly Binding[]) =>
    among.find(
      ({ request }) =>
        request.contentType !== undefined &&
        mediaTypeOf(request.contentType).essence === mediaTypeOf(type).essence,
    );
  if (name === '' || root?.local === 'Envelope') {
    const soap = bindings.filter(({ envelope }) => envelope !== undefined);
    const found = ofType(soap) ?? soap.find(({ envelope }) => envelope === root?.uri) ?? ofType(bindings);
    return found ?? soap[0];
  }
  const usual = method === 'GET' || !body?.length ? 'GET' : 'POST';
  return bindings.find((binding) => binding.address === 'operation' && binding.method === usual);
}

/** Returns the last segment of the SOAP action, from its header or the media type of SOAP 1.2. */
export function actionName(headers: HeaderList, type: string): string | undefined {
  const [inType] = parametersNamed(type, 'action');
  const action = headerValue(headers, 'soapaction').replaceAll('"', '') || inType;
  return action?.split(/[/#]/).at(-1);
}

function callValues({ parameters }: Operation, textsOf: (by: Parameter) => readonly string[] | undefined) {
  const values: Record<string, ParameterValue> = {};
  for (const parameter of parameters) {
    const texts = textsOf(parameter);
    const value = parameter.type === 'list' ? texts : texts?.[0];
    if (value !== undefined) values[parameter.name] = value;
  }
  return values;
}

/** Returns the texts of a parameter in an envelope; a list with a text but no elements in it has one item. */
function envelopeTexts(element: XmlElement | undefined, { name, type }: Parameter) {
  const found = (element ? elementsOf(element) : []).filter(({ local }) => local === name);
  if (found.length === 0) return undefined;
  const items = type === 'list' ? found.flatMap(elementsOf) : [];
  if (items.length > 0) return items.map(textOf);
  return found.map(textOf).filter((text) => type !== 'list' || text !== '');
}
