import { percentEncode } from '../bindings/http/fields.ts';
import type { WireRequest } from '../model/wire.ts';
import { escapeText } from '../xml/escape.ts';

/**
 * A curl command that sends the same request. The ServiceTicket stands in it as the environment variable
 * POSTSMS_TICKET, encoded by node where the ticket needs it, so that the command works and shows no secret.
 */
export function curlCommand(baseUrl: string, request: WireRequest, ticket: string): string {
  const url = new URL(baseUrl).origin + request.path;
  const parts = ['curl -sS -i'];
  for (const [name, value] of request.headers) parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (request.body) {
    const body = Buffer.from(request.body).toString('utf8');
    const soap = body.startsWith('<');
    const [written, command] = soap ? [escapeText(ticket), XML] : [formEncode(ticket), FORM];
    parts.push(`--data-binary ${withTicket(body, ticket, written, command)}`);
  }
  parts.push(withTicket(url, ticket, percentEncode(ticket), PERCENT));
  return parts.join(' ');
}

/** Programs for the shell that write the ticket to the letter as the encoders do. */
const PERCENT_PROGRAM =
  'encodeURIComponent(process.env.POSTSMS_TICKET).replace(/[!\\x27()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())';
const PERCENT = `$(node -p '${PERCENT_PROGRAM}')`;
const FORM = `$(node -p '${PERCENT_PROGRAM}.replace(/%20/g, "+")')`;
const XML = `$(node -p 'process.env.POSTSMS_TICKET.replace(/[&<>\\r]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c] || "&#xD;")')`;

function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

/** Quotes a text for the shell, the written ticket replaced by what makes it from the environment. */
function withTicket(text: string, ticket: string, written: string, command: string): string {
  if (written === '' || !text.includes(written)) return quote(text);
  const variable = written === ticket ? `\${POSTSMS_TICKET:?}` : command;
  return text.split(written).map(quote).join(`"${variable}"`);
}

/** Single quotes of a POSIX shell: nothing inside is special but the quote itself. */
function quote(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}
