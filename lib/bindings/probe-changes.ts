import { gzipSync } from 'node:zlib';
import type { Call } from '../model/call.ts';
import type { BindingId, Contract, Parameter } from '../model/contract.ts';
import type { descriptions } from '../model/exchange.ts';
import type { HeaderList, WireRequest } from '../model/judging/wire.ts';
import { bodyBindings, rewriteBody, soapBindings } from './forms/form.ts';
import { forms } from './forms/index.ts';

/** What the request of a probe does that the contract does not describe: to the call, to its bytes, or to both. */
export interface Change {
  /** Permanent slug. */
  readonly id: string;
  /** What is different, in a few words. */
  readonly title: string;
  /** Bindings whose requests can be changed so. */
  readonly bindings: readonly BindingId[];
  /** Pure; the binding writes what it returns as it writes any call. */
  readonly call?: (call: Call, contract: Contract) => Call;
  /** Pure. */
  readonly request?: (request: WireRequest, call: Call) => WireRequest;
}

const all: readonly BindingId[] = ['soap11', 'soap12', 'http-get', 'http-post'];

/** A name that no operation and no parameter has. */
const NOTHING = 'NoSuchName';

/** Another service's namespace: the default of ASP.NET. */
const OTHER_NAMESPACE = 'http://tempuri.org/';

const parameterChanges: readonly Change[] = [
  parameters('unknown-parameter', 'a parameter that no operation has, behind the others', (list) => [
    ...list,
    { name: NOTHING, type: 'string' },
  ]),
  parameters('parameters-reversed', 'the parameters in the reverse order of their table', (list) =>
    list.toReversed(),
  ),
  parameters('parameters-lower-case', 'the names of parameters in lower case', (list) =>
    list.map((one) => ({ ...one, name: one.name.toLowerCase() })),
  ),
];

function parameters(
  id: string,
  title: string,
  change: (list: readonly Parameter[]) => readonly Parameter[],
): Change {
  const call = (made: Call): Call => {
    const values = Object.entries(made.values).map(([name, value]) => [name.toLowerCase(), value] as const);
    return {
      ...made,
      operation: { ...made.operation, parameters: change(made.operation.parameters) },
      values: { ...Object.fromEntries(values), ...made.values },
    };
  };
  return { id, title, bindings: all, call };
}

const addressChanges: readonly Change[] = [
  operationName('unknown-operation', 'an operation that the service does not have', () => NOTHING),
  operationName('operation-lower-case', 'the name of the operation in lower case', (name) =>
    name.toLowerCase(),
  ),
  {
    id: 'other-path-base',
    title: 'the path base of other operations',
    bindings: all,
    call: (call, { operations }) => {
      const path = operations.find((one) => one.path !== call.operation.path)?.path ?? call.operation.path;
      return { ...call, operation: { ...call.operation, path } };
    },
  },
  {
    id: 'path-upper-case',
    title: 'the path base in upper case',
    bindings: all,
    call: (call) => ({
      ...call,
      operation: { ...call.operation, path: call.operation.path.toUpperCase() },
    }),
  },
];

function operationName(id: string, title: string, rename: (name: string) => string): Change {
  const call = (made: Call): Call => ({
    ...made,
    operation: { ...made.operation, name: rename(made.operation.name) },
  });
  return { id, title, bindings: all, call };
}

