import { gzipSync } from 'node:zlib';
import type { Call } from '../../model/call.ts';
import type { BindingId, Contract, Operation, Parameter } from '../../model/contract.ts';
import type { descriptions } from '../../model/exchange.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { allBindings, bodyBindings, rewriteBody, soapBindings } from './forms/form.ts';
import { forms } from './in-form.ts';

type OfCall = (call: Call, contract: Contract) => Call;
type OfRequest = (request: WireRequest, call: Call) => WireRequest;

/** What the request of a probe does that the contract does not describe; cases/README.md says what. */
export interface Change {
  /** Permanent slug. */
  readonly id: string;
  /** Bindings whose requests can be changed so. */
  readonly bindings: readonly BindingId[];
  /** Pure; the binding writes what it returns as it writes any call. */
  readonly call?: OfCall;
  /** Pure. */
  readonly request?: OfRequest;
}

/** A name that no operation and no parameter has. */
const NOTHING = 'NoSuchName';

/** Another service's namespace: the default of ASP.NET. */
const OTHER_NAMESPACE = 'http://tempuri.org/';

/** The operation of a call with some of its members changed. */
function operation(
  change: (made: Operation, contract: Contract) => Partial<Pick<Operation, 'name' | 'path' | 'parameters'>>,
): OfCall {
  return (call, contract) => ({
    ...call,
    operation: { ...call.operation, ...change(call.operation, contract) },
  });
}

function parameters(change: (list: readonly Parameter[]) => readonly Parameter[]): OfCall {
  return operation((made) => ({ parameters: change(made.parameters) }));
}

/** Changes over these bindings, by their slugs. */
const ofCalls = (
  bindings: readonly BindingId[],
  table: Readonly<Record<string, OfCall>>,
): readonly Change[] => Object.entries(table).map(([id, call]) => ({ id, bindings, call }));
const ofRequests = (
  bindings: readonly BindingId[],
  table: Readonly<Record<string, OfRequest>>,
): readonly Change[] => Object.entries(table).map(([id, request]) => ({ id, bindings, request }));

const body = (rewrite: (text: string) => string): OfRequest => {
  return (request) => rewriteBody(request, rewrite);
};

/** A header field replaced where it appears, added at the end, or left out where the change gives null. */
function header(field: string, change: (value: string) => string | null): OfRequest {
  const isField = ([name]: HeaderList[number]) => name === field;
  return (request) => {
    const value = change(request.headers.find(isField)?.[1] ?? '');
    const written: HeaderList = value === null ? [] : [[field, value]];
    const headers = request.headers.some(isField)
      ? request.headers.flatMap((one) => (isField(one) ? written : [one]))
      : [...request.headers, ...written];
    return { ...request, headers };
  };
}

const soapAction = (change: (value: string) => string | null) => header('SOAPAction', change);
const contentType = (change: (value: string) => string | null) => header('Content-Type', change);
const method = (name: 'HEAD' | 'OPTIONS' | 'PUT'): OfRequest => {
  return (request) => ({ ...request, method: name });
};

/** Nothing of the call, but the path base with a query. */
const description =
  (query: string): OfRequest =>
  (made, { operation: { name } }) => ({
    ...made,
    path: made.path.replace(/\?.*$/, '').replace(`/${name}`, '') + query,
  });
const ofDescriptions = {
  wsdl: description('?WSDL'),
  disco: description('?disco'),
  'help-page': description(''),
} satisfies Record<(typeof descriptions)[number], OfRequest>;

/** Everything that the request of a probe can do besides leaving out parameters and writing them twice. */
export const changes: readonly Change[] = [
  ...ofCalls(allBindings, {
    'unknown-parameter': parameters((list) => [...list, { name: NOTHING, type: 'string' }]),
    'parameters-reversed': parameters((list) => list.toReversed()),
    'parameters-lower-case': ({ values, ...call }, contract) => {
      const lower = Object.entries(values).map(([name, value]) => [name.toLowerCase(), value] as const);
      const rename = parameters((list) => list.map((one) => ({ ...one, name: one.name.toLowerCase() })));
      return rename({ ...call, values: Object.fromEntries(lower) }, contract);
    },
    'unknown-operation': operation(() => ({ name: NOTHING })),
    'operation-lower-case': operation(({ name }) => ({ name: name.toLowerCase() })),
    'other-path-base': operation(({ path }, { operations }) => ({
      path: operations.find((one) => one.path !== path)?.path ?? path,
    })),
    'path-upper-case': operation(({ path }) => ({ path: path.toUpperCase() })),
  }),
  ...ofCalls(soapBindings, {
    'other-namespace': (call) => ({ ...call, target: { ...call.target, namespace: OTHER_NAMESPACE } }),
    'other-envelope': ({ binding, ...call }, { bindings }) => {
      const [other] = bindings.flatMap(({ id, envelope }) =>
        envelope !== undefined && id !== binding.id ? envelope : [],
      );
      const isSoap = binding.envelope !== undefined && other !== undefined;
      return { ...call, binding: isSoap ? { ...binding, envelope: other } : binding };
    },
  }),
  ...ofRequests(['soap11'], {
    'no-soap-action': soapAction(() => null),
    'empty-soap-action': soapAction(() => '""'),
    'unquoted-soap-action': soapAction((value) => value.replaceAll('"', '')),
    'wrong-soap-action': soapAction((value) => value.replace(/[^/]+"$/, `${NOTHING}"`)),
  }),
  ...ofRequests(['soap12'], {
    'soap-action-added': (request, call) =>
      soapAction(() => `"${call.target.namespace}/${call.operation.name}"`)(request, call),
  }),
  ...ofRequests(soapBindings, {
    'parameters-without-namespace': body((text) =>
      text.replace(/<(\w+) xmlns=("[^"]*")>(.*)<\/\1>/s, '<m:$1 xmlns:m=$2>$3</m:$1>'),
    ),
    'no-envelope': body((text) => text.replace(/<\/?soap:[^>]*>/g, '')),
    'not-well-formed': body((text) => text.replace(/<\/soap:Envelope>$/, '')),
    'no-charset': contentType((type) => type.replace(/;.*/, '')),
    'unknown-charset': contentType((type) => type.replace(/=.*/, '=x-unknown')),
  }),
  ...ofRequests(bodyBindings, {
    'no-content-type': contentType(() => null),
    'other-content-type': contentType(() => 'text/plain'),
    'empty-body': (request) => ({ ...request, body: new Uint8Array() }),
    'gzip-body': (request, call) => ({
      ...header('Content-Encoding', () => 'gzip')(request, call),
      body: gzipSync(request.body ?? ''),
    }),
    'expect-continue': header('Expect', () => '100-continue'),
    'method-put': method('PUT'),
  }),
  ...ofRequests(allBindings, {
    'accept-gzip': header('Accept-Encoding', () => 'gzip'),
    'method-options': method('OPTIONS'),
  }),
  ...ofRequests(['http-get'], { 'method-head': method('HEAD'), ...ofDescriptions }),
];

/** The ways to write a request that a case can ask for. */
export const requestForms = { forms, changes };
