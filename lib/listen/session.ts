import type { Call } from '../model/call.ts';
import type { BindingId, Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { harEntry } from '../recording/write-har.ts';
import { ownText } from '../secrets/mask.ts';
import type { Played, Telling } from './pairing.ts';

/** A call that was heard and answered. */
export interface Kept {
  readonly number: number;
  readonly made: RecordedCall;
  /** The call by itself, as which it counts where no line of a scenario has it. */
  readonly exchange: Exchange;
}

/** Everything that was heard, to be judged as a recording is. */
export interface Heard {
  /** The calls as a HAR 1.2 log, tickets in clear: it must not be written. */
  readonly har: string;
  /** Of a scenario: the calls that no line of it counts; and what was meant as a call and not recognised. */
  readonly others: readonly Exchange[];
  /** How the scenario was played; null without one. */
  readonly played: Played | null;
  readonly calls: readonly Call[];
  /** Every ticket that came, whatever its client called it. */
  readonly tickets: readonly string[];
  /** Requests that are no calls of the contract, each as its line shows it. */
  readonly unknown: readonly string[];
}

/** Gives what was heard, each call of a scenario with its place in an exchange. */
export function endedSession(
  kept: readonly Kept[],
  unrecognised: readonly Exchange[],
  telling: Telling | null,
  baseUrl: string,
): Pick<Heard, 'har' | 'others' | 'played'> {
  const played = telling?.ended() ?? null;
  const others = [...unrecognised];
  const entries = kept.map(({ number, made, exchange }) => {
    if (!played) return harEntry(made, null, baseUrl, ownText);
    const line = played.lines.get(number);
    if (line) return harEntry(made, { exchange: line.exchange.id, step: line.index }, baseUrl, ownText);
    const isReplaced = line === null;
    const title = `${exchange.title}, ${isReplaced ? 'replaced by a later try' : 'an extra call'}`;
    others.push({ ...exchange, title, ...(isReplaced && { scenario: 'replaced' }) });
    return harEntry(made, { exchange: exchange.id, step: 0 }, baseUrl, ownText);
  });
  return { har: `{"log":{"version":"1.2","entries":[${entries.join(',')}]}}`, others, played };
}

/** The operation and the binding that a request which is no call of the contract was most likely meant for. */
export function meantCall(
  { method, path, body }: WireRequest,
  { operations }: Contract,
): readonly [operation: string, binding: BindingId] | null {
  // Such as the check of a monitor: whoever calls wants the reply.
  if (method === 'HEAD') return null;
  const text = `${path}\n${Buffer.from(body ?? []).toString('latin1')}`.toLowerCase();
  const has = (part: string) => text.includes(part.toLowerCase());
  const meant =
    operations.find(({ name }) => has(name)) ??
    operations.find((one) => has(one.path)) ??
    operations.find((one) => has(one.path.slice(one.path.lastIndexOf('/'))));
  // A GET without a query asks for nothing.
  if (!meant || (method === 'GET' && !path.includes('?'))) return null;
  return [meant.name, method === 'GET' ? 'http-get' : has('envelope') ? 'soap11' : 'http-post'];
}

/** An exchange of which no call came. */
export function missingCall(
  operation: string,
  binding: BindingId,
  missing: string,
  number?: number,
): Exchange {
  const name = number === undefined ? 'required' : 'unrecognised';
  return {
    id: [operation, name, binding, number ?? []].flat().join('/'),
    ...{ case: name, operation, binding, variant: null, title: missing, missing },
    ...{ level: 'must', tags: [], requirements: [], messages: 0 },
    steps: [{ operation, binding, values: {} }],
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    source: { file: 'listen', line: 1, column: 1 },
  };
}
