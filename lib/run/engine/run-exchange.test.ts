import { describe, expect, it, onTestFinished } from 'vitest';
import { twins } from '../../../suites/proof/twins/index.ts';
import { contract } from '../../../suites/support/cases.ts';
import { plannedExchanges } from '../../../suites/support/report.ts';
import {
  callOf,
  NAMESPACE,
  register,
  replyText,
  context as sample,
} from '../../../suites/support/samples.ts';
import { strictOptions } from '../../../suites/support/transport.ts';
import { withGivenPackets } from '../../cases/plan/narrow.ts';
import { valueText } from '../../findings/value-text.ts';
import { judgeContext } from '../../judge/judge-context.ts';
import type { Call, ParameterValues } from '../../model/contract.ts';
import type { Exchange, Expectation } from '../../model/exchange.ts';
import type { RecordedCall } from '../../model/judging/verdict.ts';
import { NOT_FORWARDED, type SendOutcome, type WireRequest } from '../../model/judging/wire.ts';
import { exchangeOf } from '../../recording/replay.ts';
import { findDefect } from '../../reference/defects/registry.ts';
import { startReference } from '../../reference/start.ts';
import { bindings } from '../../wire/bindings/index.ts';
import { openSender, type Sender } from '../../wire/transport/sender.ts';
import type { CallSource, LiveCalls } from './calls.ts';
import { runExchange, withShortBodies } from './run-exchange.ts';
import { type RunMemory, runMemory } from './run-memory.ts';

const planned = (id: string): Exchange => plannedExchanges(id, { probes: true })[0];

/** A reference with a sender, which both end with the test. */
async function openReference(options: Partial<Parameters<typeof startReference>[0]> = {}) {
  const reference = await startReference({ contract, namespace: NAMESPACE, ...options });
  const target = { baseUrl: reference.baseUrl, namespace: NAMESPACE, kind: 'external' } as const;
  const sender = openSender(target.baseUrl, { ...strictOptions, keepAlive: false, maxResponseBytes: 1e6 });
  onTestFinished(async () => {
    await sender.close();
    await reference.close();
  });
  return { sender, context: await judgeContext(contract, target, register) };
}

/** Runs an exchange against a reference with defects; `sent` counts what went out. */
async function runWith(
  exchange: Exchange,
  defects: readonly string[] = [],
  send: (sender: Sender) => Sender['send'] = (sender) => sender.send,
  { memory, ...options }: Omit<Partial<LiveCalls>, 'sender'> & { readonly memory?: RunMemory } = {},
) {
  const { sender, context } = await openReference({
    deviations: defects.flatMap((id) => findDefect(id) ?? []),
  });
  let sent = 0;
  const counting: Sender = {
    ...sender,
    send: (...args) => {
      sent += 1;
      return sender.send(...args);
    },
  };
  const source = { ...options, kind: 'live', sender: { ...counting, send: send(counting) } } as const;
  return { ...(await runExchange(exchange, source, context, memory)), sent };
}

const report = 'ReportSmsWithPacketId/canonical/soap11';

it('a conforming exchange passes, with all of its steps as evidence', async () => {
  const { judged, sent } = await runWith(planned(report));
  expect(judged).toMatchObject({ id: report, verdict: 'passed', findings: [] });
  expect(judged.steps.map(({ operation, reached }) => [operation, reached])).toEqual([
    ['SendBulkSms', 'reply'],
    ['ReportSmsWithPacketId', 'reply'],
  ]);
  expect(sent).toBe(2);
});

it('knows the packets that other exchanges of the run were given, and no other run', async () => {
  const { sender, context } = await openReference({ ids: () => 'P1' });
  for (const memory of [runMemory(), runMemory()]) {
    const run = (id: string) => runExchange(planned(id), { kind: 'live', sender }, context, memory);
    expect((await run('SendBulkSms/canonical/soap11')).judged.findings).toEqual([]);
    const { judged } = await run('SendBulkSms/canonical/http-get');
    expect(judged.findings.map(({ rule, level }) => `${rule} ${level}`)).toEqual(['send/new-packet should']);
  }
});

const together = 'ReportSmsWithPacketId/together/http-get';

