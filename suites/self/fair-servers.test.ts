/** Services that keep the contract and refuse what it does not oblige them to take: none of them is red at gate must. */
import { describe, expect, it } from 'vitest';
import type { BindingId, ParameterValues } from '../../lib/model/contract.ts';
import type { PlannedStep } from '../../lib/model/exchange.ts';
import type { Deviation, HttpReply } from '../../lib/reference/seams.ts';
import { isRed } from '../../lib/results/verdict-counts.ts';
import { judgeInMemory, PROOF_NAMESPACE } from '../proof/lab.ts';
import { planOf } from '../support/report.ts';
import { replyText } from '../support/samples.ts';

function reply(status: number, type: string, body: string): HttpReply {
  return { status, reason: '', headers: [['Content-Type', type]], body: Buffer.from(body) };
}

const asError = reply(500, 'text/plain; charset=utf-8', 'The value is not accepted.');

const textsOf = (values: ParameterValues) => Object.values(values).flat();

interface FairServer {
  readonly title: string;
  /** The calls that it refuses are those whose values it does not take. */
  readonly takes: (values: ParameterValues) => boolean;
  /** Where it does so; everywhere unless it says otherwise. */
  readonly bindings?: readonly BindingId[];
  readonly as?: HttpReply;
  readonly settings?: Parameters<typeof planOf>[0];
  /** Cases that are told all the same, at should or gap. */
  readonly told: readonly string[];
}

const servers: readonly FairServer[] = [
  {
    title: 'ASP.NET request validation over GET and POST',
    takes: (values) => !textsOf(values).some((text) => /<[a-z!/?]|&#/i.test(text)),
    bindings: ['http-get', 'http-post'],
    settings: { binding: ['http-get', 'http-post'] },
    as: reply(500, 'text/html; charset=utf-8', '<html><title>A potentially dangerous value</title></html>'),
    told: ['SendBulkSms/message-xml', 'SendBulkSms/originator-xml'],
  },
  {
    title: 'a message store without characters beyond the Basic Multilingual Plane',
    takes: (values) => !/[\u{10000}-\u{10FFFF}]/u.test(String(values.Message)),
    told: ['SendBulkSms/message-emoji', 'SendBulkSms/hard-text-envelopes'],
  },
  {
    title: 'registered sender labels only',
    takes: ({ Originator }) => Originator === undefined || Originator === 'POSTSMS',
    told: ['SendBulkSms/originator-turkish', 'SingleShotSmsWithTypeAndKeyID/originator-form'],
  },
  {
    title: 'at most five numbers',
    takes: ({ GsmNumbers = [] }) => GsmNumbers.length <= 5,
    told: ['SendBulkSms/number-count', 'SendBulkSms/hundred-numbers', 'ReportSmsWithPacketId/ten-numbers'],
  },
  {
    title: 'digits only as KeyID',
    takes: ({ KeyID = '1' }) => /^\d+$/.test(String(KeyID)),
    settings: { values: { KeyID: '4711' } },
    told: ['SingleShotSmsWithTypeAndKeyID/key-id', 'ReportSingleShotSms/identifiers'],
  },
  {
    title: 'plain ASCII texts, refused with 200 and text/plain',
    takes: (values) => !/[^\0-\x7F]/.test(textsOf(values).join('')),
    as: reply(200, 'text/plain; charset=utf-8', 'ERR 17: text not accepted'),
    told: ['SendBulkSms/message-turkish', 'ReportSmsWithPacketId/message'],
  },
  ...(
    [
      ['', ['http-get', 'http-post']],
      ['0', ['http-get']],
      ['-17', ['http-post']],
    ] as const
  ).map(
    ([id, bindings]): FairServer => ({
      title: `no text of characters beyond ASCII, refused with 200 and the PacketID ${JSON.stringify(id)} above an empty list`,
      takes: (values) => !/[^\0-\x7F]/.test(textsOf(values).join('')),
      bindings,
      settings: { binding: bindings },
      as: reply(
        200,
        'text/xml; charset=utf-8',
        replyText(
          '',
          undefined,
          PROOF_NAMESPACE,
          `<PacketID>${id}</PacketID><PacketStatus>-17</PacketStatus><DeliveryResults/>`,
        ),
      ),
      told: ['ReportSmsWithPacketId/message'],
    }),
  ),
  {
    title: 'SOAP 1.1 alone, judged with --binding soap11',
    takes: () => false,
    bindings: ['soap12', 'http-get', 'http-post'],
    settings: { binding: ['soap11'] },
    told: [],
  },
];

/** Values that are known before any reply. */
function knownValues({ values }: PlannedStep): ParameterValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && 'step' in value ? [] : [[name, value]],
    ),
  );
}

describe('a fair service', () => {
  it.each(servers)('is not red at gate must: $title', async ({ takes, as = asError, ...server }) => {
    // A server of others has no second ticket that the suite made.
    const planned = planOf({ namespace: PROOF_NAMESPACE, target: 'http://127.0.0.1:1', ...server.settings });
    // All other exchanges are those of the reference.
    const refused = planned.exchanges.filter(({ steps }) => !steps.map(knownValues).every(takes));
    const deviation: Deviation = {
      ...(server.bindings ? { bindings: server.bindings } : {}),
      arrival: (_, { values }) => (takes(values) ? null : as),
    };
    const judged = await judgeInMemory([deviation], refused, planned.declarations);
    const red = judged.filter(({ verdict }) => isRed(verdict, 'must'));
    expect(red.map(({ id, findings }) => [id, findings[0]?.actual])).toEqual([]);
    const told = judged.filter(({ verdict }) => verdict === 'warned' || verdict === 'observed');
    const cases = new Set(told.map(({ id }) => id.split('/').slice(0, 2).join('/')));
    expect([...cases]).toEqual(expect.arrayContaining([...server.told]));
    expect(judged.length).toBeGreaterThan(server.told.length);
  });

  it('may know no packet of a bulk send as a single-shot packet (contract §4.4)', async () => {
    const filters = {
      case: ['ReportSingleShotSms/bulk-packet', 'ReportSingleShotSms/bulk-packet-many-numbers'],
    };
    const { exchanges, declarations } = planOf({ namespace: PROOF_NAMESPACE, ...filters });
    const unknown = { operations: ['ReportSingleShotSms'], arrival: () => asError } as const;
    const judged = await judgeInMemory([unknown], exchanges, declarations);
    expect(new Set(judged.map(({ id, verdict }) => `${id.split('/')[1]} ${verdict}`))).toEqual(
      new Set(['bulk-packet observed', 'bulk-packet-many-numbers observed']),
    );
  });
});
