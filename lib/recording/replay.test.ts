import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { callOf } from '../../suites/support/samples.ts';
import type { BindingId } from '../model/contract.ts';
import type { SendOutcome } from '../model/judging/wire.ts';
import { ownText } from '../secrets/mask.ts';
import { bindings } from '../wire/bindings/index.ts';
import type { CallPlace } from './read-har.ts';
import { readRecordings } from './read-recordings.ts';
import { replayOf } from './replay.ts';
import { harEntry } from './write-har.ts';

const packet = (id: string): SendOutcome => {
  const body = Buffer.from(`<EmPostSmsResult><PacketID>${id}</PacketID></EmPostSmsResult>`);
  return { kind: 'response', response: { status: 200, reason: '', headers: [], body, durationMs: 1 } };
};

/** An entry about the packet P1. */
const entry = (operation: string, binding: BindingId, place: CallPlace | null, id = 'P1') => {
  const request = bindings[binding].encode(callOf(operation, binding, { PacketId: id }));
  const made = { request, outcome: packet(id), startedAt: 0, endedAt: 1 };
  return harEntry(made, place, 'http://a.example', ownText);
};

/** Writes recordings of these names into a new folder, which it returns. */
function recorded(files: Readonly<Record<string, readonly string[]>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'postsms-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, entries] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), `{"log":{"entries":[${entries.join(',')}]}}`);
  }
  return folder;
}

/** The paths of the requests of each exchange of a recording, by step. */
function replayed(...entries: readonly string[]) {
  return replayedFrom('l.har', ...entries);
}

function replayOfEntries(file: string, entries: readonly string[]) {
  const read = readRecordings([join(recorded({ 'l.har': entries }), 'l.har')], contract);
  if (!read.ok) throw new Error(read.error);
  const recognised = read.value.calls.map((call) => ({ ...call, file }));
  return replayOf(recognised, new Map());
}

function replayedFrom(file: string, ...entries: readonly string[]) {
  const { exchanges, calls } = replayOfEntries(file, entries);
  return exchanges.map(({ id, steps }) => [
    id,
    ...steps.map(({ operation }, step) => {
      const call = calls.get(id)?.[step];
      return [operation, call?.request.path, ...(call?.unknownPacket ? ['unknown packet'] : [])];
    }),
  ]);
}

it('sorts the calls of exchanges that it does not know by packet alone', () => {
  const told = { exchange: 'SendBulkSms/told-bulk/soap12', step: 0 };
  const entries = (isPlaced: boolean) => [
    entry('SendBulkSms', 'soap12', isPlaced ? told : null),
    entry('ReportSmsWithPacketId', 'soap12', isPlaced ? { ...told, step: 1 } : null),
    entry('ReportSingleShotSms', 'http-post', isPlaced ? { exchange: 'x', step: 0 } : null),
  ];
  const expected = [
    [
      'SendBulkSms/recorded/soap12/l-1',
      ['SendBulkSms', '/gateway/liveb/postsms.asmx'],
      ['ReportSmsWithPacketId', '/gateway/ecomm/postsms.asmx'],
      ['ReportSingleShotSms', '/gateway/live/postsms.asmx/ReportSingleShotSms'],
    ],
  ];
  expect(replayed(...entries(true))).toEqual(expected);
  expect(replayed(...entries(false))).toEqual(expected);
});

it('hands each call on with its messages as they were read, so that the judge reads none again', () => {
  const { calls } = replayOfEntries('l.har', [entry('ReportSingleShotSms', 'http-get', null, 'P7')]);
  const [read = ''] = [...calls.values()].flat().map((call) => call?.readElsewhere);
  expect(JSON.parse(read)).toMatchObject({
    request: { root: null, fields: expect.arrayContaining([['PacketId', 'P7']]) },
    reply: { text: '<EmPostSmsResult><PacketID>P7</PacketID></EmPostSmsResult>', xml: { kind: 'document' } },
  });
});

it('knows the packets that sends were given', () => {
  const report = (id: string, place: CallPlace | null = null) =>
    entry('ReportSmsWithPacketId', 'http-get', place, id);
  const unknown = replayed(entry('SendBulkSms', 'soap11', null), report('P1'), report('P2')).map(
    ([id, ...steps]) => [id, ...steps.map((step) => step.includes('unknown packet'))],
  );
  expect(unknown).toEqual([
    ['SendBulkSms/recorded/soap11/l-1', false, false],
    ['ReportSmsWithPacketId/recorded/http-get/l-3', true],
  ]);
});

it.each(['C:\\out\\har files\\gw 1.har', 'C:/out/har files/gw 1.har', '/out/har files/gw 1.har', 'gw 1.har'])(
  'names exchanges of others by the base name of their recording on every system: %s',
  (file) => {
    const [[id] = []] = replayedFrom(file, entry('ReportSingleShotSms', 'soap11', null));
    expect(id).toBe('ReportSingleShotSms/recorded/soap11/gw-1-1');
  },
);

it.each<[string, CallPlace | null, string]>([
  [
    'of one exchange of this suite',
    { exchange: 'SendBulkSms/canonical/soap11', step: 0 },
    'a/recording.har and b/recording.har both have SendBulkSms/canonical/soap11; judge each by itself',
  ],
  [
    'of others under one name, which their ids begin with',
    null,
    'a/recording.har and b/recording.har both have exchanges named recording; rename one of them',
  ],
])('refuses two recordings %s: a call of one would hide that of the other', (_, place, error) => {
  const two = (which = place) => [
    entry('SendBulkSms', 'soap11', which),
    entry('SendBulkSms', 'soap11', which),
  ];
  const folder = recorded({
    'a/recording.har': two(),
    'b/recording.har': two(),
    'b/shard.har': two({ exchange: 'SendBulkSms/canonical/soap12', step: 0 }),
  });
  const of = (...files: readonly string[]) => {
    const read = readRecordings(
      files.map((file) => join(folder, file)),
      contract,
    );
    return read.ok || { ...read, error: read.error.replaceAll(`${folder}${sep}`, '').replaceAll(sep, '/') };
  };
  expect(of('a/recording.har', 'b/recording.har')).toEqual({ ok: false, error });
  expect(of('a/recording.har', 'a/recording.har')).toMatchObject({ ok: false });
  expect(of('a/recording.har')).toBe(true);
  expect(of('a/recording.har', 'b/shard.har')).toBe(true);
});
