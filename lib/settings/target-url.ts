import { BlockList, isIP } from 'node:net';
import { type Refusal, refusal } from '../model/result.ts';
import type { Transport } from '../model/running/settings.ts';
import { goesThroughProxy, proxyProblem } from '../transport/connection/proxy.ts';
import { tlsProblem } from '../transport/connection/tls-options.ts';

/** A base URL that requests can go to, without a slash at the end. */
export type BaseUrl = { readonly ok: true; readonly url: string } | Refusal;

const MOST_PORT = 65_535;

/**
 * Checks a target's base URL; it may have a path of its own.
 * @param subject begins the message, with its space
 */
export function readBaseUrl(text: string, subject = 'target '): BaseUrl {
  const wrong = (what: string) =>
    refusal(2, `${subject}"${shownUrl(text)}": ${what}; example: http://127.0.0.1:8080/base`);
  const port = Number(/^https?:\/\/(?!.*@)[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1] ?? 0);
  if (port > MOST_PORT) return wrong(`port ${port} is out of range; expected 1 to ${MOST_PORT}`);
  if (/^(?:[\w.-]+:\d+(?:[/?#]|$)|(?!https?:)[^/]*@)/i.test(text))
    return wrong('http:// or https:// is missing before the host');
  if (!URL.canParse(text)) return wrong('not a URL; expected http:// or https:// and a host');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return wrong(`the scheme must be http or https, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.port === '0') return wrong(`port 0 is out of range; expected 1 to ${MOST_PORT}`);
  if (url.username !== '' || url.password !== '') {
    return refusal(
      2,
      `${subject}${url.host}: the URL has a user or a password; remove them: the contract authenticates with the ServiceTicket only`,
    );
  }
  if (url.search !== '' || url.hash !== '') return wrong('a base URL has no query and no fragment');
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/**
 * What was meant to be a URL, as messages repeat it: without anything before its last @, because a user and a password
 * may hold whatever ends a host elsewhere, and without a query, because over GET a ticket stands there.
 */
export function shownUrl(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:[\\/]+)?.*@/is, '$1***@').replace(/([?#]).+$/s, '$1…');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a host is this machine, where no message reaches a person by itself: `localhost`, and the addresses of
 * RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3, an IPv4 address written as IPv6 among them. Names below `localhost` are not:
 * RFC 6761 §6.3 keeps them for it, but a resolver that does not may answer with any address. `0.0.0.0` and `::` are not
 * either: they are no address to send to, and what a system makes of them is its own affair.
 */
export function isLoopback(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether requests stay on this machine. Through a proxy they do not, wherever it runs: it decides what its own
 * `localhost` is, and where a request goes.
 */
export function staysHere(baseUrl: string, transport: Pick<Transport, 'proxy' | 'noProxy'>): boolean {
  return isLoopback(baseUrl) && !goesThroughProxy(baseUrl, transport);
}

/** Whether a target can be reached as the settings say: files of TLS that can be used, a proxy that is one. */
export function checkTransport(transport: Transport): Refusal | { readonly ok: true } {
  const problem = proxyProblem(transport) ?? tlsProblem(transport);
  return problem === null ? { ok: true } : refusal(2, problem);
}
