import { defaultSettings } from '../run/settings.ts';
import { decimal, wholeNumber } from './kinds.ts';
import type { SettingKeys } from './setting-key.ts';

const { pace } = defaultSettings;
const LONGEST = 600_000;
const milliseconds = wholeNumber('<ms>', 1, LONGEST);

/** How fast an endpoint is asked, and how long and how much it may answer. */
export const paceKeys: SettingKeys<
  | 'concurrency'
  | 'rate'
  | 'connectTimeout'
  | 'firstByteTimeout'
  | 'timeout'
  | 'maxResponseBytes'
  | 'maxDuration'
  | 'reportDelay'
> = {
  concurrency: {
    kind: wholeNumber('<n>', 1, 256),
    help: 'exchanges at a time',
    initial: pace.concurrency,
  },
  rate: { kind: decimal('<n>', 0.01, 10_000), help: 'requests per second at most', initial: pace.rate },
  connectTimeout: {
    kind: milliseconds,
    help: 'milliseconds until a connection stands',
    initial: pace.connectTimeoutMs,
  },
  firstByteTimeout: {
    kind: milliseconds,
    help: 'milliseconds until the first byte of a final response, connecting included',
    initial: pace.firstByteTimeoutMs,
  },
  timeout: { kind: milliseconds, help: 'milliseconds for an exchange', initial: pace.timeoutMs },
  maxResponseBytes: {
    kind: wholeNumber('<bytes>', 1, 1_000_000_000),
    help: 'bytes of a response body at most',
    initial: pace.maxResponseBytes,
  },
  maxDuration: {
    kind: wholeNumber('<seconds>', 1, LONGEST),
    help: 'seconds for the whole run',
    initial: pace.maxDurationMs === null ? null : pace.maxDurationMs / 1000,
  },
  reportDelay: {
    kind: wholeNumber('<ms>', 0, LONGEST),
    help: 'milliseconds between the reply to a send and the first report on its packet',
    initial: pace.reportDelayMs,
  },
};
