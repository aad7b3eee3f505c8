import { isIPv6 } from 'node:net';
import type { TransportFailure } from '../../../model/judging/wire.ts';
import type { Transport } from '../../../model/running/settings.ts';
import { attempt } from '../../../text/reason-of.ts';

type ProxySettings = Pick<Transport, 'proxy' | 'noProxy'>;

/** The proxy between us and a URL, or null where the way is direct. */
export function proxyFor(url: string, settings: ProxySettings): URL | null {
  return settings.proxy !== null && goesThroughProxy(url, settings) ? new URL(settings.proxy) : null;
}

/** Whether a proxy is between us and a URL, whether its own URL is right or wrong. */
export function goesThroughProxy(url: string, { proxy, noProxy }: ProxySettings): boolean {
  return proxy !== null && !isExcepted(new URL(url), noProxy);
}

/** What is wrong with the URL of an HTTP proxy besides its form, in one line without its credentials, or null. */
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

/** A proxy as messages name it: never with its credentials. */
export function proxyName({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** The `proxy-authorization` for a proxy whose URL has a user (RFC 7617), name and value; a password may be empty. */
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

/** Texts of a proxy's URL that nothing may write: its password, and the pair that is sent in base64. */
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
 * NO_PROXY as curl reads it: `*` is every host, a name is the host itself and every host below it, an address is itself,
 * IPv6 with or without brackets, and `:port` allows only that port. Blocks of addresses are not known.
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
