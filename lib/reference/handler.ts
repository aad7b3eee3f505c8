import { readXml } from '../wire/xml/independent-reader.ts';
import { decodeRequest, header, readForm, readSoap } from './read/read-call.ts';
import { route } from './read/route.ts';
import type { Call, Deviation, HttpReply, HttpRequest, Seam } from './seams.ts';
import { createService, type ServiceOptions } from './service.ts';
import { documentOf, httpReply, refusal, writeDocument, writeFailure } from './write/replies.ts';
import { wsdl } from './wsdl.ts';

export interface HandlerOptions extends ServiceOptions {
  /** The XML namespace of the service, base of every SOAPAction value. */
  readonly namespace: string;
  /** Deliberate deviations from the contract. */
  readonly deviations?: readonly Deviation[];
}

export type Handler = (request: HttpRequest) => HttpReply;

/** The way of every request: route, read, call the service, write. */
export function createHandler(options: HandlerOptions): Handler {
  const { contract, namespace, deviations = [] } = options;
  const service = createService(options);

  /** Takes a call past the five seams in their order, the deviations of a seam one after the other. */
  function answer(request: HttpRequest, call: Call): HttpReply {
    const { operation, binding, values } = call;
    const met = deviations.filter(
      ({ bindings, operations }) =>
        (bindings?.includes(binding.id) ?? true) && (operations?.includes(operation.name) ?? true),
    );
    for (const one of met) {
      const refused = one.seam === 'arrival' ? one.change(request, call) : null;
      if (refused !== null) return refused;
    }
    const deviate = <T>(seam: Exclude<Seam['seam'], 'arrival'>, value: T): T =>
      met.reduce((changed, one) => (one.seam === seam ? apply(one, changed, call, request) : changed), value);
    const result = service(operation, deviate('request', values));
    if (!result.ok) return writeFailure(result.error, binding);
    const packet = deviate('result', result.value);
    return deviate('wire', writeDocument(deviate('reply', documentOf(packet, call)), binding));
  }

  return (request) => {
    const to = route(request, contract);
    if (to.kind === 'refused') return to.reply;
    if (to.kind === 'wsdl') {
      // The address is the one that the caller used, so that a proxy or a name of its own works.
      const address = `http://${header(request, 'host') ?? 'localhost'}${to.path}`;
      return httpReply(200, 'text/xml; charset=utf-8', wsdl(contract, to.path, { address, namespace }));
    }
    let read: ReturnType<typeof readForm>;
    if (to.kind === 'form') read = readForm(to);
    else {
      const decoded = decodeRequest(request.body ?? Buffer.alloc(0), to.type);
      const root = decoded.ok ? readXml(decoded.value) : null;
      if (root === null) return refusal(decoded.ok ? 400 : decoded.error);
      read = readSoap(root, request, to, namespace);
    }
    return read.ok
      ? answer(request, { contract, namespace, binding: to.binding, ...read.value })
      : writeFailure(read.error, to.binding);
  };
}

/** A seam's change takes and gives what passes that seam, which the caller sees to. */
function apply<T>(deviation: Deviation, value: T, call: Call, request: HttpRequest): T {
  type Change = (value: T, call: Call, request: HttpRequest) => T;
  return (deviation.change as unknown as Change)(value, call, request);
}
