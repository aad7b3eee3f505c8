import type { BindingId, Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { undeclared } from '../recording/replay.ts';

/** Guesses the operation and binding that a request was meant for which is no call of the contract. */
export function meantCall({ method, path, body }: WireRequest, { operations }: Contract) {
  // Such as the check of a monitor: whoever calls wants the reply.
  if (method === 'HEAD') return null;
  const text = `${path}\n${Buffer.from(body ?? []).toString('latin1')}`.toLowerCase();
  const has = (part: string) => text.includes(part.toLowerCase());
  const meant =
    operations.find(({ name }) => has(name)) ??
    operations.find((operation) => has(operation.path)) ??
    operations.find((operation) => has(operation.path.slice(operation.path.lastIndexOf('/'))));
  // A GET without a query asks for nothing.
  if (!meant || (method === 'GET' && !path.includes('?'))) return null;
  return [meant.name, method === 'GET' ? 'http-get' : has('envelope') ? 'soap11' : 'http-post'] as const;
}

/** Returns an exchange of which no call came. */
export function missingCall(operation: string, binding: BindingId, why: string, number?: number): Exchange {
  const name = number === undefined ? 'required' : 'unrecognised';
  return {
    id: [operation, name, binding, number ?? []].flat().join('/'),
    ...{ case: name, operation, binding, title: why, missing: why },
    steps: [{ operation, binding, values: {} }],
    source: { file: 'listen', line: 1, column: 1 },
    ...undeclared,
  };
}
