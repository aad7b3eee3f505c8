import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, type TaskMeta } from 'vitest';
import { withListener } from '../../suites/self/endpoints.ts';
import { newFolder } from '../../suites/self/folders.ts';
import { contract } from '../../suites/support/cases.ts';
import { read } from '../../suites/support/judged.ts';
import { builtOf, plannedExchanges, runOf } from '../../suites/support/report.ts';
import { target } from '../../suites/support/samples.ts';
import { exchangeRecipients } from '../cases/plan/recipients.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import type { SendLimits } from '../model/running/prepared-run.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import type { Pace } from '../model/running/settings.ts';
import { exchangeTests } from './exchange-tests.ts';

/** Exchanges of one request each. */
const exchanges = plannedExchanges('*/*')
  .filter(({ steps }) => steps.length === 1)
  .slice(0, 60);

interface Ran {
  readonly records: readonly ExchangeRecord[];
  /** Why exchanges were left out, one for each. */
  readonly left: readonly string[];
  /** When each request came, in milliseconds since the begin. */
  readonly arrivals: readonly number[];
}

/** Runs the exchanges at a pace against a server that counts requests. */
async function run(
  changed: Partial<Pace>,
  answer: (response: ServerResponse, number: number) => void,
  chosen: readonly Exchange[] = exchanges,
  limits: SendLimits | null = null,
): Promise<Ran> {
  const records: ExchangeRecord[] = [];
  const left: string[] = [];
  const arrivals: number[] = [];
  let begun = 0;
  const server = createServer((request, response) => {
    arrivals.push(performance.now() - begun);
    const number = arrivals.length;
    request.resume().on('end', () => answer(response, number));
  });
  const planned = runOf(chosen);
  return withListener(server, async (port) => {
    const target = { ...planned.target, baseUrl: `http://127.0.0.1:${port}/gateway` };
    const tests = await exchangeTests({ ...planned, limits, target, ...changed });
    begun = performance.now();
    tests.begin(new Set(chosen.map(({ id }) => id)));
    for (const exchange of chosen) {
      const meta: TaskMeta = {};
      const stopped = await tests.report(exchange, meta).catch(() => null);
      if (meta.exchange) records.push(meta.exchange);
      if (stopped !== null) left.push(stopped);
    }
    await tests.end();
    return { records, left, arrivals };
  });
}

const refuse = (response: ServerResponse) => void response.writeHead(500).end();

it('the pace of a run holds for every request of it, and is not what an exchange lasts', async () => {
  const paced = await run({ rate: 5, concurrency: 16 }, refuse, exchanges.slice(0, 12));
  const { arrivals, records, left } = paced;
  expect([arrivals.length, records.length, left]).toEqual([12, 12, []]);
  expect(arrivals.at(-1)).toBeGreaterThan(11 * 200 - 2);
  // Each waits for the next turn at most, not for those of all before it.
  const all = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  for (const { durationMs } of records) expect(durationMs).toBeLessThan(all / 2);
});

describe('a run whose time is over', () => {
  const slowly = (response: ServerResponse) => void setTimeout(() => refuse(response), 100);

  it('begins nothing more, keeps what was judged, and says why', async () => {
    const { records, left, arrivals } = await run({ maxDuration: 0.45, concurrency: 2 }, slowly);
    expect(records.length).toBeGreaterThan(1);
    expect(records.length).toBeLessThan(12);
    expect(records.length + left.length).toBe(exchanges.length);
    expect(new Set(left)).toEqual(new Set(['the time of the run was over, 0.45 s (--max-duration)']));
    // Those under way were waited for: each request has its verdict.
    expect(arrivals).toHaveLength(records.length);
    for (const { verdict } of records) expect(verdict).not.toBe('transport-error');
  });

  it('waits for those under way no longer than their own limits let them last', async () => {
    const { records, left } = await run({ maxDuration: 0.2, concurrency: 2, timeout: 600 }, () => {});
    expect(records.map(({ verdict }) => verdict)).toEqual(['transport-error', 'transport-error']);
    for (const { findings } of records) expect(findings[0]?.actual).toContain('within 600 ms (--timeout)');
    expect(left).toHaveLength(exchanges.length - 2);
  });

  it('does not wait for turns that its pace would give later', async () => {
    const { records, left } = await run({ maxDuration: 0.3, concurrency: 16, rate: 0.05 }, refuse);
    // The second turn would come when the time of this test is over too.
    expect(records).toHaveLength(1);
    expect(left).toHaveLength(exchanges.length - 1);
  });
});

it('the limits of sends hold although the plan passes them, and end the run for safety', async () => {
  const chosen = plannedExchanges('SendBulkSms/canonical');
  const limits: SendLimits = {
    recipients: chosen.flatMap((exchange) => exchangeRecipients(exchange, contract)),
    maxMessages: 5,
    ledger: join(newFolder(), 'messages'),
  };
  const { records, arrivals } = await run({ concurrency: 1 }, refuse, chosen, limits);
  expect(arrivals).toHaveLength(2);
  const notes = records.map(({ note }) => note);
  expect(notes.at(-1)).toContain('not sent: the budget of 5 messages would have been passed');
  expect(records.at(-1)?.verdict).toBe('harness-error');
  expect(builtOf({ ...runOf(chosen), limits }, records)).toMatchObject({
    outcome: 'partial',
    exitCode: 4,
    why: 'the run reached the budget of messages (--max-messages)',
  });
});

it('a recorded call is judged by its messages as the command has read them', async () => {
  const { request, response, readBack, reading, values } = read({});
  const [{ steps, ...planned }] = plannedExchanges('SendBulkSms/canonical/soap11');
  const exchange: Exchange = { ...planned, steps: steps.map((step) => ({ ...step, values })) };
  const readElsewhere = JSON.stringify({ request: readBack, reply: reading });
  const verdictOf = async (changed: Partial<RecordedCall>) => {
    const outcome = { kind: 'response', response: { ...response, body: Buffer.from('unread') } } as const;
    const call = { request, outcome, startedAt: 0, endedAt: 0, ...changed };
    const recordings = { calls: new Map([[exchange.id, [call]]]), requestsOnly: false, own: true };
    const tests = await exchangeTests({ ...runOf([exchange]), target, recordings });
    tests.begin(new Set([exchange.id]));
    const meta: TaskMeta = {};
    await tests.report(exchange, meta).catch(() => {});
    await tests.end();
    return meta.exchange?.verdict;
  };
  expect([await verdictOf({}), await verdictOf({ readElsewhere })]).toEqual(['failed', 'passed']);
});