it('makes calls at the same time that need no reply of each other, where the case says so, but the first alone', async () => {
  let now = 0;
  const most: number[] = [];
  const counting =
    (sender: Sender): Sender['send'] =>
    async (request) => {
      now += 1;
      most.push(now);
      const outcome = await sender.send(request);
      now -= 1;
      return outcome;
    };
  const { judged } = await runWith(planned(together), [], counting);
  expect(judged).toMatchObject({ verdict: 'passed', findings: [] });
  expect(most).toEqual([1, 1, 2, 3, 4, 1, 2, 3, 4]);
  expect(judged.steps.map(({ operation }) => operation)).toEqual(
    planned(together).steps.map(({ operation }) => operation),
  );
});

it('makes none of the calls that go together where one of them lacks what an earlier one should have given', async () => {
  let sent = 0;
  const failing =
    (sender: Sender): Sender['send'] =>
    (request) => {
      sent += 1;
      return sent === 3 ? Promise.resolve(failure('ECONNRESET') as never) : sender.send(request);
    };
  const { judged } = await runWith(planned(together), [], failing);
  expect(judged).toMatchObject({ verdict: 'transport-error', blockedBy: 'http/response' });
  expect(judged.note).toBe('step 7 was not sent: the reply of step 3 has no PacketID');
  expect(judged.steps).toHaveLength(5);
});

it('says to which call of the run a reply belongs that belongs to another', async () => {
  const { sender, context } = await openReference({
    deviations: ['together-reports-mixed'].flatMap((id) => findDefect(id) ?? []),
  });
  const memory = runMemory();
  const { judged } = await runExchange(planned(together), { kind: 'live', sender }, context, memory);
  const { findings } = judged;
  expect(valueText(findings.find(({ rule }) => rule === 'report/packet')?.actual ?? '')).toMatch(
    /^"P\d+", which belongs to step \d of "ReportSmsWithPacketId\/together\/http-get"$/,
  );
  const echo = findings.find(({ rule }) => rule === 'delivery/echo');
  expect(valueText(echo?.actual ?? '')).toMatch(/^"[^"]*", which belongs to step [23] of /);
});

it('names the exchange whose packet and text a report shows', async () => {
  let first: string | undefined;
  const { sender, context } = await openReference({
    deviations: [
      {
        request: (values) => {
          first ??= values.PacketId as string | undefined;
          return first !== undefined && 'PacketId' in values ? { ...values, PacketId: first } : values;
        },
      },
    ],
  });
  const memory = runMemory();
  const source = { kind: 'live', sender } as const;
  await runExchange(planned(report), source, context, memory);
  const second = planned('ReportSmsWithPacketId/canonical/http-get');
  const { judged: again } = await runExchange(second, source, context, memory);
  const rules = again.findings.map(({ rule }) => rule);
  expect(rules).toEqual(['report/packet', 'delivery/recipients', 'delivery/recipients', 'delivery/texts']);
  for (const { actual } of again.findings)
    expect(valueText(actual)).toMatch(new RegExp(`^"[^"]*", which belongs to step 1 of "${report}"$`));
});

const twoPackets = 'ReportSmsWithPacketId/two-packets/soap11';

it('reads reports on one connection where the case says so, and again on another where the server ended it', async () => {
  for (const [defects, connections] of [
    [[], 3],
    [['connection-close'], 5],
  ] as const) {
    const seen = new Set<object>();
    const deviations = [...twins.filter(({ id }) => (defects as readonly string[]).includes(id))];
    const { sender, context } = await openReference({
      deviations: [
        {
          arrival: (request) => {
            seen.add(request.connection ?? {});
            return null;
          },
        },
        ...deviations,
      ],
    });
    const slowSender = { ...sender, send: (request: WireRequest) => sender.send(request) };
    const { judged } = await runExchange(planned(twoPackets), { kind: 'live', sender: slowSender }, context);
    const { verdict, findings, steps } = judged;
    expect({ verdict, findings }).toEqual({ verdict: 'passed', findings: [] });
    expect(steps.map(({ request }) => request.framing?.kept?.isLast)).toEqual([
      undefined,
      undefined,
      false,
      false,
      true,
    ]);
    expect(seen.size).toBe(connections);
  }
});

it('sends a form that the contract leaves open', async () => {
  const { judged } = await runWith(planned('SendBulkSms/wire-form-charset-of-form/http-post'));
  expect(judged).toMatchObject({ verdict: 'passed', findings: [] });
});

