import { isIP } from 'node:net';
import { type Stop, stop } from './stop.ts';

/** A base URL that requests can go to, without a slash at the end. */
export type BaseUrl = { readonly ok: true; readonly url: string } | Stop;

const MOST_PORT = 65_535;

/**
 * Checks a target's base URL; it may have a path of its own.
 * @param subject begins the message, with its space
 */
export function readBaseUrl(text: string, subject = 'target '): BaseUrl {
  const shown = text.replace(/\/\/[^/?#]*@/, '//***@');
  const wrong = (what: string) =>
    stop(2, `${subject}"${shown}": ${what}; an example: http://127.0.0.1:8080/base`);
  const port = Number(/^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1] ?? 0);
  if (port > MOST_PORT) return wrong(`there is no port ${port}, the last is ${MOST_PORT}`);
  if (/^[\w.-]+:\d+(?:[/?#]|$)/.test(text)) return wrong('it lacks http:// or https:// before the host');
  if (!URL.canParse(text)) return wrong('not a URL; one begins with http:// or https:// and names a host');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return wrong(`the scheme must be http or https, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username !== '' || url.password !== '') {
    return stop(
      2,
      `${subject}${url.host}: a URL with a user or a password; the contract has no authentication but the ServiceTicket`,
    );
  }
  if (url.search !== '' || url.hash !== '') return wrong('a base URL has no query and no fragment');
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}

/** Whether a host is this machine, where no message reaches a person by itself. */
export function isLoopback(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return isIP(host) === 4 ? host.startsWith('127.') : host === '::1';
}
