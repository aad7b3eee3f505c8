import { defaultSettings } from '../defaults.ts';
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
    help: 'number of concurrent exchanges',
    initial: pace.concurrency,
  },
  rate: { kind: decimal('<n>', 0.01, 10_000), help: 'maximum requests per second', initial: pace.rate },
  connectTimeout: {
    kind: milliseconds,
    help: 'connect timeout in milliseconds, proxy and TLS included',
    initial: pace.connectTimeoutMs,
  },
  firstByteTimeout: {
    kind: milliseconds,
    help: 'milliseconds until the first byte of the final response, connecting included',
    initial: pace.firstByteTimeoutMs,
  },
  timeout: {
    kind: milliseconds,
    help: 'timeout of one request and its response, in milliseconds',
    initial: pace.timeoutMs,
  },
  maxResponseBytes: {
    kind: wholeNumber('<bytes>', 1, 1_000_000_000),
    help: 'maximum size of a response body, in bytes',
    initial: pace.maxResponseBytes,
  },
  maxDuration: {
    kind: wholeNumber('<seconds>', 1, LONGEST),
    help: 'maximum duration of the run, in seconds',
    initial: pace.maxDurationMs === null ? null : pace.maxDurationMs / 1000,
  },
  reportDelay: {
    kind: wholeNumber('<ms>', 0, LONGEST),
    help: 'milliseconds to wait between a send and the first report on its packet',
    initial: pace.reportDelayMs,
  },
};
