import { networkInterfaces } from 'node:os';
import type { HttpReply, HttpRequest } from '../reference/seams.ts';
import { errorReply } from '../reference/write/replies.ts';
import { isLoopback } from '../settings/target-url.ts';
import { beginningOf } from '../text/printable.ts';

/** Requests that are reported; a page may make any number of them. */
const MOST_REPORTED = 20;

/** Characters of a value that are reported. */
const MOST_SHOWN = 100;

/**
 * Refuses what a web page anywhere can have a browser of this machine send: a page cannot set Host, Origin and
 * Sec-Fetch-Site (Fetch standard, "forbidden request-header"), and a rebound name is in Host.
 * @param host the address that is listened on
 * @param allowed further names that clients call it by
 * @param report takes each reason once
 */
export function foreignGuard(host: string, allowed: readonly string[], report: (line: string) => void) {
  const names = new Set([...addressesOf(host), ...allowed.map((name) => name.toLowerCase())]);
  const reported = new Set<string>();
  return (request: HttpRequest): HttpReply | null => {
    const why = whyForeign(request, names);
    if (why === null) return null;
    if (!reported.has(why) && reported.size < MOST_REPORTED) report(`refused: ${why}`);
    reported.add(why);
    return errorReply(403, `Refused: ${why}.\r\n`);
  };
}

/** Returns the names of an address; of the one that means all, those of this machine. */
function addressesOf(host: string): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return [hostname(host.includes(':') ? `[${host}]` : host) ?? ''];
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
}

function whyForeign({ path, headers }: HttpRequest, names: ReadonlySet<string>): string | null {
  const isOwn = (authority: string) => {
    const name = hostname(authority);
    return name !== null && (names.has(name) || isLoopback(`http://${name}`));
  };
  const target = /^https?:\/\/([^/?#]*)/i.exec(path)?.[1];
  const named = target === undefined ? headers : [...headers, ['Host', target] as const];
  for (const [field, value] of named) {
    const name = field.toLowerCase();
    const what = `${name} ${JSON.stringify(beginningOf(value, MOST_SHOWN))} is`;
    if (name === 'host' && !isOwn(value)) {
      return `${what} neither this machine nor the address listened on; a client that calls it so needs ${flagFor(value)}`;
    }
    if (name === 'origin') {
      // A sandboxed page and a file have no origin that could be allowed.
      const authority = /^https?:\/\/(.*)$/i.exec(value)?.[1];
      if (authority === undefined) return `${what} a web page`;
      if (!isOwn(authority)) return `${what} a web page; one that may call needs ${flagFor(authority)}`;
    }
    if (name === 'sec-fetch-site' && value !== 'none' && value !== 'same-origin')
      return `${what} a web page of another origin`;
  }
  return null;
}

/** Returns the flag that allows a host, where no shell reads more than a name in it. */
function flagFor(authority: string): string {
  const name = hostname(authority) ?? '';
  return `--allow-host ${/^[\w.-]{1,100}$/.test(name) ? name : 'NAME'}`;
}

/** Returns the host of an authority in lower case; null where it is none. */
function hostname(authority: string): string | null {
  return URL.canParse(`http://${authority}`) ? new URL(`http://${authority}`).hostname : null;
}
