import type { Pace } from '../model/running/settings.ts';

type Times = Pick<Pace, 'connectTimeoutMs' | 'firstByteTimeoutMs' | 'timeoutMs'>;

/** The three limits of time of one exchange. */
export interface TimeLimits {
  /** The connection stands and the request goes out. */
  connected(): void;
  /** The response has begun: an interim one is none (RFC 9110 §15.2). */
  answered(): void;
  /** The exchange is over. */
  clear(): void;
}

/** Starts the limits of an exchange; `expire` is called once for each that passes, with what to say about it. */
export function startTimeLimits(times: Times, expire: (error: Error) => void): TimeLimits {
  const timer = (limit: Limit) => setTimeout(() => expire(overtime(limit, times)), times[limit]);
  const connect = timer('connectTimeoutMs');
  const firstByte = timer('firstByteTimeoutMs');
  const whole = timer('timeoutMs');
  return {
    connected: () => clearTimeout(connect),
    answered: () => clearTimeout(firstByte),
    clear: () => {
      for (const started of [connect, firstByte, whole]) clearTimeout(started);
    },
  };
}

type Limit = keyof Times;

/** Codes as undici has them for its own limits, which are coarser and start later. */
const limits: Readonly<Record<Limit, readonly [code: string, missing: string, flag: string]>> = {
  connectTimeoutMs: ['UND_ERR_CONNECT_TIMEOUT', 'no connection', '--connect-timeout'],
  firstByteTimeoutMs: [
    'UND_ERR_HEADERS_TIMEOUT',
    'no first byte of a final response',
    '--first-byte-timeout',
  ],
  timeoutMs: ['TimeoutError', 'no complete response', '--timeout'],
};

/** An error that says which limit passed, its value, and the flag that changes it. */
export function overtime(limit: Limit, times: Times): Error {
  const [code, missing, flag] = limits[limit];
  return Object.assign(new Error(`${missing} within ${times[limit]} ms (${flag})`), { code });
}
