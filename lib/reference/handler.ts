import { route } from './read-call.ts';
import type { Call, Deviation, HttpReply, HttpRequest, Seam } from './seams.ts';
import { createService, type ServiceOptions } from './service.ts';
import { documentOf, writeDocument, writeFailure } from './write/replies.ts';

export interface HandlerOptions extends ServiceOptions {
  readonly namespace: string;
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
    if ('code' in result) return writeFailure(result, binding);
    const root = documentOf(deviate('result', result), call);
    return deviate('wire', writeDocument(deviate('reply', root), binding));
  }

  return (request) => {
    const call = route(request, contract, namespace);
    return 'status' in call ? call : answer(request, call);
  };
}

/** A seam's change takes and gives what passes that seam, which the caller sees to. */
function apply<T>(deviation: Deviation, value: T, call: Call, request: HttpRequest): T {
  type Change = (value: T, call: Call, request: HttpRequest) => T;
  return (deviation.change as unknown as Change)(value, call, request);
}
