import type { BindingId, Call, Contract } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Traffic } from '../recording/read-recordings.ts';
import type { RecognisedCall } from '../recording/replay.ts';
import type { Mask } from '../secrets/mask.ts';
import type { Pairing, Played } from './pairing.ts';

/** What was heard so far. */
export interface Heard {
  readonly calls: HeardCall[];
  /** What was meant as a call and not recognised. */
  readonly unrecognised: Exchange[];
  /** Requests that are no calls of the contract, each as its line shows it. */
  readonly unknown: string[];
  /** Every ticket that came, whatever its client called it: each is masked from then on. */
  readonly tickets: Set<string>;
  /** What the contract leaves open in calls, by client: the first call that showed it, and how many did. */
  readonly open: Map<string, { readonly first: number; count: number }>;
  /** Packets that a gateway gave to sends. */
  readonly packets: Set<string>;
}

/** A call that was heard; what came of it, once it is answered. */
export interface HeardCall {
  readonly number: number;
  readonly call: Call;
  made?: RecordedCall;
  /** The call by itself, as which it counts where no line of a scenario has it. */
  exchange?: Exchange;
  /** Whether its request breaks the contract. */
  isBroken?: boolean;
}

/** What was heard, to be judged as a recording is. */
export interface SessionEnd {
  readonly heard: Traffic;
  /** Calls that no line of a scenario counts, and what was meant as a call and not recognised. */
  readonly others: readonly Exchange[];
  /** How the scenario was played; null without one. */
  readonly played: Played | null;
  readonly unknown: readonly string[];
}

/** Returns what was heard, each call of a scenario with its place in an exchange. */
export function endOf(heard: Heard, pairing: Pairing | null, mask: Mask): SessionEnd {
  const played = pairing?.ended() ?? null;
  const others = [...heard.unrecognised];
  const calls = heard.calls.flatMap(({ number, call, made, exchange }): RecognisedCall[] => {
    if (!made || !exchange) return [];
    const line = played?.lines.get(number);
    if (played && !line) {
      const title = `${exchange.title}, ${line === null ? 'replaced by a later try' : 'an extra call'}`;
      others.push({ ...exchange, title, ...(line === null && { scenario: 'replaced' }) });
    }
    const place = line
      ? { exchange: line.exchange.id, step: line.index }
      : played && { exchange: exchange.id, step: 0 };
    return [{ file: 'listen', recorded: { ...made, entry: number, place, inexact: [] }, call }];
  });
  const unknown = heard.unknown.map(mask);
  const traffic = { calls, probes: 0, others: [], tickets: [...heard.tickets] };
  return { heard: traffic, others, played, unknown };
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
