import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type HarEntry, readHar } from '../../lib/recording/read-har.ts';
import { inProcess, newFolder, resultsIn } from './command.ts';

const folder = newFolder();
const cases = [
  'SendBulkSms/canonical/http-get',
  'ReportSmsWithPacketId/probe-*/**',
  '*/probe-description/**',
];
const selected = cases.flatMap((pattern) => ['--case', pattern]);
let told = '';
let calls: readonly HarEntry[] = [];

beforeAll(async () => {
  const har = ['--reporter', 'har', '--report-dir', folder, '--no-allure'];
  const ended = await inProcess(['run', '--probes', ...selected, ...har]);
  expect(ended.code).toBe(0);
  told = ended.said;
  const read = readHar(readFileSync(join(folder, 'recording.har'), 'utf8'));
  calls = read.ok ? read.value : [];
}, 60_000);

it('a run with probes judges the rest, and tells what came back to each probe', () => {
  const { exchanges, summary, observations = [] } = resultsIn(folder);
  const probes = exchanges.filter(({ answer }) => answer);
  expect(summary).toMatchObject({ passed: 1, observed: probes.length, failed: 0 });
  expect(probes.length).toBeGreaterThan(100);
  const answerTo = (id: string) => probes.find((probe) => probe.id === id);
  expect(answerTo('ReportSmsWithPacketId/probe-soap-action/soap11/missing')).toMatchObject({
    status: 500,
    answer: { kind: 'soap-fault', code: 'Client', text: 'The SOAPAction header is missing.' },
  });
  expect(answerTo('SendBulkSms/probe-description/http-get/wsdl')?.answer).toMatchObject({
    kind: 'other',
    text: expect.stringMatching(/^text\/xml .*<wsdl:definitions/),
  });
  expect(told).toMatch(/probes {8}\d+ probes sent and never judged, \d+ different answers/);
  const refusals = observations.filter(({ what }) => what === 'refusal').flatMap(({ values }) => values);
  expect(refusals.map(({ value }) => value)).toContain('405 "This method is not served here."');
});

it('a recording says which requests are probes, holds no ticket, and judge leaves them alone', async () => {
  const probes = calls.filter(({ place }) => place?.probe);
  expect(calls.length - probes.length).toBe(1);
  expect(probes[0]?.place?.probe).toEqual({ operation: 'ReportSmsWithPacketId', binding: 'soap11' });
  expect(readFileSync(join(folder, 'recording.har'), 'utf8')).not.toContain('conformance-ticket');
  const again = newFolder();
  const judged = await inProcess(['judge', folder, '--report-dir', again, '--no-allure']);
  expect(judged.code).toBe(0);
  expect(resultsIn(again).summary).toMatchObject({ planned: 1, passed: 1 });
  expect(judged.said).toContain(`${probes.length} probes of the recordings: never judged`);
}, 60_000);

it('compare pairs probes as any other exchange', async () => {
  const other = newFolder();
  const compared = await inProcess(['compare', folder, folder, '--report-dir', other]);
  expect(compared.code).toBe(0);
  expect(compared.said).toContain(`compared      ${calls.length} replies: ${calls.length} the same, 0 not`);
}, 60_000);
