import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../lib/declarations/testing.ts';
import { memoryFlags } from '../lib/run/run-memory.ts';
import { defaultSettings } from '../lib/run/settings.ts';
import { ALIVE, expectJudged } from './peers/expect-peer.ts';
import { peers, watch } from './peers/index.ts';
import type { Judged, Order } from './peers/judge-process.ts';
import type { Peer } from './peers/peer.ts';
import { CANARY } from './peers/watch.ts';
import { withPeers } from './peers/with-peer.ts';

/** Promised by the product, whatever a target sends. */
const MOST_MEGABYTES = 400;
const LONGEST_BLOCK_MS = 1_000;

/** What a busy machine takes from the process is no block of the product's; that comes again every time. */
const TRIES = 3;

const hostile = contract.bindings.map(({ id }) => `SendBulkSms/canonical/${id}`);
const healthy = 'SingleShotSmsWithTypeAndKeyID/canonical/soap11';
const exchanges = [...hostile, healthy];

let judge: ChildProcess;

beforeAll(async () => {
  const path = fileURLToPath(new URL('peers/judge-process.ts', import.meta.url));
  judge = fork(path, { execArgv: ['--import', 'tsx', ...memoryFlags(exchanges.length)] });
  await once(judge, 'message');
}, 60_000);
afterAll(() => judge.kill());

/** Has the other process make the calls to a peer over every binding, and then one that is answered well. */
async function judged(peer: Peer): Promise<Judged> {
  const choose = (connection: number) => (connection <= hostile.length ? peer : null);
  return withPeers(choose, contract, defaultSettings.namespace, async (baseUrl) => {
    const pace = { concurrency: hostile.length, ...peer.pace };
    judge.send({ baseUrl, cases: exchanges, pace } satisfies Order);
    const ended = new AbortController();
    const { signal } = ended;
    try {
      const died = once(judge, 'exit', { signal }).then(() => {
        throw new Error('the process that judges has died');
      });
      const [answer] = await Promise.race([once(judge, 'message', { signal }), died]);
      return answer as Judged;
    } finally {
      ended.abort();
    }
  });
}

/** Expects everything of a peer but the time that it took, and gives that. */
async function longestBlock(peer: Peer): Promise<number> {
  const { records, said, longestBlockMs, peakMegabytes } = await judged(peer);
  expect(records.map(({ id }) => id).sort()).toEqual(exchanges.toSorted());
  for (const record of records) expectJudged(record, record.id === healthy ? null : peer);
  expect(said).not.toMatch(ALIVE);
  expect(said).not.toContain(CANARY);
  expect(watch.connections()).toBe(0);
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  return longestBlockMs;
}

describe.each(Object.entries(peers))('a peer that %s', (_, those) => {
  it.each(those.map((peer) => [peer.does, peer] as const))('%s', { timeout: 60_000 }, async (_, peer) => {
    let shortest = await longestBlock(peer);
    for (let tries = 1; tries < TRIES && shortest >= LONGEST_BLOCK_MS; tries += 1) {
      shortest = Math.min(shortest, await longestBlock(peer));
    }
    expect(shortest).toBeLessThan(LONGEST_BLOCK_MS);
  });
});