it('waits before it reports on what it sent, where it is told to', async () => {
  const reportDelay = 300;
  const { judged } = await runWith(planned(report), [], undefined, { reportDelay });
  const [sent, reported] = judged.steps;
  expect(judged.verdict).toBe('passed');
  expect((reported?.startedAt ?? 0) - (sent?.endedAt ?? 0)).toBeGreaterThanOrEqual(reportDelay - 1);
});

it('rests before a call where its case says so, and makes a report as often as it says', async () => {
  const { judged } = await runWith(planned('ReportSmsWithPacketId/read-twice/soap11'));
  const [, first, second] = judged.steps;
  expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeGreaterThanOrEqual(99);
  const many = await runWith(planned('ReportSmsWithPacketId/many-on-one/http-get'));
  expect([many.judged.verdict, many.judged.steps.length]).toEqual(['passed', 102]);
});

it('makes a report again whose connection ended, and tells the end that nothing had announced', async () => {
  const ended = await runWith(planned(twoPackets), ['connection-ended']);
  const shown = ended.judged.findings.map(({ rule, level, step }) => [rule, level, step]);
  expect(shown).toEqual([3, 4].map((step) => ['http/kept-connection', 'should', step]));
  const many = planned('ReportSmsWithPacketId/many-on-one/http-get');
  const { judged } = await runWith(many, ['kept-cut-after-100']);
  expect([judged.verdict, judged.steps.length]).toEqual(['warned', 102]);
  expect(judged.findings).toMatchObject([{ rule: 'http/kept-connection', level: 'should', step: 101 }]);
});

it('does not make a send again whose connection ended under it', async () => {
  const keyIds = planned('SingleShotSmsWithTypeAndKeyID/key-ids-of-connection/soap11');
  const { judged } = await runWith(keyIds, ['connection-ended-under-send']);
  expect(judged.verdict).toBe('warned');
  expect(judged.steps.map(({ outcome }) => outcome.kind)).toEqual(['response', 'failure']);
  expect(judged.findings).toMatchObject([{ rule: 'http/kept-connection', level: 'should', step: 1 }]);
});

it('can be withdrawn until its first request has its turn, and then no more', async () => {
  const withdrawal = new AbortController();
  const options = { withdrawn: withdrawal.signal };
  const signals: (AbortSignal | undefined)[] = [];
  const noting =
    (sender: Sender): Sender['send'] =>
    (request, withdrawn) => {
      signals.push(withdrawn);
      return sender.send(request);
    };
  expect((await runWith(planned(report), [], noting, options)).judged.verdict).toBe('passed');
  expect(signals).toEqual([withdrawal.signal, undefined]);
  withdrawal.abort(new Error('enough'));
  const refusing = (): Sender['send'] => (_, signal) => Promise.reject(signal?.reason);
  await expect(runWith(planned(report), [], refusing, options)).rejects.toThrow('enough');
});

it('every step goes out in the form that the case asks for', async () => {
  const { judged } = await runWith(planned('ReportSmsWithPacketId/wire-form-round-trip/soap11/cdata'));
  expect(judged.verdict).toBe('passed');
  const bodies = judged.steps.map(({ request }) => Buffer.from(request.body ?? []).toString());
  expect(bodies).toEqual([
    expect.stringContaining('<Originator><![CDATA[POSTSMS]]></Originator>'),
    expect.stringMatching(/<PacketId><!\[CDATA\[[^\]<]+\]\]><\/PacketId>/),
  ]);
});

const answer = (status: number, text: string): SendOutcome => {
  const headers = [['Content-Type', 'text/xml; charset=utf-8']] as const;
  return {
    kind: 'response',
    response: { status, reason: '', headers, body: Buffer.from(text), durationMs: 1 },
  };
};
const failure = (code: string): SendOutcome => ({
  kind: 'failure',
  failure: { code, message: '', durationMs: 1 },
});

/** What is found where a client's call over HTTP POST, with these changes to its request, had that outcome. */
async function foundIn(
  exchange: Exchange,
  call: Call,
  made: Omit<RecordedCall, 'request' | 'startedAt' | 'endedAt'>,
  headers?: WireRequest['headers'],
) {
  const { path, ...encoded } = bindings['http-post'].encode(call);
  const request = { ...encoded, path: path.replace('/gateway', ''), ...(headers && { headers }) };
  const { context } = await openReference();
  const source: CallSource = { kind: 'recorded', calls: [{ ...made, request, startedAt: 0, endedAt: 1 }] };
  const { judged } = await runExchange(exchange, source, context);
  return judged.findings.map(({ level, rule }) => `${level} ${rule}`);
}

