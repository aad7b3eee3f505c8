import { expect } from 'vitest';
import type { ExchangeRecord, ResultExchange } from '../../../lib/model/running/results.ts';
import type { Peer } from './peer.ts';

/** What acts on a terminal, or on how a text reads. */
export const ALIVE = /[^\P{Cc}\t\r\n]|\p{Bidi_Control}/u;

type Told = Pick<ExchangeRecord | ResultExchange, 'id' | 'verdict' | 'findings' | 'note'>;

/** Expects the verdict of a peer, and that it says why; without a peer, that all is well. */
export function expectJudged({ id, verdict, findings, note }: Told, peer: Peer | null): void {
  const said = [...findings.map(({ rule, actual }) => `${rule}: ${actual}`), note ?? ''].join('\n').trim();
  const wanted = (id.includes('/http-') ? peer?.plain : undefined) ?? peer;
  const says = wanted?.says == null ? '' : expect.stringContaining(wanted.says);
  expect({ id, verdict, said }, peer?.does).toEqual({ id, verdict: wanted?.verdict ?? 'passed', said: says });
}
