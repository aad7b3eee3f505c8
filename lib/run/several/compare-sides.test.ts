import { expect, it } from 'vitest';
import { newFolder } from '../../../suites/self/folders.ts';
import { refusal } from '../../model/result.ts';
import { defaultSettings } from '../../settings/run-settings.ts';
import type { SendQuestion } from '../sends/send-limits.ts';
import { openSides } from './compare-sides.ts';

it('asks once for the messages of both targets, each number with what both send to it', async () => {
  const asked: SendQuestion[] = [];
  const side = (target: string) => {
    const sends = {
      ...defaultSettings.sends,
      permission: 'allow' as const,
      recipients: ['905321112233', '905321112244'],
      maxMessages: 4,
    };
    const filters = { case: ['SendBulkSms/canonical'], binding: ['soap11' as const] };
    return { kind: 'target' as const, settings: { ...defaultSettings, target, sends, filters } };
  };
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