it.each<[string, SendOutcome, readonly string[], Exchange['scenario']?]>([
  ['refused blames the client alone', answer(415, ''), ['must request/content-type', 'gap http/status']],
  ['taken blames both ends', answer(200, '<a />'), ['must request/content-type', 'must plain/root']],
  ['kept from the gateway blames the client alone', failure(NOT_FORWARDED), ['must request/content-type']],
  ['not answered blames both', failure('ECONNRESET'), ['must request/content-type', 'must http/response']],
  ['replaced blames nobody', answer(500, ''), ['gap request/content-type', 'gap http/status'], 'replaced'],
])('a recorded request that is wrong and %s', async (_, outcome, found, scenario) => {
  const exchange = planned('SendBulkSms/canonical/http-post');
  const call = callOf('SendBulkSms', 'http-post', exchange.steps[0]?.values as ParameterValues);
  const asked = scenario ? { ...exchange, scenario } : exchange;
  expect(await foundIn(asked, call, { outcome }, [['Content-Type', 'text/plain']])).toEqual(found);
});

it.each<[string, ParameterValues, readonly string[]]>([
  ['a message', { Message: 'hello' }, ['must http/status']],
  ['an empty message', { Message: '' }, ['gap request/values', 'gap http/status']],
  ['no number', { GsmNumbers: [] }, ['should request/values', 'gap http/status']],
  ['two numbers in one text', { GsmNumbers: ['1,2'] }, ['gap request/parameters', 'gap http/status']],
])(
  'a client that sends %s may be refused as far as the contract leaves that open',
  async (_, values, found) => {
    const call = callOf('SendBulkSms', 'http-post', values);
    expect(await foundIn(exchangeOf('listen', 1, call), call, { outcome: answer(500, '') })).toEqual(found);
  },
);

it('a recorded run may not be refused for a ticket of the user that no client means', async () => {
  const exchange = planned('SendBulkSms/canonical/http-post');
  const [step] = exchange.steps;
  const call = callOf('SendBulkSms', 'http-post', {
    ...(step?.values as ParameterValues),
    ServiceTicket: 'undefined',
  });
  const steps = exchange.steps.map((each) => ({ ...each, values: call.values }));
  expect(await foundIn({ ...exchange, steps }, call, { outcome: answer(500, '') })).toEqual([
    'must http/status',
  ]);
});

it('a recorded request that is right and kept from the gateway is blocked, and blames nobody', async () => {
  const exchange = planned('SendBulkSms/canonical/http-post');
  const call = callOf('SendBulkSms', 'http-post', exchange.steps[0]?.values as ParameterValues);
  const { path, ...encoded } = bindings['http-post'].encode(call);
  const request = { ...encoded, path: path.replace('/gateway', '') };
  const made = { request, outcome: failure(NOT_FORWARDED), startedAt: 0, endedAt: 1 };
  const { context } = await openReference();
  const { judged } = await runExchange(exchange, { kind: 'recorded', calls: [made] }, context);
  expect(judged).toMatchObject({ verdict: 'blocked', findings: [], note: 'not forwarded: ' });
});

it.each([
  ['keeps', undefined, false],
  ['breaks', [['Content-Type', 'text/plain']] as const, true],
])(
  'answers a client that waits, whose request %s the contract, once that was judged',
  async (_, headers, isWrong) => {
    const asked: boolean[] = [];
    const exchange = planned('SendBulkSms/canonical/http-post');
    const call = callOf('SendBulkSms', 'http-post', exchange.steps[0]?.values as ParameterValues);
    const { path, ...encoded } = bindings['http-post'].encode(call);
    const request = { ...encoded, path: path.replace('/gateway', ''), ...(headers && { headers }) };
    const { context } = await openReference();
    const outcome = failure('ECONNRESET');
    const { judged } = await runExchange(
      exchange,
      {
        kind: 'recorded',
        calls: [{ request, outcome, startedAt: 0, endedAt: 0 }],
        answer: async (wrong) => {
          asked.push(wrong);
          return answer(500, '');
        },
      },
      context,
    );
    expect(asked).toEqual([isWrong]);
    expect(judged.steps[0]?.outcome).toEqual(answer(500, ''));
    expect(judged.steps[0]?.endedAt).toBeGreaterThan(0);
  },
);

