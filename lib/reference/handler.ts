import type { BindingId, Contract, Operation, ParameterValues } from '../model/contract.ts';
import { readXml } from '../xml/independent-reader.ts';
import { type Outcome, succeed } from './failure.ts';
import { readAction, readForm, readSoap } from './read/read-call.ts';
import { decodeRequest } from './read/request-text.ts';
import { header, type Route, route } from './read/route.ts';
import type { Call, Deviation, HttpReply, HttpRequest, ReplyElement, Seam } from './seams.ts';
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
export function createHandler(options: HandlerOptions): Handler {
  const { contract, namespace } = options;

  function answerSoap(request: HttpRequest, to: SoapRoute): HttpReply {
    const decoded = decodeRequest(request.body, to.type);
    if (!decoded.ok) return refusal(decoded.error);
    const root = readXml(decoded.value);
    if (root === null) return refusal(400);
    const action = readAction(request, to, namespace);
    const read = action.ok ? readSoap(root, { ...to, namespace, action: action.value }) : action;
    if (!read.ok) return writeFault(read.error, to.binding, to.envelopeUri);
    const call = understand(read.value.operation, to.binding.id, read.value.values);
    const answer = serve(
      request,
      call,
      (packet) => soapResult(packet, call, to.envelopeUri),
      (root) => writeSoap(root, to.binding),
    );
    return answer.ok ? answer.value : writeFault(answer.error, to.binding, to.envelopeUri);
  }

  function answerForm(request: HttpRequest, to: FormRoute): HttpReply {
    const read = readForm(to.fields, to.operation);
    if (!read.ok) return writePlainError(read.error.text);
    const call = understand(to.operation, to.binding.id, read.value);
    const answer = serve(
      request,
      call,
      (packet) => plainDocument(packet, contract, namespace),
      (root) => writePlain(root, to.binding),
    );
    return answer.ok ? answer.value : writePlainError(answer.error.text);
  }

  /** The address is the one that the caller used, so that a proxy or a name of its own works. */
  function describe(request: HttpRequest, path: string): HttpReply {
    const address = `http://${header(request, 'host') ?? 'localhost'}${path}`;
    return httpReply(200, 'text/xml; charset=utf-8', wsdl(contract, path, { address, namespace }));
  }

  function understand(operation: Operation, binding: BindingId, values: ParameterValues): Call {
    return { contract, namespace, operation, binding, values };
  }

  /** The five seams, in the order in which a call passes them; the deviations of a seam one after the other. */
  function serve(
    request: HttpRequest,
    call: Call,
    build: (packet: Parameters<typeof plainDocument>[0]) => ReplyElement,
    write: (root: ReplyElement) => HttpReply,
  ): Outcome<HttpReply> {
    const refused = refuse(request, call);
    if (refused !== null) return succeed(refused);
    const deviate = <T>(seam: Exclude<Seam['seam'], 'arrival'>, value: T): T =>
      deviationsFor(call).reduce(
        (changed, one) => (one.seam === seam ? apply(one, changed, call) : changed),
        value,
      );
    const result = options.service(call.operation, deviate('request', call.values));
    if (!result.ok) return result;
    const root = deviate('reply', build(deviate('result', result.value)));
    return succeed(deviate('wire', write(root)));
  }

  /** The first refusal wins. */
  function refuse(request: HttpRequest, call: Call): HttpReply | null {
    for (const one of deviationsFor(call)) {
      const reply = one.seam === 'arrival' ? one.change(request, call) : null;
      if (reply !== null) return reply;
    }
    return null;
  }

  function deviationsFor(call: Call): readonly Deviation[] {
    return options.deviations.filter(
      ({ bindings, operations }) =>
        (bindings?.includes(call.binding) ?? true) && (operations?.includes(call.operation.name) ?? true),
    );
  }

  return (request) => {
    const to = route(request, contract);
    switch (to.kind) {
      case 'soap':
        return answerSoap(request, to);
      case 'form':
        return answerForm(request, to);
      case 'wsdl':
        return describe(request, to.path);
      case 'refused':
        return to.reply;
    }
  };
}

/** A seam's change takes and gives what passes that seam, which the caller sees to. */
function apply<T>(deviation: Deviation, value: T, call: Call): T {
  return (deviation.change as unknown as (value: T, call: Call) => T)(value, call);
}
