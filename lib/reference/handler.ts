import type { Contract, Operation, ParameterValues } from '../model/contract.ts';
import { readXml } from '../xml/independent-reader.ts';
import type { CallFailure } from './failure.ts';
import { readAction, readForm, readSoap } from './read/read-call.ts';
import { decodeRequest } from './read/request-text.ts';
import { header, type Route, route } from './read/route.ts';
import type { Call, Deviation, HttpReply, HttpRequest, Seam } from './seams.ts';
import type { Service } from './service.ts';
import {
  httpReply,
  plainDocument,
  refusal,
  soapResult,
  writeFault,
  writePlain,
  writePlainError,
  writeSoap,
} from './write/replies.ts';
import { wsdl } from './wsdl.ts';

export interface HandlerOptions {
  readonly contract: Contract;
  readonly namespace: string;
  readonly service: Service;
  readonly deviations: readonly Deviation[];
}

export type Handler = (request: HttpRequest) => HttpReply;

type SoapRoute = Extract<Route, { kind: 'soap' }>;
type FormRoute = Extract<Route, { kind: 'form' }>;

/** The way of every request: route, read, call the service, write. */
export function createHandler({ contract, namespace, service, deviations }: HandlerOptions): Handler {
  /** Takes a call past the five seams in their order, the deviations of a seam one after the other. */
  function answer(
    request: HttpRequest,
    to: SoapRoute | FormRoute,
    operation: Operation,
    values: ParameterValues,
  ): HttpReply {
    const call: Call = { contract, namespace, operation, binding: to.binding.id, values };
    const met = deviations.filter(
      ({ bindings, operations }) =>
        (bindings?.includes(call.binding) ?? true) && (operations?.includes(operation.name) ?? true),
    );
    for (const one of met) {
      const refused = one.seam === 'arrival' ? one.change(request, call) : null;
      if (refused !== null) return refused;
    }
    const deviate = <T>(seam: Exclude<Seam['seam'], 'arrival'>, value: T): T =>
      met.reduce((changed, one) => (one.seam === seam ? apply(one, changed, call) : changed), value);
    const result = service(operation, deviate('request', values));
    if (!result.ok) return failureOf(result.error, to);
    const packet = deviate('result', result.value);
    if (to.kind === 'form') {
      const root = deviate('reply', plainDocument(packet, contract, namespace));
      return deviate('wire', writePlain(root, to.binding));
    }
    const root = deviate('reply', soapResult(packet, call, to.envelopeUri));
    return deviate('wire', writeSoap(root, to.binding));
  }

  function answerSoap(request: HttpRequest, to: SoapRoute): HttpReply {
    const decoded = decodeRequest(request.body, to.type);
    if (!decoded.ok) return refusal(decoded.error);
    const root = readXml(decoded.value);
    if (root === null) return refusal(400);
    const action = readAction(request, to, namespace);
    const read = action.ok ? readSoap(root, { ...to, namespace, action: action.value }) : action;
    return read.ok ? answer(request, to, read.value.operation, read.value.values) : failureOf(read.error, to);
  }

  return (request) => {
    const to = route(request, contract);
    if (to.kind === 'refused') return to.reply;
    if (to.kind === 'soap') return answerSoap(request, to);
    if (to.kind === 'form') {
      const read = readForm(to.fields, to.operation);
      return read.ok ? answer(request, to, to.operation, read.value) : failureOf(read.error, to);
    }
    // The address is the one that the caller used, so that a proxy or a name of its own works.
    const address = `http://${header(request, 'host') ?? 'localhost'}${to.path}`;
    return httpReply(200, 'text/xml; charset=utf-8', wsdl(contract, to.path, { address, namespace }));
  };
}

function failureOf(failure: CallFailure, to: SoapRoute | FormRoute): HttpReply {
  return to.kind === 'soap' ? writeFault(failure, to.binding, to.envelopeUri) : writePlainError(failure.text);
}

/** A seam's change takes and gives what passes that seam, which the caller sees to. */
function apply<T>(deviation: Deviation, value: T, call: Call): T {
  return (deviation.change as unknown as (value: T, call: Call) => T)(value, call);
}
