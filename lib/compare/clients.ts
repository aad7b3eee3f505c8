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
    if (!old || !now || old.state === now.state || !isShown) return pair;
    const [from, to] = [dialectText(old), dialectText(now)];
    const client = `${now.name} over ${now.binding}`;
    return { ...pair, changes: [{ kind: 'meaning', field: 'client', from, to }], client };
  };
}

/** Returns the client and the binding of an exchange `clients/<client>/<binding>/<operation>`. */
function keyOf(exchange: string): string {
  return exchange.split('/').slice(0, 3).join('/');
}

/** Returns the replies to a probe with the difference that one side takes it and the other refuses it, if there is one. */
export function probeDifference(pair: Pair): Pair {
  const { exchange, call } = pair.either;
  const taken = [pair.old, pair.now].map((side) => side?.reply.kind === 'packet');
  if (taken[0] === taken[1]) return { ...pair, changes: [] };
  const [from = '', to = ''] = [pair.old, pair.now].map((side, place) => {
    return taken[place] ? 'taken' : `refused, ${factText(side?.reply.summary ?? '')}`;
  });
  const [, probe = exchange, , variant] = exchange.split('/');
  const name = `${[probe.replace('probe-', ''), variant ?? []].flat().join('/')} over ${call.binding.id}`;
  return { ...pair, changes: [{ kind: 'meaning', field: 'request', from, to }], client: name };
}
