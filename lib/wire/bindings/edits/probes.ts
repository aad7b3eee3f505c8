import { gzipSync } from 'node:zlib';
import {
  allBindings,
  type BindingId,
  type Contract,
  type Operation,
  type Parameter,
  soapBindings,
} from '../../../model/contract.ts';
import type { descriptions } from '../../../model/exchange.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import {
  bodyBindings,
  content,
  headerField,
  mediaType,
  over,
  type RequestEdit,
  type Rewrite,
  soapAction,
} from './edit.ts';

type OfCall = NonNullable<RequestEdit['call']>;

/** The name of no operation and no parameter. */
const NOTHING = 'NoSuchName';

/** Another service's namespace: the default of ASP.NET. */
const OTHER_NAMESPACE = 'http://tempuri.org/';

const ofCalls = (bindings: readonly BindingId[], table: Readonly<Record<string, OfCall>>) =>
  Object.entries(table).map(([id, call]): RequestEdit => ({ id, bindings, call }));

/** Changes members of the operation of a call. */
function operation(
  change: (made: Operation, contract: Contract) => Partial<Pick<Operation, 'name' | 'path' | 'parameters'>>,
): OfCall {
  return ({ operation: made, ...call }, contract) => ({
    ...call,
    operation: { ...made, ...change(made, contract) },
  });
}

const parameters = (change: (list: readonly Parameter[]) => readonly Parameter[]) =>
  operation((made) => ({ parameters: change(made.parameters) }));

const method =
  (name: WireRequest['method']): Rewrite =>
  (request) => ({ ...request, method: name });

/** Writes the head of a request, for what no HTTP client writes. */
const inHead =
  (change: (line: string) => string): Rewrite =>
  (request) => {
    const length = request.body === null ? [] : ['Content-Length: ${length}'];
    const fields = request.headers.map(([name, value]) => `${name}: ${value}`);
    const line = change(`${request.method} ${request.path} HTTP/1.1`);
    return {
      ...request,
      framing: { head: [line, 'Host: ${host}', ...fields, ...length, 'Connection: close', ''].join('\n') },
    };
  };

/** Replaces the call by the path base with a query. */
const description =
  (query: string): Rewrite =>
  (made, { operation: { name } }) => ({
    ...made,
    path: made.path.replace(/\?.*$/, '').replace(`/${name}`, '') + query,
  });
const ofDescriptions = {
  wsdl: description('?WSDL'),
  disco: description('?disco'),
  'help-page': description(''),
} satisfies Record<(typeof descriptions)[number], Rewrite>;

/** Requests that the contract does not describe, besides parameters that are left out or written twice. */
export const probes: readonly RequestEdit[] = [
  ...ofCalls(allBindings, {
    'unknown-parameter': parameters((list) => [...list, { name: NOTHING, type: 'string' }]),
    'parameters-reversed': parameters((list) => list.toReversed()),
    'parameters-lower-case': ({ values, ...call }, contract) => {
      const lower = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value] as const);
      const rename = parameters((list) =>
        list.map(({ name, ...parameter }) => ({ ...parameter, name: name.toLowerCase() })),
      );
      return rename({ ...call, values: Object.fromEntries(lower) }, contract);
    },
    'unknown-operation': operation(() => ({ name: NOTHING })),
    'operation-lower-case': operation(({ name }) => ({ name: name.toLowerCase() })),
    'other-path-base': operation(({ path: base }, { operations }) => ({
      path: operations.find(({ path }) => path !== base)?.path ?? base,
    })),
    'slash-behind-path': operation(({ path }) => ({ path: `${path}/` })),
    'path-upper-case': operation(({ path }) => ({ path: path.toUpperCase() })),
  }),
  ...ofCalls(soapBindings, {
    'other-namespace': (call) => ({ ...call, target: { ...call.target, namespace: OTHER_NAMESPACE } }),
    'other-envelope': ({ binding, ...call }, { bindings }) => {
      const envelope = bindings.find((soap) => soap.envelope && soap.id !== binding.id)?.envelope;
      const isSoap = binding.envelope !== undefined && envelope !== undefined;
      return { ...call, binding: isSoap ? { ...binding, envelope } : binding };
    },
  }),
  ...over(['soap11'], {
    'no-soap-action': soapAction(() => null),
    'empty-soap-action': soapAction(() => '""'),
    'unquoted-soap-action': soapAction((value) => value.replaceAll('"', '')),
    'wrong-soap-action': soapAction((value) => value.replace(/[^/]+"$/, `${NOTHING}"`)),
  }),
  ...over(['soap12'], {
    'action-parameter': headerField(
      'Content-Type',
      (type, { target, operation: { name } }) => `${type}; action="${target.namespace}/${name}"`,
    ),
    'application-xml': mediaType((type) => type.replace(/[^;]+/, 'application/xml')),
    'text-xml': mediaType((type) => type.replace(/[^;]+/, 'text/xml')),
    'soap-action-added': soapAction((_, { target, operation: { name } }) => `"${target.namespace}/${name}"`),
  }),
  ...over(soapBindings, {
    'parameters-without-namespace': content((text) =>
      text.replace(/<(\w+) xmlns=("[^"]*")>(.*)<\/\1>/s, '<m:$1 xmlns:m=$2>$3</m:$1>'),
    ),
    'no-envelope': content((text) => text.replace(/<\/?soap:[^>]*>/g, '')),
    'not-well-formed': content((text) => text.replace(/<\/soap:Envelope>$/, '')),
    'no-charset': mediaType((type) => type.replace(/;.*/, '')),
    'unknown-charset': mediaType((type) => type.replace(/=.*/, '=x-unknown')),
  }),
  ...over(bodyBindings, {
    'no-content-type': mediaType(() => null),
    'other-content-type': mediaType(() => 'text/plain'),
    'empty-body': (request) => ({ ...request, body: new Uint8Array() }),
    'gzip-body': (request, call) => ({
      ...headerField('Content-Encoding', () => 'gzip')(request, call),
      body: gzipSync(request.body ?? ''),
    }),
    'method-put': method('PUT'),
  }),
  ...over(allBindings, {
    'http-1-0': inHead((line) => line.replace(/1$/, '0')),
    'absolute-target': inHead((line) => line.replace(/^\w+ /, '$&http://gateway.example')),
    'field-twice': (request) => ({
      ...request,
      headers: [...request.headers, ...request.headers.slice(0, 1)],
    }),
    'accept-gzip': headerField('Accept-Encoding', () => 'gzip'),
    'method-options': method('OPTIONS'),
  }),
  ...over(['http-get'], { 'method-head': method('HEAD'), ...ofDescriptions }),
];
