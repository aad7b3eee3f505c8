import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../lib/model/contract.ts';
import type { Pace } from '../../../lib/model/running/settings.ts';
import { memoryFlags } from '../../../lib/run/run-vitest.ts';
import { defaultSettings } from '../../../lib/settings/run-settings.ts';
import type { Judged, Order } from './judge-process.ts';
import type { Peer } from './peer.ts';
import { shapes } from './shapes.ts';
import { withPeers } from './with-peer.ts';

/** A process that judges peers, one after another. */
export interface Judge {
  /** The exchange that is answered well, after those that meet the peer. */
  readonly healthy: string;
  /**
   * Makes a call over SOAP 1.2, and over GET unless a peer only writes a long document, which is read alike with an
   * envelope and without; then one that is answered well.
   */
  judged(peer: Peer): Promise<Judged>;
  /** Makes a call over every binding at the same time, which different peers answer. */
  judgedTogether(peers: readonly Peer[]): Promise<Judged>;
  stop(): Promise<unknown>;
}

/** Starts a process with the memory that a worker of a run of these exchanges has. */
export async function startJudge(contract: Contract): Promise<Judge> {
  const over = (id: string) => `SendBulkSms/canonical/${id}`;
  const healthy = 'SingleShotSmsWithTypeAndKeyID/canonical/soap11';
  const path = fileURLToPath(new URL('judge-process.ts', import.meta.url));
  const process = fork(path, { execArgv: ['--import', 'tsx', ...memoryFlags(contract.bindings.length + 1)] });
  await once(process, 'message');
  const judge = (cases: readonly string[], answers: readonly Peer[], pace: Partial<Pace>) =>
    withPeers(
      (connection) => answers[connection - 1] ?? null,
      contract,
      defaultSettings.namespace,
      async (baseUrl) => {
        process.send({ baseUrl, cases, pace: { concurrency: answers.length, ...pace } } satisfies Order);
        const ended = new AbortController();
        const { signal } = ended;
        try {
          const died = once(process, 'exit', { signal }).then(() => {
            throw new Error('the process that judges has died');
          });
          const [answer] = await Promise.race([once(process, 'message', { signal }), died]);
          return answer as Judged;
        } finally {
          ended.abort();
        }
      },
    );
  return {
    healthy,
    stop: () => {
      process.kill();
      return once(process, 'exit');
    },
    judged: (peer) => {
      const isLong = peer.plain === undefined && shapes.includes(peer);
      const hostile = (isLong ? ['soap12'] : ['soap12', 'http-get']).map(over);
      const answers = hostile.map(() => peer);
      return judge([...hostile, healthy], answers, peer.pace ?? {});
    },
    judgedTogether: (peers) => {
      const everyBinding = contract.bindings.map(({ id }) => over(id));
      const paces = peers.map(({ pace }) => pace);
      return judge(everyBinding, peers, Object.assign({}, ...paces, { concurrency: peers.length }));
    },
  };
}
