import { dialectText } from '../findings/run/facts.ts';
import type { Results } from '../model/running/results.ts';
import { factText } from './facts.ts';
import type { Pair } from './replies.ts';

type Recorded = { readonly results: Results | null };

/**
 * Returns a function that gives a pair of replies the difference of clients that it shows, if there is one: one side serves
 * calls in the dialect of its client, and the other side refuses them or answers otherwise. A difference is told once for all
 * replies of a dialect.
 */
export function clientDifferences(...sides: readonly [old: Recorded, now: Recorded]) {
  const dialects = sides.map(
    ({ results }) => new Map(results?.dialects?.map((dialect) => [keyOf(dialect.exchange), dialect])),
  );
  return (pair: Pair): Pair => {
    const [old, now] = dialects.map((ofSide) => ofSide.get(keyOf(pair.either.exchange)));
    const isShown = pair.changes.some(({ kind }) => kind === 'meaning');
    if (!isShown || (old && old.state === now?.state)) return pair;
    if (!old || !now) return recordedDifference(pair);
    const [from, to] = [dialectText(old), dialectText(now)];
    const client = `${now.name} over ${now.binding}`;
    return { ...pair, changes: [{ kind: 'meaning', field: 'client', from, to }], client };
  };
}

/** Returns the client and the binding of an exchange `clients/<client>/<binding>/<operation>`. */
function keyOf(exchange: string): string {
  return exchange.split('/').slice(0, 3).join('/');
}

/** Returns a pair of replies to a client with what its recordings alone show: one side takes the call, and the other refuses it. */
function recordedDifference(pair: Pair): Pair {
  const { exchange, call } = pair.either;
  const [kind, client, , operation] = exchange.split('/');
  const isOfClient = kind === 'clients' && operation === call.operation.name;
  const hasReplies = ![pair.old, pair.now].some((side) => side?.reply.kind === 'none');
  if (!isOfClient || !hasReplies) return pair;
  return takenOnOneSide(pair, 'client', 'served', `${client} over ${call.binding.id}`) ?? pair;
}

/** Returns the replies to a probe with the difference that one side takes it and the other refuses it, if there is one. */
export function probeDifference(pair: Pair): Pair {
  const { exchange, call } = pair.either;
  const [, probe = exchange, , variant] = exchange.split('/');
  const name = `${[probe.replace('probe-', ''), variant ?? []].flat().join('/')} over ${call.binding.id}`;
  return takenOnOneSide(pair, 'request', 'taken', name) ?? { ...pair, changes: [] };
}

/** Returns a pair with the difference that one side answers with a packet result and the other refuses, if there is one. */
function takenOnOneSide(pair: Pair, field: string, taken: string, client: string): Pair | undefined {
  const sides = [pair.old?.reply, pair.now?.reply];
  const [from = '', to = ''] = sides.map((reply) =>
    reply?.kind === 'packet' ? taken : `refused, ${factText(reply?.summary ?? '')}`,
  );
  if ((from === taken) === (to === taken)) return undefined;
  return { ...pair, changes: [{ kind: 'meaning', field, from, to }], client };
}
