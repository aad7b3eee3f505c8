import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliveries, delivery, deliveryField } from '../../lib/reference/defects/changes.ts';
import { type Defect, found } from '../../lib/reference/defects/defect.ts';
import { fitsSchema } from '../../lib/yaml/schema.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';
import { at, serving } from './endpoints.ts';

const SLOW = 120_000;
const ticket = 'a-ticket-of-the-canary';

const changing = (field: 'DeliveryDetail' | 'DeliveryTime', to: (text: string) => string) =>
  found('case/expectation', 'gaps.pinned-values').in(deliveryField(field), {
    [`changed: ${field} is another`]: to,
  });

/** Runs against a reference with defects. */
const runOn = (folder: string, deviations: readonly Defect[], ...args: readonly string[]) =>
  serving({ deviations }, ({ baseUrl }) =>
    inProcess(['run', '--no-allure', ...at(baseUrl), ...args], { POSTSMS_TICKET: ticket }, { folder }),
  );

const chosen = ['--case', '*/{canonical,unknown-packet}'];
const pinned = ['--cases', 'pins', '--no-built-in-cases'];

it('what is seen is told in every report, masked, and pinned on demand', { timeout: SLOW }, async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'pins'));
  const detail = changing('DeliveryDetail', () => `for ${ticket}`);
  const seen = await runOn(folder, detail, ...chosen, '--write-pins', 'pins/p.yaml');
  expect(seen.said).toContain('seen          DeliveryTime: yyyy-MM-ddTHH:mm:ss in 36 of 36\n');
  expect(seen.said).toContain('pins          pins/p.yaml written: 12 cases; run it with --cases pins\n');
  const results = resultsIn(join(folder, 'reports'));
  expect(fitsSchema('results', results)).toBe(true);
  const of = (what: string) =>
    (results.observations ?? [])
      .filter((observation) => observation.what === what && observation.operation === 'ReportSmsWithPacketId')
      .map(({ requirement, of: total, values }) => [requirement, total, values.map(({ value }) => value)]);
  expect(of('DeliveryDetail')).toEqual([['gaps.delivery-detail-values', 8, ['for ***']]]);
  expect(of('PacketID')).toEqual([['packet-result.packet-id.type', 4, ['P<6 digits>']]]);
  expect(of('order of delivery results')).toEqual([
    ['packet-result.delivery-results.order', 4, ['as in the request']],
  ]);
  expect(of('SendDate of one reply and the next')).toEqual([['gaps.send-date-format', 4, ['the same']]]);
  expect(of('fault code')).toEqual([['gaps.faults', 4, ['Receiver', 'Server']]]);
  const page = readFileSync(join(folder, 'reports', 'report.html'), 'utf8');
  expect(page).toMatch(/href="#gaps.packet-status-values".*?PacketStatus: 1 in 24 of 24 .*?<\/section>/s);
  const pins = readFileSync(join(folder, 'pins', 'p.yaml'), 'utf8');
  expect(pins).toMatch(/^# Not pinned, .* replies: .*ReportSmsWithPacketId DeliveryDetail.*\.$/m);
  expect(pins).toMatch(
    /expect: \{ status: 500, fault: \{ code: Server, text: There is no such packet. \} \} # as in Report/,
  );
  expect(pins).not.toContain(ticket);

  const same = await runOn(folder, [], ...pinned);
  expect([same.code, same.said]).toEqual([0, expect.stringContaining('24 planned: 24 passed')]);
  const changed = await runOn(
    folder,
    changing('DeliveryTime', (text) => text.replace('T', ' ')),
    ...pinned,
  );
  expect([changed.code, changed.said]).toEqual([
    1,
    expect.stringContaining('24 planned: 8 passed, 16 failed'),
  ]);
  expect(changed.said).toContain('DeliveryTime must match the pattern that the case expects');
});

