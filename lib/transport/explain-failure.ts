import { PROXY_REFUSED, proxyFor, proxyName, proxyRefusal } from './connection/proxy.ts';
import { silentEnd, tlsMeaning } from './connection/tls-failure.ts';
import { describeFailure, type FailureText } from './failure.ts';
import type { SenderOptions } from './sender-options.ts';
import { overtime } from './time-limits.ts';

/** How far a request had come when it failed. */
export interface FailurePlace {
  readonly origin: string;
  readonly options: SenderOptions;
  /** Whether the connection stood and the request had begun to go out. */
  readonly connected: boolean;
  /** Whether a response had begun. */
  readonly answered: boolean;
  /** Whether another request was answered before. */
  readonly answeredBefore: boolean;
  /** Whether the request goes out byte by byte. */
  readonly byteByByte: boolean;
  /** The first line of what came, where it is no status line of HTTP/1.1. */
  readonly oddStatusLine?: string;
}

/** Characters of a first line that are shown. */
const MOST_SHOWN = 80;

/**
 * Returns code and message of a failure: the problem, and the flag that helps. Never includes the credentials of a
 * proxy.
 */
export function explainFailure(error: Error, place: FailurePlace): FailureText {
  const { code, message } = describeFailure(error);
  const { options } = place;
  if (code === PROXY_REFUSED) return { code, message };
  // undici keeps this limit too, so that a connection that never stands is not kept; whoever is first, the words are ours.
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return { code, message: overtime('connectTimeoutMs', options).message };
  const proxy = proxyFor(place.origin, options);
  const means = tlsMeaning(error, code) ?? endMeaning(code, place);
  const text =
    noStatusLine(code, place) ?? (means === undefined ? message : `${message.replace(/:$/, '')}: ${means}`);
  if (proxy === null) return { code, message: text };
  const way = place.connected ? 'through' : 'while connecting through';
  return { code, message: `${text} (${way} the proxy ${proxyName(proxy)}, --proxy)` };
}

/** What the client could not read, where it is the first line already. */
function noStatusLine(code: string, { oddStatusLine: line }: FailurePlace): string | undefined {
  if (code !== 'HTTPParserError' || line === undefined) return undefined;
  const shown = JSON.stringify(line.slice(0, MOST_SHOWN));
  return `the response does not begin with an HTTP/1.1 status line (RFC 9112 §4): ${shown}`;
}

/**
 * The failure that a response is when it comes from the proxy, or null: a request for http has no tunnel, so that
 * its proxy answers in the place of the target, and 407 is never a server's own (RFC 9110 §15.5.8).
 */
export function proxyAnswer(
  status: number,
  { origin, options }: Pick<FailurePlace, 'origin' | 'options'>,
): FailureText | null {
  const proxy = status === 407 && origin.startsWith('http:') ? proxyFor(origin, options) : null;
  return proxy && proxyRefusal(status, proxy);
}

/** What the end of a connection before any answer may mean; a proxy that hangs up says nothing about the target. */
function endMeaning(
  code: string,
  { origin, options, answered, answeredBefore, byteByByte, connected }: FailurePlace,
): string | undefined {
  // A server that speaks TLS reads what is no TLS to its end and closes; only within TLS are connections reset.
  const ended = code === 'UND_ERR_SOCKET' || (code === 'ECONNRESET' && origin.startsWith('https:'));
  if (!ended || answered) return undefined;
  const toTarget = proxyFor(origin, options) === null || (origin.startsWith('https:') && connected);
  if (!toTarget) return undefined;
  if (byteByByte)
    return 'the request was sent byte by byte; a server must read until the request is complete';
  // Who answers in this protocol speaks it.
  return answeredBefore ? undefined : silentEnd(origin, options.cert !== null);
}
