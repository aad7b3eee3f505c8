import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith, inProcess, newFolder } from '../../../suites/self/command.ts';
import { builtInContract, namespace } from '../../../suites/self/endpoints.ts';
import type { Comparison } from '../../compare/compare.ts';
import { createHandler } from '../../reference/handler.ts';
import type { Deviation } from '../../reference/seams.ts';
import { serve } from '../../reference/start.ts';

const tickets = { OLD_TICKET: 'ticket-of-the-old-side', NEW_TICKET: 'ticket-of-the-new-side' };

/**
 * Compares the reference with a service that deviates. Each has a ticket of its own; what each got comes along.
 *
 * @param more flags of the first comparison; with `recorded`, the recording of the old side is compared once more
 */
async function compared(deviations: readonly Deviation[], more: readonly string[], recorded = false) {
  const requests: [string[], string[]] = [[], []];
  const serving = (place: 0 | 1, options: { readonly deviations?: readonly Deviation[] }) => {
    const handler = createHandler({ contract: builtInContract, namespace, ...options });
    return serve((request) => {
      requests[place].push(`${request.path} ${Buffer.from(request.body ?? []).toString()}`);
      return handler(request);
    });
  };
  const old = await serving(0, {});
  const now = await serving(1, { deviations });
  const targets = `targets:
  old: { url: "${old.baseUrl}", ticket: "\${env:OLD_TICKET}" }
  new: { url: "${now.baseUrl}", ticket: "\${env:NEW_TICKET}" }
`;
  const config = join(folderWith({ 'conformance.yaml': targets }), 'conformance.yaml');
  const compare = async (older: string, flags: readonly string[]) => {
    const folder = newFolder();
    const all = ['--config', config, '--namespace', namespace, '--report-dir', folder, ...flags];
    const { said } = await inProcess(['compare', older, 'new', ...all], tickets);
    expect(said).toMatch(/^outcome /m);
    const text = readFileSync(join(folder, 'compare.json'), 'utf8');
    const { differences, compared: replies }: Comparison = JSON.parse(text);
    const smallest = differences.flatMap(({ kind, field, to, smallest: input }) =>
      kind === 'meaning' ? [[field, to, input]] : [],
    );
    return { folder, said, smallest, replies };
  };
  try {
    const first = await compare('old', more);
    const { folder, replies } = first;
    const last = recorded ? await compare(join(folder, 'old'), more) : first;
    const additional = requests.map(({ length }) => length - replies);
    return { ...last, requests, additional };
  } finally {
    await Promise.all([old.close(), now.close()]);
  }
}

const queued: Deviation = {
  result: (packet, { operation, values }) =>
    operation.kind === 'send' && String(values.Message).includes('€')
      ? { ...packet, texts: { ...packet.texts, PacketStatus: 'Queued' } }
      : packet,
};
const cutText: Deviation = {
  request: (values) => ({ ...values, Message: String(values.Message).slice(0, 160) }),
};
const cutList: Deviation = {
  operations: ['ReportSmsWithPacketId'],
  result: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, 20) }),
};
const lostPlus: Deviation = {
  request: (values) => {
    const numbers = [values.GsmNumbers ?? []].flat();
    return { ...values, GsmNumbers: numbers.map((number) => number.replace(/^\+/, '')) };
  },
};

/** Without two lists of a thousand recipients, which take most of the time and show no more. */
const values = ['--binding', 'soap11', '--case', 'SendBulkSms/values', '--exclude', '**/{empty,space}'];

it('a difference is shown with its smallest input and its boundary, also where no rule finds it wrong', async () => {
  const all = await compared([queued, cutText, cutList, lostPlus], values);
  const boundary = 'right up to 160, wrong from 161';
  expect(all.smallest.toSorted()).toEqual([
    [
      'DeliveredMessage',
      'as sent, but cut off after character 160',
      `Message of 161 characters: ${boundary}`,
    ],
    [
      'DeliveryResults',
      'only 20 for more recipients',
      'GsmNumbers of 21 recipients: right up to 20, wrong from 21',
    ],
    ['GsmNumber', 'as sent, but plus signs were removed', 'GsmNumbers ["+a"]'],
    ['PacketStatus', 'Queued', 'Message "€"'],
  ]);
  // Both get the same, each with its own ticket.
  expect(all.additional[0]).toBeGreaterThan(0);
  expect(all.additional[0]).toBe(all.additional[1]);
  expect(all.requests[0].join()).not.toContain(tickets.NEW_TICKET);
  expect(all.requests[1].join()).not.toContain(tickets.OLD_TICKET);
  expect(all.said).not.toMatch(/ticket-of/);
});

it('a fault whose count varies with the input is one difference', async () => {
  const lostLast: Deviation = {
    operations: ['ReportSmsWithPacketId'],
    result: (packet) => ({ ...packet, deliveries: packet.deliveries.slice(0, -1) }),
  };
  const { smallest } = await compared([lostLast], values);
  // The everyday list of two recipients shows it as well.
  expect(smallest).toContainEqual(['DeliveryResults', 'only N for more recipients', undefined]);
  expect(smallest.filter(([, to]) => to?.startsWith('only'))).toHaveLength(1);
});

it('what everyday values show as well depends on no input', async () => {
  const always: Deviation = {
    result: (packet) => ({ ...packet, texts: { ...packet.texts, PacketStatus: 'Queued' } }),
  };
  const { smallest } = await compared([always], values);
  expect(smallest).toEqual([['PacketStatus', 'Queued', undefined]]);
});

const long = ['--binding', 'soap11', '--case', 'SendBulkSms/message-long'];

it('nothing is sent for a comparison with a recording', async () => {
  const first = await compared([cutText], long);
  const second = await compared([cutText], long, true);
  expect([first.smallest[0]?.[2], second.smallest[0]?.[2]]).toEqual([expect.any(String), undefined]);
  const [, again = 0] = second.additional;
  expect(again - (first.additional[1] ?? 0)).toBe(second.replies);
});

/** Each run sends 8 messages; a smaller input is 2. */
const live = (maxMessages: number) => {
  const recipients = ['--recipients', '905321112233', '--recipients', '905321112244'];
  return [...long, '--sends', 'allow', ...recipients, '--max-messages', String(maxMessages), '--yes'];
};

it.each([
  ['nothing without --shrink', live(500), [0, 0], undefined],
  [
    'smaller inputs with --shrink',
    [...live(500), '--shrink'],
    [13, 13],
    expect.stringContaining('wrong from 161'),
  ],
  ['no more than --max-messages leaves', [...live(20), '--shrink'], [6, 6], undefined],
  // The second run of the old side has 4 requests.
  ['no more than two runs leave', [...live(20), '--shrink', '--twice'], [4 + 2, 2], undefined],
])('a live target gets besides its run %s', async (_, flags, additional, input) => {
  const { smallest, additional: found } = await compared([cutText], flags);
  expect(found).toEqual(additional);
  expect(smallest).toEqual([['DeliveredMessage', expect.any(String), input]]);
});
