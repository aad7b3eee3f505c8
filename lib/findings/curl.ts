import { isUtf8 } from 'node:buffer';
import { percentEncode } from '../bindings/http/fields.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import { headerValue } from '../rules/header-values.ts';
import { type Mask, maskFor, ownText } from '../secrets/mask.ts';

/** Returns the curl command that sends the same request; null where plain curl cannot write the ticket as it does. */
export type CurlCommands = (request: WireRequest) => Masked | null;

const TICKET = `"\${POSTSMS_TICKET:?}"`;

/**
 * Makes the curl commands of a run. The ServiceTicket is the environment variable POSTSMS_TICKET in them, so that a
 * command works and shows no secret: as it is, or percent-encoded by curl where it is a field. Of a GET curl may write
 * the escapes of a ticket in lower case, and + for a space.
 */
export function curlCommands(baseUrl: string, ticket: string, mask: Mask): CurlCommands {
  const { origin } = new URL(baseUrl);
  const maskTicket = maskFor([ticket]);
  const field = `=${percentEncode(ticket)}`;
  const isEncoded = (text: string) => percentEncode(ticket) !== ticket && text.includes(field);
  const quoted = (text: string) => (text === '' ? '' : quote(mask(text)));
  const withTicket = (text: string) =>
    ticket === '' ? quoted(text) : text.split(ticket).map(quoted).join(TICKET);
  const fieldsOf = (text: string) =>
    text.split('&').map((one) => {
      if (!one.endsWith(field)) return `--data-raw ${quoted(one)}`;
      return `--data-urlencode ${quoted(one.slice(0, 1 - field.length))}${TICKET}`;
    });
  const bodyAndUrl = (text: string, url: string): readonly string[] => {
    const [place = '', query = ''] = url.split('?');
    if (isEncoded(query)) return ['-G', ...fieldsOf(query), quoted(place)];
    if (isEncoded(text)) return [...fieldsOf(text), quoted(url)];
    return [...(text === '' ? [] : [`--data-binary ${withTicket(text)}`]), withTicket(url)];
  };
  return ({ method, headers, path, framing, body }) => {
    // Shells take no other text, and nothing in compressed bytes can be masked.
    if (body !== null && !isUtf8(body)) return null;
    const text = Buffer.from(body ?? []).toString('utf8');
    const url = origin + path;
    const sent = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
    if (framing?.chunks) sent.push(`-H 'Transfer-Encoding: chunked'`);
    // Of itself curl gives a body the content type of a form.
    if (text !== '' && headerValue(headers, 'content-type') === '') sent.unshift(`-H 'Content-Type:'`);
    const command = ['curl -sS -i', ...asked(method, text), ...sent, ...bodyAndUrl(text, url)].join(' ');
    const hasTicket = maskTicket(url) !== url || maskTicket(text) !== text;
    return hasTicket && !command.includes(TICKET) ? null : ownText(command);
  };
}

/** The method where curl would take another: GET without a body, and POST with one. */
function asked(method: WireRequest['method'], body: string): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  return method === (body === '' ? 'GET' : 'POST') ? [] : [`-X ${method}`];
}

/** Says what the curl command of a request does not do as the request does; null where it does all. */
export function curlDifference({ framing }: WireRequest): string | null {
  if (framing?.byteByByte) return 'curl writes at once what the suite writes byte by byte';
  if (framing?.chunks) return 'curl cuts the body into chunks at places of its own';
  return null;
}

/** Single quotes of a POSIX shell: nothing inside is special but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
