import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../lib/cases/testing.ts';
import { ALIVE, expectJudged } from './peers/expect-peer.ts';
import { peers, watch } from './peers/index.ts';
import { type Judge, startJudge } from './peers/judge.ts';
import { CANARY } from './peers/watch.ts';

/** Promised by the product, whatever a target sends. */
const MOST_MEGABYTES = 400;

let judge: Judge;

beforeAll(async () => {
  judge = await startJudge(contract);
});
afterAll(() => judge.stop());

describe.each(Object.entries(peers))('a peer that %s', (_, those) => {
  it.each(those.map((peer) => [peer.does, peer] as const))('%s', async (_, peer) => {
    const { records, said, peakMegabytes } = await judge.judged(peer);
    expect(records.length).toBeGreaterThan(1);
    for (const record of records) expectJudged(record, record.id === judge.healthy ? null : peer);
    expect(said).not.toMatch(ALIVE);
    expect(said).not.toContain(CANARY);
    expect(watch.connections()).toBe(0);
    expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  });
});

it('peers whose replies take the most memory, four at a time, take no more together', async () => {
  const heavy =
    /^has (?:as many deliveries as are read|a million references|as many nodes as are read, each)/;
  const four = Object.values(peers)
    .flat()
    .filter(({ does }) => heavy.test(does));
  expect(four).toHaveLength(4);
  const { records, peakMegabytes } = await judge.judgedTogether(four);
  const expected = four.map(({ verdict }) => verdict).sort();
  expect(records.map(({ verdict }) => verdict).sort()).toEqual(expected);
  expect(peakMegabytes).toBeLessThan(MOST_MEGABYTES);
});