/** A packet result of one delivery to a number, every field of which is there. */
function deliveryTo(number: string) {
  const texts = ['DeliveryResult', 'DeliveryDetail', 'DeliveryTime', 'DeliveredMessage', 'PostType', 'KeyID'];
  const fields = [...texts, 'SendDate'].map((name) => `<${name}>m</${name}>`).join('');
  const delivery = `<EmSmsDeliveryResult><GsmNumber>${number}</GsmNumber>${fields}</EmSmsDeliveryResult>`;
  const packet = `<PacketID>P0</PacketID><PacketStatus>1</PacketStatus><DeliveryResults>${delivery}</DeliveryResults>`;
  return answer(200, `<EmPostSmsResult xmlns="${NAMESPACE}">${packet}</EmPostSmsResult>`);
}

const sentTo = (number: string) => ({ Message: 'm', GsmNumbers: [number] });

it.each<[string, string, ParameterValues, readonly string[], ParameterValues?]>([
  ['echoes the number that it got is right', '905321117938', sentTo('905321117938'), ['must request/list']],
  [
    'answers the number that a scenario wanted is wrong',
    '905321117939',
    sentTo('905321117938'),
    ['must request/list', 'must delivery/recipients'],
  ],
  [
    'reads a request otherwise whose bytes can be read in two ways is not judged by them',
    '905321117940',
    sentTo('905321117938'),
    ['must request/list'],
    { Message: 'the first of two' },
  ],
])('a gateway that %s', async (_, answered, values, found, first = {}) => {
  const exchange = planned('SendBulkSms/canonical/http-post');
  const [step] = exchange.steps;
  if (!step) throw new Error('no step');
  const wanted = { ...step.values, ...sentTo('905321117939') };
  const expected = { ...exchange, steps: [{ ...step, values: wanted }], scenario: 'expected' } as const;
  const call = callOf('SendBulkSms', 'http-post', { ...(step.values as ParameterValues), ...values });
  const made = { outcome: deliveryTo(answered), received: { ...call.values, ...first } };
  expect((await foundIn(expected, call, made)).filter((finding) => !finding.startsWith('gap'))).toEqual(
    found,
  );
});

const PACKET_RESULT = `<EmPostSmsResult xmlns="${NAMESPACE}"><PacketID>P0</PacketID></EmPostSmsResult>`;

it.each<[string, boolean, SendOutcome, readonly string[]]>([
  ['may be refused', true, answer(500, 'There is no such packet.'), ['gap http/status']],
  ['that a send was given may not', false, answer(500, ''), ['must http/status']],
  ['is judged in full', true, answer(200, PACKET_RESULT), Array(2).fill('must result/field-once')],
  ['must be answered', true, failure('ECONNRESET'), ['must http/response']],
])('a recorded report on an unknown packet %s', async (_, unknownPacket, outcome, found) => {
  const call = callOf('ReportSmsWithPacketId', 'http-post', { PacketId: 'P0' });
  const { operation, binding, values } = call;
  const steps = [{ operation: operation.name, binding: binding.id, values }];
  const exchange = { ...planned('ReportSmsWithPacketId/canonical/http-post'), steps };
  expect(await foundIn(exchange, call, { outcome, unknownPacket })).toEqual(found);
});

const openSend = planned('ReportSmsWithPacketId/message/soap11');

it.each([
  ['a report that fails after it was taken', 'report-of-markup-fails', 'failed', ['must http/status']],
  ['a refusal', 'send-bulk-sms-refused-over-soap11', 'warned', ['should http/status']],
] as const)('in a case about an open send, %s is judged as such', async (_, defect, verdict, found) => {
  const { judged } = await runWith(openSend, [defect]);
  expect(judged.verdict).toBe(verdict);
  expect(judged.findings.map(({ level, rule }) => `${level} ${rule}`)).toEqual(found);
});

