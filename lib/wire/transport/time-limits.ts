import type { Pace } from '../../model/running/settings.ts';

/** The limits of time of one exchange: its connection, the first byte of its response, and all of it. */
const LIMITS = {
  // Codes as undici has them for its own limits, which are coarser and start later.
  connectTimeout: ['UND_ERR_CONNECT_TIMEOUT', 'no connection', '--connect-timeout'],
  firstByteTimeout: ['UND_ERR_HEADERS_TIMEOUT', 'no first byte of a final response', '--first-byte-timeout'],
  timeout: ['TimeoutError', 'no complete response', '--timeout'],
} as const;

type Limit = keyof typeof LIMITS;
type Times = Pick<Pace, Limit>;

/** Starts the time limits of an exchange and returns a function that clears them; `expire` gets the error of one that passes. */
export function startTimeLimits(times: Times, expire: (error: Error) => void) {
  const limits = Object.keys(LIMITS) as readonly Limit[];
  const timers = new Map(
    limits.map((limit) => [limit, setTimeout(() => expire(overtime(limit, times)), times[limit])] as const),
  );
  return (...cleared: readonly Limit[]) => {
    for (const limit of cleared) clearTimeout(timers.get(limit));
  };
}

/** Makes an error that names the limit that passed, its value, and the flag that changes it. */
export function overtime(limit: Limit, times: Times): Error {
  const [code, missing, flag] = LIMITS[limit];
  return Object.assign(new Error(`${missing} within ${times[limit]} ms (${flag})`), { code });
}
