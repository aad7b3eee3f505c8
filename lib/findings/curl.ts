import type { WireRequest } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { fieldSpellings, type Spelling, xmlSpellings } from '../secrets/ticket-spellings.ts';

/** The curl command that sends the same request as a wire request. */
export type CurlCommands = (request: WireRequest) => Masked;

/**
 * Makes the curl commands of a run. The ServiceTicket stands in them as the environment variable POSTSMS_TICKET,
 * encoded by node where the request writes it otherwise, so that a command works and shows no secret.
 */
export function curlCommands(baseUrl: string, ticket: string, mask: Mask): CurlCommands {
  const { origin } = new URL(baseUrl);
  const quoted = (text: string) => quote(mask(text));
  // The same few headers come with every request, and to search them for secrets is the dearest part of a command.
  const header = remembered((line) => `-H ${quoted(line)}`);
  const fields = fieldSpellings(ticket);
  const elements = xmlSpellings(ticket);
  return ({ headers, path, framing, body }) => {
    const parts = ['curl -sS -i', ...headers.map(([name, value]) => header(`${name}: ${value}`))];
    if (framing?.chunks) parts.push(`-H 'Transfer-Encoding: chunked'`);
    if (body) {
      const text = Buffer.from(body).toString('utf8');
      const spellings = text.startsWith('<') ? elements : fields;
      parts.push(`--data-binary ${withTicket(text, ticket, spellings, quoted)}`);
    }
    parts.push(withTicket(origin + path, ticket, fields, quoted));
    return ownText(parts.join(' '));
  };
}

/** Texts that are remembered; a request has fewer than ten headers, and most are the same in all. */
const MOST_REMEMBERED = 500;

function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const fresh = make(text);
    if (made.size < MOST_REMEMBERED) made.set(text, fresh);
    return fresh;
  };
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
