import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Deviation } from '../../lib/reference/seams.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, serving } from './endpoints.ts';

const REPORT = 'ReportSmsWithPacketId';

/** Runs the canonical case of the report against a gateway, and returns its end, results, and how often each operation was called. */
async function runOn(deviation: Deviation, ...args: readonly string[]) {
  const calls = { sends: 0, reports: 0 };
  const counting: Deviation = {
    request: (values, { operation }) => {
      calls[operation.kind === 'send' ? 'sends' : 'reports'] += 1;
      return values;
    },
  };
  const folder = newFolder();
  return serving({ deviations: [counting, deviation] }, async ({ baseUrl }) => {
    const chosen = ['--operation', REPORT, '--case', '*/canonical', '--case', '*/read-twice'];
    const end = await inProcess(['run', '--no-allure', ...at(baseUrl), ...chosen, ...args], {}, { folder });
    return { ...end, calls, results: resultsIn(join(folder, 'reports')) };
  });
}

/** Answers the first reports over SOAP 1.2 with a wrong status. */
function wrongFirst(count: number): Deviation {
  let left = count;
  return {
    bindings: ['soap12'],
    operations: [REPORT],
    wire: (reply) => {
      left -= 1;
      return left < 0 ? reply : { ...reply, status: 201 };
    },
  };
}

it('a report that is red alone is asked once more alone, and is told as unstable; it stays red', async () => {
  const quiet = await runOn(wrongFirst(1), '--no-recheck');
  const { code, said, calls, results } = await runOn(wrongFirst(1));
  expect([code, quiet.code]).toEqual([1, 1]);
  expect(calls).toEqual({ sends: quiet.calls.sends, reports: quiet.calls.reports + 1 });
  const [red, ...others] = results.exchanges.filter(({ verdict }) => verdict === 'failed');
  expect(others).toEqual([]);
  const { first = '', again = '' } = red?.unstable ?? {};
  expect([first, again].map((reply) => /^HTTP\/1\.1 \d+/.exec(reply)?.[0])).toEqual([
    'HTTP/1.1 201',
    'HTTP/1.1 200',
  ]);
  expect(said).toContain('note      unstable: red once, right when asked again alone\n');
});

it('a report that is wrong again, or one of several with one cause, is not told as unstable', async () => {
  let packet: unknown;
  const ofOnePacket: Deviation = {
    ...wrongFirst(1),
    wire: (reply, { values }) => {
      packet ??= values.PacketId;
      return values.PacketId === packet ? { ...reply, status: 201 } : reply;
    },
  };
  for (const deviation of [ofOnePacket, wrongFirst(Number.POSITIVE_INFINITY)]) {
    const { results, said } = await runOn(deviation);
    expect(results.exchanges.some(({ verdict }) => verdict === 'failed')).toBe(true);
    expect(said).not.toContain('unstable');
  }
});
