import { expect, it, vi } from 'vitest';
import { findingOf } from '../../suites/support/report.ts';
import type { Finding } from '../model/judging/finding.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { messageOf, nameOf, quoted, words } from '../text/finding-value.ts';
import { curlCommands } from './curl.ts';
import { exchangeRecord, recordedFinding, repetition } from './exchange-record.ts';

const ticket = 'secret-ticket';
const recorded = (changed: Partial<Finding>) =>
  recordedFinding({ ...findingOf(), about: {}, ...changed }, 'SendBulkSms', maskFor([ticket]));

it('cuts what a target makes too long, and leaves whole what is just not', () => {
  const most = 'x '.repeat(1000);
  const long = `${most}y`;
  const cut = `${most}…`;
  const values = { expected: messageOf(most), actual: messageOf(long) };
  const finding = recorded({ path: long, ...values, about: { field: long } });
  expect(finding).toMatchObject({ path: cut, expected: most, actual: cut, names: { field: cut } });
});

it('says the cause in words that findings about other texts and operations share', () => {
  const expected = words`one ${nameOf({ uri: 'urn:x', local: 'SendBulkSmsResult' })}`;
  expect(recorded({ rule: 'soap/result', expected, actual: words`the text ${quoted('a')}` }).cause).toBe(
    'soap/result: the text "…" instead of one {urn:x}<operation>Result',
  );
  const echo = { rule: 'delivery/texts', expected: quoted('abcdef'), actual: quoted('abcd') };
  expect(recorded(echo)).toMatchObject({
    meaning: 'the text was cut off after 4 of 6 characters',
    observed: 'cut',
    cause: 'delivery/texts: "…" instead of "…"; the text was cut off after # of # characters',
  });
});

it('repeats the step of the gravest finding, and has its status', () => {
  const step = (index: number, status: number) => ({
    ...{ operation: 'SendBulkSms', binding: 'http-get', reached: 'reply', evaluated: [] },
    request: { method: 'GET', path: `/step-${index}`, headers: [], body: null },
    outcome: { kind: 'response', response: { status } },
  });
  const judged = {
    ...{ id: 'SendBulkSms/own/http-get', verdict: 'failed', evaluated: [], durationMs: 1 },
    findings: [findingOf({ level: 'should' }), findingOf({ step: 1 })],
    steps: [step(0, 200), step(1, 500), step(2, 201)],
  } as unknown as JudgedExchange;
  const mask = maskFor([ticket]);
  const record = exchangeRecord(judged, curlCommands('http://127.0.0.1:1', ticket, mask), mask);
  expect(record).toMatchObject({ status: 500, repeat: expect.stringContaining('/step-1') });
});

it('shows a request that curl cannot send by a command that can be pasted', () => {
  vi.stubEnv('npm_lifecycle_event', 'start');
  const request = { method: 'GET', path: '/', headers: [], body: null } as const;
  const { repeat } = repetition(ownText('SendBulkSms/own/http-get'), request, () => null);
  vi.unstubAllEnvs();
  expect(repeat).toBe('npm start -- show SendBulkSms/own/http-get');
});

it('hands over the smallest inputs, which are not masked, only where cases are written of them', () => {
  const number = '905001112233';
  const smallestInputs = [{ parameter: 'GsmNumbers', value: [number] }];
  const judged = {
    ...{ id: 'SendBulkSms/own/http-get', verdict: 'failed', evaluated: [], durationMs: 1, steps: [] },
    findings: [{ ...findingOf(), expected: '', actual: '', smallestInputs }],
  } as unknown as JudgedExchange;
  const mask = maskFor([ticket], [number]);
  const recordOf = (keepsInputs?: boolean) => exchangeRecord(judged, () => null, mask, keepsInputs);
  expect(JSON.stringify(recordOf())).not.toContain(number);
  expect(recordOf().findings[0]?.smallest).toContain('GsmNumbers');
  expect(recordOf(true).smallestInputs).toEqual([smallestInputs]);
});

it('masks everything that a target can have had a part in', () => {
  const name = (uri: string) => nameOf({ uri, local: 'PacketID' });
  const values = { expected: name('urn:x'), actual: words`${name(ticket)} and ${messageOf(`no ${ticket}`)}` };
  const finding = recorded({ path: `/${ticket}`, ...values, about: { field: ticket } });
  expect(finding).toMatchObject({ path: '/***', names: { field: '***' }, otherNamespace: '***' });
  expect(JSON.stringify(finding)).not.toContain('secret');
});

it('says of a text what else may have changed it, and of a request of which kind it is', () => {
  const ended = { rule: 'delivery/texts', expected: quoted('ok 😀'), actual: quoted('ok ') };
  expect(recorded({ ...ended, about: { field: 'KeyID' } })).toMatchObject({
    observed: 'cut-before-beyond-bmp',
    alternatives: [
      {
        observed: 'beyond-bmp-removed',
        change: 'KeyID: characters beyond U+FFFF, such as emoji, were removed',
        cause: expect.stringMatching(/; characters beyond U\+FFFF, such as emoji, were removed$/),
      },
      { observed: 'non-ascii' },
    ],
  });
  const step = (framing: object, headers: HeaderList = []) => ({
    ...{ operation: 'SendBulkSms', binding: 'http-get', reached: 'reply', evaluated: [] },
    request: { method: 'GET', path: '/', headers, body: null, framing },
    outcome: { kind: 'response', response: { status: 200 } },
  });
  const kept = { kept: { name: 'a' } };
  const onPacket = (packet: string, isFound: boolean) => ({
    ...step({ chunks: [3] }),
    givenPacket: { packet, isFound },
  });
  const judged = {
    ...{ id: 'SendBulkSms/own/http-get', verdict: 'failed', evaluated: [], durationMs: 1 },
    findings: [0, 1, 2, 3].map((place) => findingOf({ step: place })),
    steps: [step(kept), step({ chunks: [3] }), step(kept), step({})],
  } as unknown as JudgedExchange;
  const { findings } = exchangeRecord(judged, () => null, maskFor([ticket]));
  expect(findings.map(({ only }) => only)).toEqual([undefined, 'chunks', 'kept', undefined]);
  const kindsIn = (...steps: readonly object[]) => {
    const reports = { ...judged, findings: judged.findings.slice(0, steps.length), steps } as JudgedExchange;
    return exchangeRecord(reports, () => null, maskFor([ticket])).findings.map(({ only }) => only);
  };
  expect(kindsIn(onPacket('P-1', true), onPacket('P-2', false))).toEqual(['chunks', 'packet P-2']);
  expect(kindsIn(step({}, [['Expect', '100-continue']]))).toEqual(['expect']);
  // Where none is found, the packets are not the reason.
  expect(kindsIn(onPacket('P-1', false), onPacket('P-2', false))).toEqual(['chunks', 'chunks']);
});
