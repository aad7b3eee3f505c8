import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeContext } from '../../lib/judge/judge-context.ts';
import type { JudgedExchange } from '../../lib/model/judging/verdict.ts';
import { readRecordings } from '../../lib/recording/read-recordings.ts';
import { replayOf } from '../../lib/recording/replay.ts';
import { defects } from '../../lib/reference/defects/registry.ts';
import { runExchange } from '../../lib/run/engine/run-exchange.ts';
import { runMemory } from '../../lib/run/engine/run-memory.ts';
import { judgeInMemory, judgeService, PROOF_NAMESPACE, recordTo } from '../proof/lab.ts';
import { planOf } from '../support/report.ts';
import { folderWith, inProcess, newFolder, ran, resultsIn } from './command.ts';

const { declarations, exchanges } = planOf({ namespace: PROOF_NAMESPACE }, 'proof0');
const { contract, register } = declarations;

/** Judges a recording of what was judged before, in process. */
async function judgedAgain(judged: readonly JudgedExchange[]): Promise<readonly JudgedExchange[]> {
  const file = join(newFolder(), 'recording.har');
  const target = { baseUrl: 'http://127.0.0.1:1', namespace: PROOF_NAMESPACE, kind: 'external' } as const;
  await recordTo(file, judged);
  const read = readRecordings([file], contract);
  if (!read.ok) throw new Error(read.error);
  const replay = replayOf(read.value.calls, new Map(exchanges.map((exchange) => [exchange.id, exchange])));
  const context = await judgeContext(contract, target, register);
  const memory = runMemory();
  const again: JudgedExchange[] = [];
  for (const exchange of replay.exchanges) {
    const source = { kind: 'recorded', calls: replay.calls.get(exchange.id) ?? [] } as const;
    again.push((await runExchange(exchange, source, context, memory)).judged);
  }
  return again;
}

