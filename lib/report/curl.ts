import type { Masked } from '../model/masked.ts';
import type { WireRequest } from '../model/wire.ts';
import { type Mask, ownText } from './mask.ts';
import { fieldSpellings, type Spelling, xmlSpellings } from './ticket-spellings.ts';

/**
 * A curl command that sends the same request. The ServiceTicket stands in it as the environment variable
 * POSTSMS_TICKET, encoded by node where the request writes it otherwise, so that the command works and shows no secret.
 */
export function curlCommand(baseUrl: string, request: WireRequest, ticket: string, mask: Mask): Masked {
  const quoted = (text: string) => quote(mask(text));
  const url = new URL(baseUrl).origin + request.path;
  const fields = fieldSpellings(ticket);
  const parts = ['curl -sS -i'];
  for (const [name, value] of request.headers) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (request.framing?.chunks) parts.push(`-H 'Transfer-Encoding: chunked'`);
  if (request.body) {
    const body = Buffer.from(request.body).toString('utf8');
    const spellings = body.startsWith('<') ? xmlSpellings(ticket) : fields;
    parts.push(`--data-binary ${withTicket(body, ticket, spellings, quoted)}`);
  }
  parts.push(withTicket(url, ticket, fields, quoted));
  return ownText(parts.join(' '));
}

/** What the curl command of a request does not do as the request does, in a sentence; null where it does all. */
export function curlDifference({ framing }: WireRequest): string | null {
  if (framing?.byteByByte) return 'curl writes at once what the suite writes byte by byte';
  if (framing?.chunks) return 'curl cuts the body into chunks at places of its own';
  return null;
}

/** Quotes a text for the shell, the ticket replaced by what makes it from the environment, however it is written. */
function withTicket(
  text: string,
  ticket: string,
  spellings: readonly Spelling[],
  quoted: (text: string) => string,
): string {
  // The longest first: a short ticket may stand within another way to write it.
  const found = spellings
    .filter(({ written }) => written !== '' && text.includes(written))
    .reduce<Spelling | null>((a, b) => (a && a.written.length >= b.written.length ? a : b), null);
  if (found === null) return quoted(text);
  const { written, expression } = found;
  const variable = written === ticket ? `\${POSTSMS_TICKET:?}` : `$(node -p '${expression}')`;
  return text
    .split(written)
    .map((part) => withTicket(part, ticket, spellings, quoted))
    .join(`"${variable}"`);
}

/** Single quotes of a POSIX shell: nothing inside is special but the quote itself. */
function quote(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