it('a report on what a refused send names as its packet is as open as the send', async () => {
  const replies = [
    '<PacketID>-5</PacketID><PacketStatus>-5</PacketStatus><DeliveryResults/>',
    '<PacketID></PacketID><PacketStatus>-1</PacketStatus><DeliveryResults/>',
  ].map((fields, step) => {
    const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
    return answer(200, replyText(openSend.steps[step]?.operation ?? '', envelope, NAMESPACE, fields));
  });
  const { judged } = await runWith(openSend, [], () => async () => replies.shift() ?? answer(500, ''));
  expect(judged.verdict).toBe('warned');
  expect(judged.findings.map(({ level, rule }) => `${level} ${rule}`)).toEqual(['should report/packet']);
});

it('says of a packet that no send got whether the target knows it, whatever else its reply lacks', async () => {
  const exchange = withGivenPackets(planned(report), ['P-1', 'P-2']);
  const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
  const found = replyText('ReportSmsWithPacketId', envelope, NAMESPACE, '<PacketID>P-1</PacketID>');
  const replies = [answer(200, found), answer(500, '')];
  const { judged } = await runWith(exchange, [], () => async () => replies.shift() ?? answer(500, ''));
  expect(judged.steps.map(({ givenPacket }) => givenPacket)).toEqual([
    { packet: 'P-1', isFound: true },
    { packet: 'P-2', isFound: false },
  ]);
});

it('a step that needs what an earlier one did not give is not made', async () => {
  const { judged, sent } = await runWith(planned(report), ['send-without-packet-id']);
  expect(judged).toMatchObject({
    verdict: 'blocked',
    note: 'step 2 was not sent: the reply of step 1 has no PacketID',
  });
  expect(judged.steps).toHaveLength(1);
  expect(sent).toBe(1);
});

it('a step that needs a reply that cannot be read names the rule which keeps it from being read', async () => {
  const { judged } = await runWith(planned(report), ['packetid-twice']);
  expect(judged).toMatchObject({
    blockedBy: 'result/field-once',
    note: 'step 2 was not sent: the reply of step 1 has no PacketID that can be read, because it breaks result/field-once',
  });
});

it.each([
  ...Object.keys(bindings).map(
    (id) => [id, { values: { Message: 'a\u0000b' } }, /Message holds U\+0000/] as const,
  ),
  ['http-get', { form: 'cdata' }, /^unknown form "cdata" of a request over http-get$/],
] as const)(
  'over %s, a step with %j cannot be written: our fault, and not sent',
  async (id, changed, why) => {
    const exchange = planned(`SendBulkSms/canonical/${id}`);
    const steps = exchange.steps.map((step) => ({
      ...{ ...step, ...changed },
      values: { ...step.values, ...('values' in changed ? changed.values : {}) },
    }));
    const { judged, sent } = await runWith({ ...exchange, steps });
    expect(judged).toMatchObject({ verdict: 'harness-error', findings: [], steps: [] });
    expect(judged.note).toMatch(why);
    expect(sent).toBe(0);
  },
);

