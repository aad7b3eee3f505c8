import { isUtf8 } from 'node:buffer';
import type { HeaderList, WireRequest } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import { headerValue } from '../reading/headers.ts';
import { joinTexts, type Mask, maskFor, ours } from '../secrets/mask.ts';
import { percentEncode } from '../wire/bindings/http.ts';

/** Returns the curl command that sends the same request; null where plain curl or a POSIX shell cannot carry its bytes. */
export type CurlCommands = (request: WireRequest) => Masked | null;

/** Syntax of a POSIX shell: the command, the ticket, and a word of texts with the ticket between them. */
export const posixShell = {
  program: ours`curl`,
  ticket: ours`"\${POSTSMS_TICKET:?}"`,
  word: (texts: readonly Masked[]): Masked => joinTexts(texts.map(inQuotes), posixShell.ticket),
};

/** Puts a text in single quotes, inside which nothing is special but the quote itself. */
const inQuotes = (text: Masked) => (text === '' ? text : ours`'${text.replaceAll("'", `'\\''`)}'`);

/**
 * PowerShell 5.1 hands on a quotation mark only behind a backslash; 7.3 and newer do so where they are set to `Legacy`,
 * which is a variable without a meaning before. It takes typographic quotes for single ones too.
 */
export const powerShell: typeof posixShell = {
  program: ours`$PSNativeCommandArgumentPassing = 'Legacy'; curl.exe`,
  ticket: ours`$env:POSTSMS_TICKET`,
  word: (texts) => {
    const parts = texts.flatMap((text, index) => {
      const escaped = text.replaceAll(/(\\*)"/g, '$1$1\\"').replaceAll(/['‘’‚‛]/g, '$&$&');
      return [index === 0 ? [] : powerShell.ticket, text === '' ? [] : ours`'${escaped}'`].flat();
    });
    return parts.length === 1 ? ours`${parts}` : ours`(${joinTexts(parts, ' + ')})`;
  },
};

/** A method, and the name of a header field (RFC 9110 §5.6.2, §9.1, §5.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** curl changes or rejects other characters in a URL, and cuts off a fragment. */
const CARRIED_URL = /^[!-"$-~]+$/;

/** No argument holds NUL, and other control characters act on the terminal that a command is pasted into. */
const UNCARRIED = /(?![\t\n\r])\p{Cc}/u;

/** Characters of a body in a command; Linux takes 128 KiB in one argument, cmd.exe far less. */
const MOST_BODY = 30_000;

/**
 * Makes the curl commands of a run. The ServiceTicket is the environment variable POSTSMS_TICKET in them, so that a
 * command works and shows no secret: as it is, or percent-encoded by curl where it is a field. Of a GET curl may write
 * the escapes of a ticket in lower case, and + for a space.
 */
export function curlCommands(
  baseUrl: string,
  tickets: string | readonly string[],
  mask: Mask,
  { program, ticket: variable, word } = posixShell,
): CurlCommands {
  const { origin, protocol } = new URL(baseUrl);
  const isHttp = /^https?:$/.test(protocol);
  const [ticket = '', ...others] = [tickets].flat();
  const maskTicket = maskFor([ticket]);
  const maskOthers = maskFor(others);
  const field = `=${percentEncode(ticket)}`;
  const isEncoded = (text: string) => percentEncode(ticket) !== ticket && text.includes(field);
  const masked = (...texts: readonly string[]) => word(texts.map(mask));
  const withTicket = (text: string) => masked(...(ticket === '' ? [text] : text.split(ticket)));
  const bodyAndUrl = (text: string, url: string): readonly Masked[] | null => {
    const [address = '', ...rest] = url.split('?');
    const query = rest.join('?');
    const isQuery = isEncoded(query);
    if (!isQuery && !isEncoded(text)) {
      return [...(text === '' ? [] : [ours`--data-raw ${withTicket(text)}`]), withTicket(url)];
    }
    // -G moves every field into the query, so there is none for a body.
    if (isQuery && text !== '') return null;
    const fields = (isQuery ? query : text).split('&').map((pair) => {
      if (!pair.endsWith(field)) return pair === '' ? null : ours`--data-raw ${masked(pair)}`;
      // curl encodes what follows the first `=` of a field.
      if (pair.indexOf('=') < pair.length - field.length) return null;
      return ours`--data-urlencode ${masked(pair.slice(0, 1 - field.length), '')}`;
    });
    const written = fields.filter((pair) => pair !== null);
    if (written.length < fields.length) return null;
    return isQuery ? [ours`-G`, ...written, masked(address)] : [...written, masked(url)];
  };
  return ({ method, headers, path, framing, body }) => {
    // curl writes other header fields or another version of HTTP, and no shell takes what is no text.
    if (framing?.head !== undefined || (body !== null && !isUtf8(body))) return null;
    const text = Buffer.from(body ?? []).toString('utf8');
    const url = origin + path;
    const fields = headers.filter(([name]) => text === '' || name.toLowerCase() !== 'content-length');
    // A variable stands for the first ticket alone.
    if (!isHttp || holds(maskOthers, url, text) || !isCarried(method, url, text, fields)) return null;
    // Without a value, `Name:` would remove the field.
    const lines = fields.map(([name, value]) => (value.trim() === '' ? `${name};` : `${name}: ${value}`));
    const sent = lines.map((line) => ours`-H ${masked(line)}`);
    if (framing?.chunks) sent.push(ours`-H 'Transfer-Encoding: chunked'`);
    // Without a Content-Type curl sends that of a form.
    if (text !== '' && headerValue(headers, 'content-type') === '') sent.unshift(ours`-H 'Content-Type:'`);
    const last = bodyAndUrl(text, url);
    if (last === null) return null;
    const asIs = DOTS.test(path) ? ours` --path-as-is` : ours``;
    const options = ours`${program} -sS -g -i${asIs}${methodOf(method, text)}`;
    const command = joinTexts([options, ...sent, ...last], ' ');
    return holds(maskTicket, url, text) && !command.includes(variable) ? null : command;
  };

  /** Names the method where curl would take another: GET without a body, and POST with one. */
  function methodOf(method: string, body: string): Masked {
    if (method === 'HEAD') return ours` -I`;
    if (method === (body === '' ? 'GET' : 'POST')) return ours``;
    return ours` -X ${/^[A-Z]+$/.test(method) ? mask(method) : masked(method)}`;
  }
}

/** True if texts hold a ticket that a mask finds. */
function holds(mask: Mask, ...texts: readonly string[]): boolean {
  return texts.some((text) => mask(text) !== text);
}

/** Segments of a path that curl removes. */
const DOTS = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** True if a command can carry the method, the URL, the body and the fields of a request. */
function isCarried(method: string, url: string, text: string, fields: HeaderList): boolean {
  // -H takes another name for that of a file, and a length without a body makes the target wait.
  const isField = ([name, value]: HeaderList[number]) =>
    TOKEN.test(name) &&
    !/[^\P{Cc}\t]/u.test(value) &&
    (name.toLowerCase() !== 'content-length' || value === '0');
  if (!TOKEN.test(method) || !CARRIED_URL.test(url) || !fields.every(isField)) return false;
  return text === '' || (method !== 'HEAD' && text.length <= MOST_BODY && !UNCARRIED.test(text));
}

/** Says where the curl command of a request differs from the request; undefined where it does not. */
export function curlDifference({ framing }: WireRequest): Masked | undefined {
  if (framing?.byteByByte) return ours`curl writes at once what the suite writes byte by byte`;
  if (framing?.chunks) return ours`curl cuts the body into chunks at places of its own`;
  return (
    framing?.kept && ours`curl opens a connection of its own for what the suite sends on one that it keeps`
  );
}
