import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Deviation } from '../../lib/reference/seams.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, exchanges, namespace, serving } from './endpoints.ts';

/** By binding, the id of the exchange with the shortest list that is cut. */
const shortestCutLists = ['soap11', 'http-get'].map((binding) => {
  const lists = exchanges.filter(
    ({ operation, case: name, binding: over, messages }) =>
      operation === 'SendBulkSms' && name === 'values' && over === binding && messages > 30,
  );
  return lists.toSorted((a, b) => a.messages - b.messages)[0]?.id ?? '';
});
const values = ['SendBulkSms/values/{soap11,http-get}/markup', ...shortestCutLists].flatMap((id) => [
  '--case',
  id,
]);

/** Loses comments in messages, and recipients behind the twentieth in reports. */
const deviations: readonly Deviation[] = [
  {
    request: (values) => ({ ...values, Message: String(values.Message).replace(/<!--.*?-->/g, '') }),
  },
  {
    operations: ['ReportSmsWithPacketId'],
    result: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, 20) }),
  },
];

it('findings of classes of values are kept as cases that show them again', async () => {
  const folder = newFolder();
  const runOn = (deviations: readonly Deviation[], ...args: readonly string[]) =>
    serving({ deviations }, ({ baseUrl }) =>
      inProcess(['run', '--no-allure', '--gate', 'should', ...at(baseUrl), ...args], {}, { folder }),
    );
  const judged = [...values, '--case', 'SendBulkSms/canonical/soap11'];
  const first = await runOn(deviations, ...judged, '--write-cases', 'kept/found.yaml');
  expect(first.said).toContain('cases         kept/found.yaml written: 2 cases; run it with --cases kept\n');
  expect(readFileSync(join(folder, 'kept', 'found.yaml'), 'utf8')).toMatch(
    /GsmNumbers of 21 recipients: right up to 20/,
  );

  const kept = ['--cases', 'kept', '--no-built-in-cases'];
  const again = await runOn(deviations, ...kept);
  expect(again.code).toBe(1);
  const { exchanges } = resultsIn(join(folder, 'reports'));
  expect(exchanges.map(({ id }) => id.replace(/kept-\w+/, 'kept')).sort()).toEqual([
    'SendBulkSms/kept/http-get',
    'SendBulkSms/kept/http-get',
    'SendBulkSms/kept/soap11',
    'SendBulkSms/kept/soap11',
  ]);
  expect(exchanges.filter(({ findings }) => findings.length === 0)).toEqual([]);
  expect((await runOn([], ...kept)).code).toBe(0);

  const clean = await runOn([], ...judged, '--write-cases', 'kept/none.yaml');
  expect([clean.code, clean.said]).toEqual([
    0,
    expect.stringContaining('kept/none.yaml was not written: no finding depends on a class of values'),
  ]);
});

it('a difference of two gateways shows the smallest input that one of them gets wrong', async () => {
  const folder = newFolder();
  const flags = ['--namespace', namespace, '--report-dir', folder, ...values, '--binding', 'soap11'];
  const environment = { POSTSMS_TICKET: 'ticket-of-both-sides' };
  const compared = await serving({}, ({ baseUrl: old }) =>
    serving({ deviations }, ({ baseUrl: now }) => inProcess(['compare', old, now, ...flags], environment)),
  );
  expect(compared.code).toBe(1);
  expect(compared.said).toMatch(/^meaning .*DeliveredMessage .*; smallest: Message "<!---->"$/m);
  expect(compared.said).toMatch(/; smallest: GsmNumbers of 21 recipients: right up to 20, wrong from 21$/m);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const report: unknown = JSON.parse(read('compare.json'));
  expect(fitsSchema('compare', report)).toBe(true);
  expect(report).toMatchObject({
    differences: expect.arrayContaining([expect.objectContaining({ smallest: 'Message "<!---->"' })]),
  });
  expect(read('compare.html')).toContain('smallest: Message');
  expect(read('compare.md')).toContain('| `Message "<!---->"` |\n');
  expect(compared.said + read('compare.json') + read('compare.html')).not.toContain('ticket-of-both-sides');
});