it('a request that breaks a rule of requests is our fault, and not sent', async () => {
  const sender: Sender = { send: () => Promise.reject(new Error('sent')), close: async () => {} };
  // No XML can hold the namespace, so that the envelope cannot be read back.
  const unwritable = { ...sample, target: { ...sample.target, namespace: 'urn:\u0001' } };
  const source = { kind: 'live', sender } as const;
  const { judged } = await runExchange(planned('SendBulkSms/canonical/soap11'), source, unwritable);
  expect(judged.verdict).toBe('harness-error');
  expect(judged.note).toMatch(/^the request was not sent because it breaks request\//);
});

it('no answer is a transport error, and a sender that breaks is our fault', async () => {
  const exchange = planned('SendBulkSms/canonical/soap12');
  const dropped = await runWith(exchange, ['connection-dropped']);
  expect(dropped.judged.verdict).toBe('transport-error');
  expect(dropped.judged.steps[0]).toMatchObject({ reached: 'outcome', outcome: { kind: 'failure' } });
  expect(dropped.sent).toBe(1);
  const broken = await runWith(exchange, [], () => () => Promise.reject(new Error('the sender broke')));
  expect(broken.judged).toMatchObject({ verdict: 'harness-error', note: 'the sender broke' });
});

const absent = { absent: true } as const;
const both = { eachDelivery: { PostType: absent, KeyID: absent } };
const withoutPostType = { eachDelivery: { PostType: absent } };

it.each<[string, Partial<Expectation>, string, string[], string, boolean]>([
  ['a fault', { fault: { text: 'Try later' } }, 'soap11-fault-200', [], 'soap/response', false],
  ['a status', { status: 404 }, 'path-upper-case-demanded', [], 'http/status', false],
  ['another', { status: 500 }, 'path-upper-case-demanded', ['case/expectation'], 'http/status', false],
  ['absent fields', both, 'delivery-empty-fields-missing', [], 'delivery/field-once', false],
  [
    'one of them',
    withoutPostType,
    'delivery-empty-fields-missing',
    ['delivery/field-once'],
    'delivery/field-once',
    true,
  ],
  ['what does not come', { fault: {} }, '', ['case/expectation'], 'http/status', true],
])('a case that expects %s is judged by that in the place of the contract', async (...given) => {
  const [, expected, defect, broken, rule, isEvaluated] = given;
  const exchange = planned('SendBulkSms/canonical/soap11');
  const { judged } = await runWith({ ...exchange, expect: { ...exchange.expect, ...expected } }, [defect]);
  expect([...new Set(judged.findings.map((finding) => finding.rule))]).toEqual(broken);
  expect(judged.verdict).toBe(broken.length === 0 ? 'passed' : 'failed');
  expect(judged.steps[0]?.evaluated.includes(rule)).toBe(isEvaluated);
  expect(judged.evaluated).toContain('case/expectation');
});

const TOO_MANY = 'the document has more than 30000 elements and attributes';

describe('a probe', () => {
  it.each([
    ['ReportSmsWithPacketId/probe-envelope/soap11/no-charset', { kind: 'soap-fault', code: 'Server' }],
    ['ReportSmsWithPacketId/probe-head/http-get', { kind: 'plain-error', text: '' }],
    ['ReportSmsWithPacketId/probe-body/http-post/expect', { kind: 'plain-error' }],
    ['SingleShotSmsWithTypeAndKeyID/probe-omit/soap11/message', { kind: 'packet-result' }],
    ['SendBulkSms/probe-description/http-get/wsdl', { kind: 'other' }],
  ])('%s is sent once and observed, never judged', async (id, answer) => {
    const { judged, sent } = await runWith(planned(id), ['status-201']);
    expect(judged).toMatchObject({ verdict: 'observed', findings: [], evaluated: [], answer });
    expect(judged.steps.map(({ evaluated }) => evaluated)).toEqual([[]]);
    expect(sent).toBe(1);
  });

  it.each<[string, number | undefined, number, number | undefined, object]>([
    ['<b/>'.repeat(30_000), 200_000, 120_007, undefined, { kind: 'not-read', text: TOO_MANY }],
    ['x'.repeat(200_000), undefined, 100_000, 200_007, { kind: 'other' }],
    ['x'.repeat(200_000), 1_000_000, 200_007, undefined, { kind: 'other' }],
  ])('keeps of a long body as much as is asked for, and says why one is not read', async (...given) => {
    const [text, most, kept, whole, said] = given;
    const long = () => async () => answer(200, `<a>${text}</a>`);
    const { judged } = await runWith(planned('SendBulkSms/probe-many-numbers/soap11'), [], long);
    expect(judged).toMatchObject({ verdict: 'observed', answer: said });
    const [outcome] = withShortBodies(judged, most).steps.map((step) => step.outcome);
    const told = outcome?.kind === 'response' ? outcome.response : undefined;
    expect([told?.body.length, told?.wholeLength]).toEqual([kept, whole]);
  });

  it('observes that nothing came back, and takes no packet from the others; one not sent is our fault', async () => {
    const [report, send] = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'].map((operation) =>
      planned(`${operation}/probe-omit/soap11/message`),
    ) as [Exchange, Exchange];
    const { judged } = await runWith(report, ['connection-dropped']);
    expect(judged).toMatchObject({ verdict: 'observed', answer: { kind: 'no-response' } });
    const memory = runMemory();
    await runWith(send, [], undefined, { memory });
    expect(memory.packetsGiven).toEqual(new Map());
    const refused = await runWith(send, [], () => () => Promise.reject(new Error('not sent')));
    expect(refused.judged).toMatchObject({ verdict: 'harness-error', note: 'not sent' });
  });
});
