import { expect, it } from 'vitest';
import { judge, read } from '../../../suites/support/judged.ts';
import { callOf } from '../../../suites/support/samples.ts';
import { valueText } from '../../findings/value-text.ts';
import type { ParameterValues } from '../../model/contract.ts';
import type { ReplyEvidence } from '../../model/judging/evidence.ts';
import { noteCall, notePacket, runMemory, withSender } from './run-memory.ts';

const message = {
  edits: [
    [/<DeliveredMessage>[^<]*/g, '<DeliveredMessage>other'],
    [/other(?!.*other)/g, 'more'],
  ],
} as const;

type Sends = readonly (readonly [sender: string, values: ParameterValues])[];

/** What the finding about a message says that belongs to another call, after these sends. */
function toldAfter(sends: Sends): string {
  const memory = runMemory();
  for (const [sender, values] of sends) noteCall(memory, callOf('SendBulkSms', 'soap11', values), sender);
  const [finding] = judge(message);
  if (!finding) throw new Error('nothing is found');
  return valueText(withSender(finding, memory, read(message) as ReplyEvidence, 'own').actual);
}

it.each<[string, Sends, string]>([
  ['the one other send that sent it', [['A', { Message: 'other' }]], '"other", which belongs to A'],
  [
    'others where two sent it',
    [
      ['A', { Message: 'other' }],
      ['B', { Message: 'other' }],
    ],
    '"other", which belongs to other sends of the run',
  ],
  [
    'others where three sent it',
    [
      ['A', { Message: 'other' }],
      ['B', { Message: 'other' }],
      ['B', { Message: 'other' }],
    ],
    '"other", which belongs to other sends of the run',
  ],
  ['nobody where the call itself sent it', [['own', { Message: 'other' }]], '"other"'],
  ['nobody where it was sent in another field', [['A', { Originator: 'other' }]], '"other"'],
  ['nobody where only another place has the text', [['A', { Message: 'more' }]], '"other"'],
  ['nobody where nothing was sent', [], '"other"'],
])('a text that came back belongs to %s', (_, sends, told) => {
  expect(toldAfter(sends)).toBe(told);
});

it('takes a send that shows the text of another for two that were mixed up, and no report on a shared packet', () => {
  const memory = runMemory();
  noteCall(memory, callOf('SendBulkSms', 'soap11', { Message: 'other' }), 'A');
  const [finding] = judge(message);
  if (!finding) throw new Error('nothing is found');
  const aboutOf = (operation: string) =>
    withSender(finding, memory, read({ operation, ...message }) as ReplyEvidence, 'own').about;
  expect(aboutOf('SendBulkSms')).toMatchObject({ field: 'DeliveredMessage', foreign: true });
  expect(aboutOf('ReportSmsWithPacketId')).toHaveProperty('foreign');
  for (const sender of ['A', 'B']) notePacket(memory, read({}) as ReplyEvidence, sender);
  expect(aboutOf('SendBulkSms')).toHaveProperty('foreign');
  expect(aboutOf('ReportSmsWithPacketId')).not.toHaveProperty('foreign');
});

it('knows the packets that sends were given, those of reports not', () => {
  const memory = runMemory();
  for (const operation of ['SendBulkSms', 'ReportSmsWithPacketId'])
    notePacket(memory, read({ operation }) as ReplyEvidence, operation);
  expect([...memory.senders.values()]).toEqual(['SendBulkSms']);
});

it('remembers no text of more than 1,000 characters and no empty one', () => {
  const memory = runMemory();
  for (const Message of ['', ' ', 'x'.repeat(1001)])
    noteCall(memory, callOf('SendBulkSms', 'soap11', { Message, GsmNumbers: [] }), 'A');
  expect(memory.senders.size).toBe(0);
});