const soapChanges: readonly Change[] = [
  action('no-soap-action', 'no SOAPAction', () => null),
  action('empty-soap-action', 'an empty SOAPAction', () => '""'),
  action('unquoted-soap-action', 'a SOAPAction without quotes', (value) => value.replaceAll('"', '')),
  action('wrong-soap-action', 'the SOAPAction of an operation that the service does not have', (value) =>
    value.replace(/[^/]+"$/, `${NOTHING}"`),
  ),
  {
    id: 'soap-action-added',
    title: 'a SOAPAction over SOAP 1.2',
    bindings: ['soap12'],
    request: (request, { target, operation }) =>
      withHeader(request, 'SOAPAction', `"${target.namespace}/${operation.name}"`),
  },
  {
    id: 'other-namespace',
    title: 'another namespace of the service, in the envelope and the SOAPAction',
    bindings: soapBindings,
    call: (call) => ({ ...call, target: { ...call.target, namespace: OTHER_NAMESPACE } }),
  },
  {
    id: 'parameters-without-namespace',
    title: 'the parameters in no namespace',
    bindings: soapBindings,
    request: (request) =>
      rewriteBody(request, (text) =>
        text.replace(/<(\w+) xmlns=("[^"]*")>(.*)<\/\1>/s, '<m:$1 xmlns:m=$2>$3</m:$1>'),
      ),
  },
  {
    id: 'other-envelope',
    title: 'the envelope of the other SOAP version, under its own media type',
    bindings: soapBindings,
    call: (call, contract) => {
      const other = contract.bindings.find(
        ({ id, envelope }) => envelope !== undefined && id !== call.binding.id,
      );
      return { ...call, binding: { ...call.binding, envelope: other?.envelope ?? '' } };
    },
  },
  {
    id: 'no-envelope',
    title: 'the operation element without an envelope',
    bindings: soapBindings,
    request: (request) => rewriteBody(request, (text) => text.replace(/<\/?soap:[^>]*>/g, '')),
  },
  {
    id: 'not-well-formed',
    title: 'an envelope without its end tag',
    bindings: soapBindings,
    request: (request) => rewriteBody(request, (text) => text.replace(/<\/soap:Envelope>$/, '')),
  },
];

function action(id: string, title: string, change: (value: string) => string | null): Change {
  const request = (made: WireRequest): WireRequest => {
    const [, value = ''] = made.headers.find(([name]) => name === 'SOAPAction') ?? [];
    return withHeader(made, 'SOAPAction', change(value));
  };
  return { id, title, bindings: ['soap11'], request };
}

const bodyChanges: readonly Change[] = [
  contentType('no-content-type', 'no Content-Type', bodyBindings, () => null),
  contentType('other-content-type', 'the Content-Type text/plain', bodyBindings, () => 'text/plain'),
  contentType('no-charset', 'no charset', soapBindings, (type) => type.replace(/;.*/, '')),
  contentType('unknown-charset', 'a charset that nobody knows', soapBindings, (type) =>
    type.replace(/=.*/, '=x-unknown'),
  ),
  {
    id: 'empty-body',
    title: 'no body',
    bindings: bodyBindings,
    request: (request) => ({ ...request, body: new Uint8Array() }),
  },
  {
    id: 'gzip-body',
    title: 'the body compressed (Content-Encoding: gzip)',
    bindings: bodyBindings,
    request: (request) => ({
      ...withHeader(request, 'Content-Encoding', 'gzip'),
      body: gzipSync(request.body ?? ''),
    }),
  },
  {
    id: 'expect-continue',
    title: 'an expectation (Expect: 100-continue), the body sent without waiting',
    bindings: bodyBindings,
    request: (request) => withHeader(request, 'Expect', '100-continue'),
  },
];

function contentType(
  id: string,
  title: string,
  fitting: readonly BindingId[],
  change: (type: string) => string | null,
): Change {
  const request = (made: WireRequest, { binding }: Call) =>
    withHeader(made, 'Content-Type', change(binding.request.contentType ?? ''));
  return { id, title, bindings: fitting, request };
}

const methodChanges: readonly Change[] = [
  {
    id: 'accept-gzip',
    title: 'a response may be compressed (Accept-Encoding: gzip)',
    bindings: all,
    request: (request) => withHeader(request, 'Accept-Encoding', 'gzip'),
  },
  method('HEAD', ['http-get']),
  method('OPTIONS', all),
  method('PUT', bodyBindings),
  description('wsdl', 'asks the path base for ?WSDL', '?WSDL'),
  description('disco', 'asks the path base for ?disco', '?disco'),
  description('help-page', 'asks the path base for its page', ''),
];

function method(name: 'HEAD' | 'OPTIONS' | 'PUT', fitting: readonly BindingId[]): Change {
  return {
    id: `method-${name.toLowerCase()}`,
    title: `the method ${name}`,
    bindings: fitting,
    request: (request) => ({ ...request, method: name }),
  };
}

function description(id: (typeof descriptions)[number], title: string, query: string): Change {
  const request = (made: WireRequest, { operation }: Call): WireRequest => ({
    ...made,
    path: made.path.replace(/\?.*$/, '').replace(`/${operation.name}`, '') + query,
  });
  return { id, title, bindings: ['http-get'], request };
}

/** The header with one field replaced where it stands, added at the end, or left out. */
function withHeader(request: WireRequest, field: string, value: string | null): WireRequest {
  const isField = ([name]: HeaderList[number]) => name === field;
  const written: HeaderList = value === null ? [] : [[field, value]];
  const headers = request.headers.some(isField)
    ? request.headers.flatMap((one) => (isField(one) ? written : [one]))
    : [...request.headers, ...written];
  return { ...request, headers };
}

/** Everything that the request of a probe can do besides leaving out parameters and writing them twice. */
export const changes: readonly Change[] = [
  ...parameterChanges,
  ...addressChanges,
  ...soapChanges,
  ...bodyChanges,
  ...methodChanges,
];

/** The ways to write a request that a case can ask for. */
export const requestForms = { forms, changes };
