import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../../lib/model/contract.ts';
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
  /** Makes the calls to a peer over every binding, and then one that is answered well. */
  judged(peer: Peer): Promise<Judged>;
  stop(): void;
}

/** Starts a process with the memory that a worker of a run of these exchanges has. */
export async function startJudge(contract: Contract): Promise<Judge> {
  const hostile = contract.bindings.map(({ id }) => `SendBulkSms/canonical/${id}`);
  const healthy = 'SingleShotSmsWithTypeAndKeyID/canonical/soap11';
  const exchanges = [...hostile, healthy];
  const path = fileURLToPath(new URL('judge-process.ts', import.meta.url));
  const process = fork(path, { execArgv: ['--import', 'tsx', ...memoryFlags(exchanges.length)] });
  await once(process, 'message');
  return {
    healthy,
    exchanges,
    stop: () => void process.kill(),
    judged: (peer) => {
      const choose = (connection: number) => (connection <= hostile.length ? peer : null);
      return withPeers(choose, contract, defaultSettings.namespace, async (baseUrl) => {
        const pace = { concurrency: hostile.length, ...peer.pace };
        process.send({ baseUrl, cases: exchanges, pace } satisfies Order);
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
      });
    },
  };
}
