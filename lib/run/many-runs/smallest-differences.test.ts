import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordTo } from '../../../suites/proof/lab.ts';
import { builtInContract, namespace } from '../../../suites/self/endpoints.ts';
import { newFolder } from '../../../suites/self/folders.ts';
import { compareSides, pairedSides } from '../../compare/compare.ts';
import { judgeContext } from '../../judge/judge-context.ts';
import type { JudgedExchange } from '../../model/judging/verdict.ts';
import type { EndedRun } from '../../model/running/results.ts';
import { createHandler, type HandlerOptions } from '../../reference/handler.ts';
import type { Deviation } from '../../reference/seams.ts';
import { serve } from '../../reference/start.ts';
import { defaultSettings, type Settings, secretsOf } from '../../settings/run-settings.ts';
import { openSender } from '../../wire/transport/sender.ts';
import { runExchange } from '../engine/run-exchange.ts';
import { runMemory } from '../engine/run-memory.ts';
import type { RunPlan } from '../plan-run.ts';
import { openSides } from './compare-sides.ts';
import { withSmallest } from './smallest-differences.ts';

const tickets = ['ticket-of-the-old-side', 'ticket-of-the-new-side'] as const;

/** Runs a plan in this process, and records it where the command does. */
async function runHere({ exchanges, settings, declarations }: RunPlan): Promise<EndedRun> {
  const baseUrl = settings.target ?? '';
  const sender = openSender(baseUrl, { ...settings, keepAlive: false });
  const target = { baseUrl, namespace, kind: 'external' } as const;
  const context = await judgeContext(builtInContract, target, declarations.register);
  const memory = runMemory();
  const judged: JudgedExchange[] = [];
  for (const exchange of exchanges)
    judged.push((await runExchange(exchange, { kind: 'live', sender }, context, memory)).judged);
  await sender.close();
  await recordTo(join(settings.reportDir, 'recording.har'), judged, secretsOf(settings));
  const results = { exchanges: judged, summary: { planned: judged.length, harnessError: 0 } };
  return { exitCode: 0, results, interrupted: false } as unknown as EndedRun;
}

interface CompareOptions {
  readonly twice?: boolean;
  readonly recorded?: boolean;
  /** Makes the packets of the reference. */
  readonly ids?: () => string;
}

/** Compares the reference with a service that deviates. Each has a ticket of its own; what each got comes along. */
async function compared(
  deviations: readonly Deviation[],
  changed: Partial<Settings>,
  { twice = false, recorded = false, ids }: CompareOptions = {},
) {
  const requests: [string[], string[]] = [[], []];
  const serving = (place: 0 | 1, options: Pick<HandlerOptions, 'deviations' | 'ids'>) => {
    const handler = createHandler({ contract: builtInContract, namespace, ...options });
    return serve((request) => {
      requests[place].push(`${request.path} ${Buffer.from(request.body ?? []).toString()}`);
      return handler(request);
    });
  };
  const services = [await serving(0, ids ? { ids } : {}), await serving(1, { deviations })] as const;
  const [old, now] = services.map(
    ({ baseUrl: target }, place): Settings => ({
      ...{ ...defaultSettings, wsdl: false, ...changed },
      ...{ target, namespace, ticket: tickets[place] ?? '' },
    }),
  ) as [Settings, Settings];
  try {
    const open = async (named: Parameters<typeof openSides>[0]) => {
      const settings = { ...defaultSettings, wsdl: false, ...changed };
      const opened = await openSides(named, settings, newFolder(), async () => ({ ok: true }), runHere);
      if ('message' in opened) throw new Error(opened.message);
      return opened;
    };
    const again = twice ? ([['again', old]] as const) : [];
    let opened = await open([['old', old], ['new', now], ...again]);
    const [recording] = opened.sides;
    if (recorded && recording)
      opened = await open([
        ['old', recording],
        ['new', now],
      ]);
    const sides = opened.sides as unknown as Parameters<typeof pairedSides>[0];
    const options = {
      bindings: undefined,
      narrowed: true,
      accepted: [],
      strict: false,
      probes: 'all' as const,
    };
    const comparison = await withSmallest(
      compareSides(pairedSides(sides, builtInContract, options), builtInContract, options),
      opened.shrunk,
    );
    const smallest = comparison.differences.flatMap(({ kind, field, to, smallest: input }) =>
      kind === 'meaning' ? [[field, to, input]] : [],
    );
    const additional = requests.map(({ length }) => length - comparison.compared);
    return { comparison, smallest, replies: comparison.compared, requests, additional };
  } finally {
    for (const service of services) await service.close();
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

const long = { binding: ['soap11'], case: ['SendBulkSms/message-long'] } as const;

/** Without two lists of a thousand recipients, which take most of the time and show no more. */
const values = { binding: ['soap11'], case: ['SendBulkSms/values'], exclude: ['**/{empty,space}'] } as const;

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
  expect(all.requests[0].join()).not.toContain(tickets[1]);
  expect(all.requests[1].join()).not.toContain(tickets[0]);
  expect(JSON.stringify(all.comparison)).not.toMatch(/ticket-of/);
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

it('another type of packets is no matter of a single input, so that nothing is sent for it', async () => {
  let last = 4711;
  const ids = () => {
    last += 1;
    return String(last);
  };
  const texts = ['SendBulkSms/message-{blank,borders,long,spaces,word-like}'];
  const { smallest, additional } = await compared([], { binding: ['soap11'], case: texts }, { ids });
  expect(smallest).toEqual([['type of packets', 'string', undefined]]);
  expect(additional).toEqual([0, 0]);
});

it('nothing is sent for a comparison with a recording', async () => {
  const first = await compared([cutText], long);
  const second = await compared([cutText], long, { recorded: true });
  expect([first.smallest[0]?.[2], second.smallest[0]?.[2]]).toEqual([expect.any(String), undefined]);
  const [, again = 0] = second.additional;
  expect(again).toBe(second.replies);
});

/** Each run sends 8 messages; a smaller input is 2. */
const live = (maxMessages: number, shrink: boolean) => ({
  ...{ ...long, sends: 'allow' as const, recipients: ['905321112233', '905321112244'] },
  ...{ maxMessages, shrink },
});
const shown = (input: unknown) => [['DeliveredMessage', expect.any(String), input]];

it('a live target gets besides its run nothing without --shrink', async () => {
  const { smallest, additional } = await compared([cutText], live(500, false));
  expect([smallest, additional]).toEqual([shown(undefined), [0, 0]]);
});

it('a live target gets besides its run smaller inputs with --shrink', async () => {
  const { smallest, additional } = await compared([cutText], live(500, true));
  expect([smallest, additional]).toEqual([shown(expect.stringContaining('wrong from 161')), [15, 15]]);
});

it('a live target gets besides its run no more than --max-messages leaves', async () => {
  const { smallest, additional } = await compared([cutText], live(20, true));
  expect([smallest, additional]).toEqual([shown(undefined), [6, 6]]);
});

it('a live target gets besides its run no more than two runs leave', async () => {
  const { smallest, additional } = await compared([cutText], live(20, true), { twice: true });
  // The second run of the old side has 4 requests.
  expect([smallest, additional]).toEqual([shown(undefined), [4 + 2, 2]]);
});
