import { defaultSettings } from '../defaults.ts';
import { choice, numbers, texts, truth, wholeNumber } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

const { sends } = defaultSettings;

/** What keeps a live endpoint from costing more and reaching others than was meant. */
export const sendKeys: SettingKeys<'sends' | 'recipients' | 'maxMessages' | 'yes' | 'packetIds' | 'mask'> = {
  sends: {
    kind: choice(['allow', 'refuse']),
    help: 'allow or refuse sends to a live target',
    initial: null,
  },
  recipients: {
    kind: numbers,
    help: 'numbers that a live target may send to, separated by commas',
    initial: sends.recipients,
  },
  maxMessages: {
    kind: wholeNumber('<n>', 1, 1_000_000),
    help: 'maximum number of messages that a live target may send; one message to N numbers counts N',
    initial: sends.maxMessages,
  },
  yes: {
    kind: truth,
    help: 'send without asking, for CI',
    initial: sends.confirmed,
    notInFile: true,
  },
  packetIds: {
    kind: texts('<ids>'),
    help: 'existing packets of a live target to report on without a send, separated by commas',
    initial: defaultSettings.packetIds,
  },
  mask: {
    kind: choice(['numbers', 'none']),
    help: 'mask subscriber numbers as well as the ticket',
    initial: defaultSettings.maskNumbers ? 'numbers' : 'none',
  },
};
