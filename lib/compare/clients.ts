import { callText } from '../findings/run/facts.ts';
import type { ResultDialect, Results } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import type { Change, Pair } from './replies.ts';

/** A dialect whose calls the two sides take in different ways. */
export interface ClientDifference {
  readonly name: string;
  readonly change: Change;
}

type Recorded = { readonly results: Results | null };

/**
 * Returns a function that finds the difference of clients that a pair of replies shows: one side serves calls in the dialect
 * of its client, and the other side refuses them or answers otherwise. A difference is told once for all replies of a dialect.
 */
export function clientDifferences(old: Recorded, now: Recorded) {
  const [before, after] = [old, now].map(({ results }) => {
    return new Map((results?.dialects ?? []).map((dialect) => [keyOf(dialect.exchange), dialect]));
  });
  return ({ either: { exchange }, changes }: Pair): ClientDifference | undefined => {
    const [from, to] = [before?.get(keyOf(exchange)), after?.get(keyOf(exchange))];
    const isShown = changes.some(({ kind }) => kind === 'meaning');
    if (!from || !to || from.state === to.state || !isShown) return undefined;
    const change: Change = { kind: 'meaning', field: 'client', from: stateText(from), to: stateText(to) };
    return { name: `${to.name} over ${to.binding}`, change };
  };
}

/** Returns the client and the binding of an exchange `clients/<client>/<binding>/<operation>`. */
function keyOf(exchange: string): string {
  return exchange.split('/').slice(0, 3).join('/');
}

function stateText(dialect: ResultDialect): string {
  if (dialect.state === 'served') return dialect.state;
  const why = dialect.because === undefined ? '' : ours`; because of ${dialect.because}`;
  return ours`${callText(dialect)}${why}`;
}

/** Returns the replies to a probe with the difference that one side takes it and the other refuses it, if there is one. */
export function probeDifference(pair: Pair): Pair {
  const { exchange, call } = pair.either;
  const taken = [pair.old, pair.now].map((side) => side?.reply.kind === 'packet');
  if (taken[0] === taken[1]) return { ...pair, changes: [] };
  const [from = '', to = ''] = [pair.old, pair.now].map((side, place) => {
    return taken[place] ? 'taken' : `refused, ${side?.reply.summary ?? ''}`;
  });
  const [, probe = exchange, , variant] = exchange.split('/');
  const name = `${[probe.replace('probe-', ''), variant ?? []].flat().join('/')} over ${call.binding.id}`;
  return { ...pair, changes: [{ kind: 'meaning', field: 'request', from, to }], client: name };
}
