import { BlockList, isIP } from 'node:net';
import type { Transport } from '../model/running/settings.ts';
import { goesThroughProxy } from '../wire/transport/connection/proxy.ts';
import { good, type Reading, refused, shownUrl } from './kinds.ts';

/** Reads a target's base URL, which may have a path of its own; the value has no slash at its end. */
export function readBaseUrl(text: string): Reading<string> {
  const wrong = (what: string) =>
    refused(`${JSON.stringify(shownUrl(text))}: ${what}; example: http://127.0.0.1:8080/base`);
  if (/^(?:[\w.-]+:\d+(?:[/?#]|$)|(?!https?:)[^/]*@)/i.test(text))
    return wrong('http:// or https:// is missing before the host');
  const port = Number(/^https?:\/\/(?!.*@)[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1] ?? 1);
  if (port < 1 || port > 65_535) return wrong(`port ${port} is out of range; expected 1 to 65535`);
  // A drive of Windows is no scheme.
  if (!URL.canParse(text) || /^[a-z]:/i.test(text)) {
    return wrong('not a URL; expected http:// or https:// and a host');
  }
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) {
    return wrong(`the scheme must be http or https, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username !== '' || url.password !== '') {
    return wrong('remove user and password: the contract authenticates with the ServiceTicket only');
  }
  if (url.search !== '' || url.hash !== '') return wrong('a base URL has no query and no fragment');
  return good(`${url.origin}${url.pathname.replace(/\/+$/, '')}`);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Hosts that servers print when they listen on all addresses; requests to them reach this machine or nothing. */
const UNSPECIFIED: readonly string[] = ['0.0.0.0', '[::]'];

/** True if a target is this machine, where no message reaches a person by itself. */
export const isThisMachine = (baseUrl: string): boolean =>
  isLoopback(baseUrl) || UNSPECIFIED.includes(new URL(baseUrl).hostname);

/**
 * True if a host is a loopback address (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3); the decisions in lib/README.md say why names
 * below `localhost` and `localhost.` are not.
 */
export function isLoopback(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/** True if two base URLs are of the same target. A port of this machine has many names and paths. */
export function isSameTarget(first: string | null, second: string): boolean {
  if (first === null || first === second) return first !== null;
  return isThisMachine(first) && isThisMachine(second) && new URL(first).port === new URL(second).port;
}

/** True if requests stay on this machine. Through a proxy they do not: it decides what its own `localhost` is. */
export function staysHere(baseUrl: string, transport: Pick<Transport, 'proxy' | 'noProxy'>): boolean {
  return isThisMachine(baseUrl) && !goesThroughProxy(baseUrl, transport);
}