const verdictsOf = (judged: readonly JudgedExchange[]) =>
  judged
    .filter(({ steps }) => steps.length > 0)
    .map(({ id, verdict, findings }) => ({ id, verdict, findings }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Defects that a reply shows by itself, one of many families. */
const sampled = defects.filter((_, index) => index % 60 === 7);

describe('a recording, judged again without a network', () => {
  it('gives the verdicts and findings of the run over all built-in cases', async () => {
    // Other variants have other values, which are recorded alike.
    const variants = new Map(exchanges.map((exchange) => [`${exchange.case} ${exchange.binding}`, exchange]));
    const judged = await judgeInMemory([], [...variants.values()], declarations);
    expect(judged.length).toBeGreaterThan(250);
    expect(verdictsOf(await judgedAgain(judged))).toEqual(verdictsOf(judged));
  });

  it.each(sampled.map((defect) => [defect.id, defect] as const))(
    'gives the same of a service with the defect %s',
    async (_, defect) => {
      const few = exchanges.filter(({ case: name }) => /^(canonical|packets|unknown-packet)$/.test(name));
      const judged = await judgeService([defect], few, declarations);
      expect(verdictsOf(await judgedAgain(judged))).toEqual(verdictsOf(judged));
    },
  );
});

describe('judge', () => {
  it('writes the reports of the run that recorded, and says what masked numbers cannot show', async () => {
    const flags = ['--reporter', 'har', '--mask', 'numbers'];
    const recorded = await ran(['--case', 'SendBulkSms/canonical', ...flags]);
    const folder = newFolder();
    const file = join(recorded.folder, 'recording.har');
    const judged = await inProcess(['judge', file, '--no-allure', '--report-dir', folder]);
    expect([recorded.code, judged.code]).toEqual([0, 0]);
    expect(judged.said).toContain('4 passed');
    expect(judged.said).toMatch(
      /^outcome {7}conforms; recorded: 4 of 1\d{3} exchanges; not a judgement of the contract \(/m,
    );
    expect(judged.said).toContain(
      'not exact: numbers of 4 calls are masked, so the form of a number was not',
    );
    expect(judged.said).toContain("by the suite's own requests");
    const [old, now] = [resultsIn(recorded.folder), resultsIn(folder)];
    expect(now.summary).toEqual(old.summary);
    expect(now.exchanges.map(({ id, findings }) => [id, findings])).toEqual(
      old.exchanges.map(({ id, findings }) => [id, findings]),
    );
  });

  const call = (headers: object) => ({
    startedDateTime: '2026-01-02T03:04:05.000Z',
    request: {
      method: 'POST',
      url: 'http://gateway.example/ecomm/postsms.asmx/ReportSmsWithPacketId',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      postData: { text: 'ServiceTicket=t1ck3t-000&PacketId=%u0031' },
      bodySize: 40,
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'text/xml; charset=utf-8' }],
      content: {
        text: '<EmPostSmsResult xmlns="http://a.example/"><PacketID>1</PacketID><PacketStatus>a</PacketStatus><DeliveryResults /></EmPostSmsResult>',
      },
    },
  });
  const har = (...entries: readonly object[]) => JSON.stringify({ log: { entries } });
  const judge = async (text: string, ...flags: readonly string[]) => {
    const folder = folderWith({ 'recording.har': text });
    const args = ['judge', join(folder, 'recording.har'), '--report-dir', join(folder, 'out')];
    return { ...(await inProcess([...args, '--no-allure', ...flags])), folder };
  };

  it('refuses a recording in the report folder, which it would empty', async () => {
    const folder = folderWith({ 'recording.har': har(call({})) });
    for (const given of [folder, join(folder, 'recording.har')]) {
      const { code, said } = await inProcess(['judge', given, '--report-dir', folder]);
      expect([code, said]).toEqual([2, expect.stringContaining('add --report-dir with another folder')]);
    }
    expect(readFileSync(join(folder, 'recording.har'), 'utf8')).toBe(har(call({})));
  });

  it('judges the requests of anybody, and says which rule they break', async () => {
    const { code, said } = await judge(
      har(call({ 'Content-Type': 'text/plain', Authorization: 'Basic eA==' })),
    );
    expect(code).toBe(1);
    for (const rule of ['request/content-type', 'request/encoding', 'request/no-authentication']) {
      expect(said).toContain(rule);
    }
  });

  it('takes the namespace from the replies where no request has one, or from --namespace', async () => {
    const right = call({ 'Content-Type': 'application/x-www-form-urlencoded' });
    const text = 'ServiceTicket=short&PacketId=1';
    const entry = { ...right, request: { ...right.request, postData: { text }, bodySize: text.length } };
    const found = await judge(har(entry));
    expect([found.code, found.said]).toEqual([0, expect.stringContaining('by the requests of clients')]);
    expect(found.said).toContain('warning: a ServiceTicket, or another secret, has fewer than 8');
    const { code, said } = await judge(har(entry), '--namespace', 'http://b.example/');
    expect([code, said]).toEqual([1, expect.stringContaining('http://b.example/')]);
  });

  it('masks the ticket that a recording of others holds in clear', async () => {
    const { said, folder } = await judge(har(call({ 'Content-Type': 'text/plain' })), '--reporter', 'har');
    const files = readdirSync(join(folder, 'out')).filter((name) => !name.startsWith('.'));
    expect(files.sort()).toEqual(['recording.har', 'report.html', 'results.json']);
    for (const text of [said, ...files.map((name) => readFileSync(join(folder, 'out', name), 'utf8'))]) {
      expect(text).not.toContain('t1ck3t-000');
    }
    const compared = await inProcess(['compare', folder, folder, '--report-dir', join(folder, 'compared')]);
    expect([compared.code, compared.said]).toEqual([0, expect.stringContaining('outcome       same')]);
  });

  it('never judges what was not recorded to the byte', async () => {
    const right = call({ 'Content-Type': 'application/x-www-form-urlencoded' });
    const { code, said } = await judge(har({ ...right, request: { ...right.request, bodySize: 99 } }));
    expect([code, said]).toEqual([4, expect.stringContaining('none of 1 exchange was recorded to the byte')]);
  });

  it('does not judge what a browser did not record, and judges the rest', async () => {
    const right = call({ 'Content-Type': 'application/x-www-form-urlencoded' });
    const postData = { text: 'ServiceTicket=short&PacketId=1' };
    const whole = { ...right, request: { ...right.request, postData, bodySize: postData.text.length } };
    const headers = [...right.response.headers, { name: 'Content-Length', value: '1130' }];
    const noReply = { ...whole, response: { status: 200, headers, content: { size: -1 } } };
    const noRequest = { ...right, request: { ...whole.request, postData: undefined, bodySize: -1 } };
    const { code, said, folder: judged } = await judge(har(noReply, noRequest, whole), '--reporter', 'junit');
    expect([code, said]).toEqual([4, expect.stringContaining('1 passed, 2 not run')]);
    expect(said).toContain('2 exchanges were not run; record them to the byte, or add --allow-inexact');
    expect(said).toContain('not recorded to the byte: request body');
    const junit = readFileSync(join(judged, 'out', 'junit.xml'), 'utf8');
    expect(junit.match(/<skipped message="not run: not recorded to the byte/g)).toHaveLength(2);
    const allowed = await judge(har(noReply, noRequest, whole), '--allow-inexact');
    expect([allowed.code, allowed.said]).toEqual([0, expect.stringContaining('1 passed')]);
    expect(allowed.said).toContain('not exact: 2 exchanges not recorded to the byte, and not judged');
    const folder = folderWith({ 'old.har': har(whole, whole), 'new.har': har(whole, noReply) });
    const sides = [join(folder, 'old.har'), join(folder, 'new.har')];
    const compared = await inProcess(['compare', ...sides, '--report-dir', join(folder, 'compared')]);
    expect([compared.code, compared.said]).toEqual([0, expect.stringContaining('1 reply: 1 the same')]);
    expect(compared.said).toContain('not exact     1 reply not recorded to the byte');
  });

  it.each(['\0', 'x', '<'])(
    'shows little of one huge value in every report: a megabyte of %j',
    async (character) => {
      const text = character.repeat(1_000_000);
      const right = call({ 'Content-Type': 'text/plain', 'Content-Length': String(text.length) });
      const request = { ...right.request, postData: { text }, bodySize: text.length };
      const reporters = ['junit', 'markdown', 'tap', 'github'].flatMap((name) => ['--reporter', name]);
      const { code, said, folder } = await judge(har({ ...right, request }), ...reporters);
      expect(code).toBe(1);
      expect(said.length).toBeLessThan(100_000);
      for (const name of readdirSync(join(folder, 'out'))) {
        expect([name, statSync(join(folder, 'out', name)).size < 500_000]).toEqual([name, true]);
      }
    },
  );

  it('refuses a call that did not go over HTTP, with its entry', async () => {
    const right = call({ 'Content-Type': 'application/x-www-form-urlencoded' });
    const url = 'file:///ecomm/postsms.asmx/ReportSmsWithPacketId';
    const text = har(right, { ...right, request: { ...right.request, url } });
    const { code, said, folder } = await judge(text);
    const why = 'recording.har, entry 2: request.url of a call: expected http: or https:, got file:';
    expect([code, said]).toEqual([2, expect.stringContaining(why)]);
    const compared = await inProcess(['compare', folder, folder, '--report-dir', join(folder, 'compared')]);
    expect([compared.code, compared.said]).toEqual([2, expect.stringContaining(why)]);
  });

  it('finds nothing in a recording of no call', async () => {
    const { code, said } = await judge(har());
    expect([code, said]).toEqual([4, expect.stringContaining('nothing recognised')]);
  });
});
