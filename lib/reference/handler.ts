import { route } from './read-call.ts';
import type { Call, Deviation, HttpReply, HttpRequest } from './seams.ts';
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
    const { operation, binding } = call;
    const met = deviations.filter(
      ({ bindings, operations }) =>
        (bindings?.includes(binding.id) ?? true) && (operations?.includes(operation.name) ?? true),
    );
    for (const { arrival } of met) {
      const refused = arrival?.(request, call);
      if (refused) return refused;
    }
    const values = met.reduce((old, one) => one.request?.(old, call) ?? old, call.values);
    const answered = service(operation, values);
    if ('code' in answered) return writeFailure(answered, binding);
    const packet = met.reduce((old, one) => one.result?.(old, call) ?? old, answered);
    const root = met.reduce((old, one) => one.reply?.(old, call) ?? old, documentOf(packet, call));
    const reply = writeDocument(root, binding);
    return met.reduce((old, one) => one.wire?.(old, call, request) ?? old, reply);
  }

  return (request) => {
    const call = route(request, contract, namespace);
    return 'status' in call ? call : answer(request, call);
  };
}
