import { isIPv6 } from 'node:net';
import type { TransportFailure } from '../../../model/judging/wire.ts';
import type { Transport } from '../../../model/running/settings.ts';
import { attempt } from '../../../text/reason-of.ts';

type ProxySettings = Pick<Transport, 'proxy' | 'noProxy'>;

/** Returns the proxy between us and a URL, or null if the connection is direct. */
export function proxyFor(url: string, settings: ProxySettings): URL | null {
  return settings.proxy !== null && goesThroughProxy(url, settings) ? new URL(settings.proxy) : null;
}

/** True if a proxy is between us and a URL, even if the URL of the proxy is wrong. */
export function goesThroughProxy(url: string, { proxy, noProxy }: ProxySettings): boolean {
  return proxy !== null && !isExcepted(new URL(url), noProxy);
}

/** Returns the problem of a well-formed proxy URL in one line without its credentials, or null. */
export function proxyProblem({ proxy }: Pick<Transport, 'proxy'>, called: (name: keyof Transport) => string) {
  if (proxy === null) return null;
  const url = new URL(proxy);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    const example = 'an example: http://proxy.example:3128';
    return `${called('proxy')} ${proxyName(url)}: a proxy has no path, no query and no fragment; ${example}`;
  }
  return credentialsOf(url) === undefined
    ? `${called('proxy')} ${proxyName(url)}: % in a user or password is %25`
    : null;
}

/** Names a proxy in messages, never with its credentials. */
export function proxyName({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** Returns name and value of `proxy-authorization` (RFC 7617) if the proxy URL has a user; a password may be empty. */
export function proxyAuthorization(proxy: URL): readonly string[] {
  if (proxy.username === '' && proxy.password === '') return [];
  const pair = Buffer.from(credentialsOf(proxy) ?? '').toString('base64');
  return ['proxy-authorization', `Basic ${pair}`];
}

export type FailureText = Pick<TransportFailure, 'code' | 'message'>;

/** Code of the failure that a proxy answered itself. */
export const PROXY_REFUSED = 'PROXY_REFUSED';

/** Returns the failure of a proxy that answered instead of the target. */
export function proxyRefusal(status: number, proxy: URL): FailureText {
  const why =
    status === 407
      ? 'it requires a valid user and password; set POSTSMS_PROXY=http://user:password@host:port'
      : 'it cannot or may not connect to the target; bypass it with --noproxy HOST';
  const message = `the proxy ${proxyName(proxy)} answered ${status} instead of connecting: ${why}`;
  return { code: PROXY_REFUSED, message };
}

/** Returns the secrets of a proxy URL: its password, and the pair of user and password that is sent in base64. */
export function proxySecrets({ proxy }: Pick<Transport, 'proxy'>): readonly string[] {
  if (proxy === null) return [];
  const url = new URL(proxy);
  const pair = credentialsOf(url);
  if (pair === undefined || url.password === '') return [];
  return [pair, pair.slice(pair.indexOf(':') + 1)];
}

function credentialsOf({ username, password }: URL): string | undefined {
  return attempt(() => `${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
}

/**
 * True if NO_PROXY, read as curl does, excepts a URL: `*` is every host, a name is that host and every host below it, an
 * address is itself, IPv6 with or without brackets, and `:port` means only that port. Blocks of addresses are not known.
 */
function isExcepted(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const entries = noProxy.toLowerCase().split(/[\s,]+/);
  return entries.filter(Boolean).some((entry) => {
    const [, name = entry, wanted = port] = (isIPv6(entry) ? null : /^(.*):(\d+)$/.exec(entry)) ?? [];
    const excepted = name.replace(/^\[|\]$|^\*?\./g, '');
    return entry === '*' || (wanted === port && (host === excepted || host.endsWith(`.${excepted}`)));
  });
}
