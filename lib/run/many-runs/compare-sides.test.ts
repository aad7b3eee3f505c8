import { expect, it } from 'vitest';
import { newFolder } from '../../../suites/self/folders.ts';
import { refusal } from '../../model/result.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import type { RunPlan } from '../plan-run.ts';
import type { SendQuestion } from '../sends/permission.ts';
import { openSides } from './compare-sides.ts';

const side = (target: string, maxMessages = 4) => {
  const sends = { sends: 'allow' as const, recipients: ['905321112233', '905321112244'], maxMessages };
  const filters = { case: ['SendBulkSms/canonical'], binding: ['soap11'] };
  return { ...defaultSettings, wsdl: false, target, ...sends, ...filters };
};

/** A target of two runs, and one of one; each run plans 2 messages. */
const twice = (maxMessages: number) =>
  [
    ['old', side('https://old.example', maxMessages)],
    ['new', side('https://new.example', maxMessages)],
    ['again', side('https://old.example', maxMessages)],
  ] as const;

it('refuses runs against one target that would pass its budget together', async () => {
  const never = () => Promise.reject(new Error('something was sent or asked'));
  expect(await openSides(twice(3), defaultSettings, newFolder(), never, never)).toEqual(
    refusal(
      4,
      'old.example would get 4 messages in 2 runs; --max-messages allows 3, all runs together: narrow them with filters, or raise it to 4',
    ),
  );
});

it.each([
  [twice(5), 2],
  [twice(5).slice(0, 2), 2],
])('lets each run send what it plans', async (sides, expected) => {
  const allowed: unknown[] = [];
  const stop = async ({ settings, sends }: RunPlan) => {
    allowed.push([settings.target, sends?.maxMessages]);
    return refusal(4, 'enough');
  };
  await openSides(sides, defaultSettings, newFolder(), async () => ({ ok: true }), stop);
  expect(allowed).toEqual([['https://old.example', expected]]);
});

it('asks once for the messages of both targets, each number with what both send to it', async () => {
  const asked: SendQuestion[] = [];
  const ended = await openSides(
    [
      ['old', side('https://old.example')],
      ['new', side('https://new.example')],
    ],
    defaultSettings,
    newFolder(),
    async (question) => {
      asked.push(question);
      return refusal(4, 'no');
    },
    () => Promise.reject(new Error('a side ran although the answer was no')),
  );
  expect(ended).toEqual(refusal(4, 'no'));
  expect(asked).toHaveLength(1);
  const [{ cost, host, confirmed } = { cost: undefined, host: '', confirmed: true }] = asked;
  expect([host, confirmed, cost?.messages, cost?.requests]).toEqual([
    'old.example and new.example',
    false,
    4,
    2,
  ]);
  expect([...(cost?.numbers ?? [])].map(([number, { messages }]) => [number, messages])).toEqual([
    ['905321112233', 2],
    ['905321112244', 2],
  ]);
});
