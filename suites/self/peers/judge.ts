import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../lib/model/contract.ts';
import type { Pace } from '../../../lib/model/running/settings.ts';
import { memoryFlags } from '../../../lib/run/run-vitest.ts';
import { defaultSettings } from '../../../lib/settings/run-settings.ts';
import type { Judged, Order } from './judge-process.ts';
import type { Peer } from './peer.ts';
import { withPeers } from './with-peer.ts';

/** A process that judges peers, one after another. */
export interface Judge {
  /** The exchange that is answered well, after those that meet the peer. */
  readonly healthy: string;
  /** Every exchange that it runs for one peer. */
  readonly exchanges: readonly string[];
  /** Makes a call over a SOAP binding and a plain one, which a peer answers, and then one that is answered well. */
  judged(peer: Peer): Promise<Judged>;
  /** Makes a call over every binding at the same time, which different peers answer. */
  judgedTogether(peers: readonly Peer[]): Promise<Judged>;
  stop(): Promise<unknown>;
}

/** Starts a process with the memory that a worker of a run of these exchanges has. */
export async function startJudge(contract: Contract): Promise<Judge> {
  const over = (id: string) => `SendBulkSms/canonical/${id}`;
  const hostile = ['soap12', 'http-get'].map(over);
  const healthy = 'SingleShotSmsWithTypeAndKeyID/canonical/soap11';
  const exchanges = [...hostile, healthy];
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
    exchanges,
    stop: () => {
      process.kill();
      return once(process, 'exit');
    },
    judged: (peer) => judge(exchanges, [peer, peer], peer.pace ?? {}),
    judgedTogether: (peers) => {
      const everyBinding = contract.bindings.map(({ id }) => over(id));
      return judge(everyBinding, peers, Object.assign({}, ...peers.map(({ pace }) => pace)));
    },
  };
}
