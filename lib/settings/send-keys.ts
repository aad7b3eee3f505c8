import { defaultSettings } from '../run/settings.ts';
import { choice, numbers, texts, truth, wholeNumber } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

const { sends } = defaultSettings;

/** What keeps a live endpoint from costing more and reaching others than was meant. */
export const sendKeys: SettingKeys<'sends' | 'recipients' | 'maxMessages' | 'yes' | 'packetIds' | 'mask'> = {
  sends: {
    kind: choice(['allow', 'refuse']),
    help: 'whether a live target may be made to send',
    initial: null,
  },
  recipients: {
    kind: numbers,
    help: 'numbers that may get messages of a live target, with commas',
    initial: sends.recipients,
  },
  maxMessages: {
    kind: wholeNumber('<n>', 1, 1_000_000),
    help: 'messages that a live target may send; one to N numbers counts N',
    initial: sends.maxMessages,
  },
  yes: {
    kind: truth,
    help: 'send what the plan sends without asking, as in CI',
    initial: sends.confirmed,
    notInFile: true,
  },
  packetIds: {
    kind: texts('<ids>'),
    help: 'packets of a live target to ask for reports without a send, with commas',
    initial: defaultSettings.packetIds,
  },
  mask: {
    kind: choice(['numbers', 'none']),
    help: 'what is masked besides the ticket',
    initial: defaultSettings.maskNumbers ? 'numbers' : 'none',
  },
};
