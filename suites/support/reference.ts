/** For tests: the reference within the process, and over a socket. */

import type { BindingId, ParameterValues } from '../../lib/model/contract.ts';
import { createHandler, type HandlerOptions } from '../../lib/reference/handler.ts';
import type { HttpRequest } from '../../lib/reference/seams.ts';
import { bindings as encoders } from '../../lib/wire/bindings/index.ts';
import { contract } from './cases.ts';
import { callOf, NAMESPACE } from './samples.ts';

export const bindingIds = contract.bindings.map(({ id }) => id);

const clock = () => new Date('2026-01-02T03:04:05Z');

/** A reference that is asked without a socket, with a fixed clock. */
export function reference(options: Partial<HandlerOptions> = {}) {
  const handler = createHandler({ contract, namespace: NAMESPACE, clock, ...options });
  const ask = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body: string | Uint8Array = '',
    connection: object = {},
  ) => {
    const came = { body: Buffer.from(body as string), pieces: 1, connection };
    const request = { path, headers: Object.entries(headers), ...came };
    const reply = handler({ ...request, method: method as HttpRequest['method'] });
    const type = reply.headers.find(([name]) => name === 'Content-Type')?.[1];
    return { reply, status: reply.status, type, text: Buffer.from(reply.body).toString('utf8') };
  };
  /** A correct call of an operation over a binding. */
  const call = (
    operation: string,
    binding: BindingId,
    values: ParameterValues = {},
    connection: object = {},
  ) => {
    const target = { baseUrl: 'http://localhost', namespace: NAMESPACE, kind: 'reference' } as const;
    const sent = encoders[binding].encode({ ...callOf(operation, binding, values), target });
    return ask(sent.method, sent.path, Object.fromEntries(sent.headers), sent.body ?? '', connection);
  };
  return { ask, call };
}

/** The texts of every element of this name, as they appear in the bytes. */
export function textsOf({ text }: { readonly text: string }, name: string): readonly string[] {
  return [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>|<${name} />`, 'g'))].map(
    ([, inside = '']) => inside,
  );
}