it('times that are off the clock are told with their offset, and numbers that were answered for are counted', async () => {
  const folder = newFolder();
  const hours = (time: string, by: number) =>
    new Date(Date.parse(`${time}Z`) + by * 3_600_000).toISOString().slice(0, 19);
  const times = found('case/expectation', 'gaps.pinned-values').in(delivery, {
    'times: Times of Turkey, and a delivery in the evening of 1899': (texts) => ({
      SendDate: hours(texts.SendDate, 3),
      DeliveryTime: '1899-12-30T00:00:00',
    }),
  });
  const numbers = found('case/expectation', 'gaps.pinned-values').in(deliveries, {
    'numbers: Only twenty numbers are answered for': (all) => all.slice(0, 20),
  });
  const { said } = await runOn(folder, [...times, ...numbers], '--case', '*/{canonical,hundred-numbers}');
  expect(said).toMatch(/^seen {10}SendDate: yyyy-MM-ddTHH:mm:ss in (\d+) of \1, 3 h ahead of UTC$/m);
  expect(said).toMatch(/^seen {10}DeliveryTime: 1899-12-30T00:00:00 in (\d+) of \1$/m);
  const results = resultsIn(join(folder, 'reports'));
  expect(fitsSchema('results', results)).toBe(true);
  const largest = results.observations?.filter(({ what }) => what === 'most numbers taken');
  expect(largest?.map(({ values: [value] }) => value?.value)).toEqual(['20', '1']);
});

it('times of the past, of half a day, of the United States and of no calendar are told as what they are', async () => {
  const seenWith = async (change: (time: string) => string) => {
    const changing = found('case/expectation', 'gaps.pinned-values').in(deliveryField('SendDate'), {
      'times: SendDate is another': change,
    });
    const { said } = await runOn(newFolder(), changing, '--case', 'SendBulkSms/canonical');
    return /^seen {10}SendDate: (.*)$/m.exec(said)?.[1];
  };
  const hours = (time: string, by: number) =>
    new Date(Date.parse(`${time}Z`) + by * 3_600_000).toISOString().slice(0, 19);
  expect(await seenWith((time) => hours(time, -5))).toBe('yyyy-MM-ddTHH:mm:ss in 8 of 8, 5 h behind UTC');
  expect(await seenWith((time) => hours(time, -12))).toBe(
    'yyyy-MM-ddTHH:mm:ss in 8 of 8, 12 h behind UTC (hh in the place of HH?)',
  );
  expect(await seenWith((time) => `${hours(time, 3)}Z`)).toBe(
    'yyyy-MM-ddTHH:mm:ssZ in 8 of 8, 3 h ahead of the clock (wrong zone?)',
  );
  expect(await seenWith((time) => `${hours(time, -12)}Z`)).toBe(
    'yyyy-MM-ddTHH:mm:ssZ in 8 of 8, 12 h behind the clock (hh in the place of HH?)',
  );
  expect(await seenWith((time) => `${hours(time, 3)}+03:00`)).toBe('yyyy-MM-ddTHH:mm:sszzz in 8 of 8');
  expect(await seenWith((time) => hours(time, -24 * 365))).toBe(
    'yyyy-MM-ddTHH:mm:ss in 8 of 8, 365 d behind UTC',
  );
  const turkish = (time: string) => hours(time, 3).replace(/^(\d+)-(\d+)-(\d+)T(.*):\d+$/, '$3/$2/$1 $4');
  expect(await seenWith(turkish)).toMatch(/^[Md]+\/[Md]+\/yyyy HH:mm in 8 of 8, 3 h ahead of UTC$/);
  expect(await seenWith(() => '11/27/2026 10:00')).toMatch(/^MM\/dd\/yyyy HH:mm in 8 of 8/);
  expect(await seenWith(() => '2026-27-11')).toBe('2026-27-11 in 8 of 8');
});

it('without a canonical case there is nothing to pin, and that is an error', async () => {
  const folder = newFolder();
  const chosenOther = ['--case', 'SendBulkSms/message-turkish', '--gate', 'should'];
  const { code, said } = await runOn(folder, [], ...chosenOther, '--write-pins', 'p.yaml');
  expect([code, said]).toEqual([5, expect.stringContaining('there is nothing to pin')]);
});
