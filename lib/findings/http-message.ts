import { isUtf8 } from 'node:buffer';
import type { HeaderList, ResponseHead, SendOutcome, WireRequest } from '../model/judging/wire.ts';
import { headerValue } from '../reading/headers.ts';
import { partsOfUrl } from '../text/remembered.ts';
import { sentHead } from '../wire/bindings/dialect.ts';

const MOST_SHOWN = 100_000;

/** Writes a request as an HTTP message to read, its body in one piece. */
export function requestText(baseUrl: string, request: WireRequest): string {
  const { method, path, headers, framing, body } = request;
  const { host } = partsOfUrl(baseUrl);
  if (framing?.head !== undefined) {
    const head = sentHead(request, framing.head, host);
    return `${head}\n${body === null ? '' : `\n${bodyText(body, false)}`}`;
  }
  const chunked: HeaderList = framing?.chunks ? [['transfer-encoding', 'chunked']] : [];
  const all: HeaderList = [['host', host], ...headers, ...chunked];
  return httpText(`${method} ${path} HTTP/1.1`, all, body);
}

/** Writes a response as an HTTP message to read, or why there is none. */
export function outcomeText(outcome: SendOutcome): string {
  if (outcome.kind === 'response') {
    const { headers, body, wholeLength } = outcome.response;
    return httpText(statusLine(outcome.response), headers, body, wholeLength);
  }
  const { code, message: why, head, bodyLength = 0 } = outcome.failure;
  if (head === undefined) return `no response: ${code}: ${why}`;
  return `${httpText(statusLine(head), head.headers, null)}\nno whole response, after ${bodyLength} bytes of its body: ${code}: ${why}`;
}

const statusLine = ({ status, reason }: ResponseHead) => `HTTP/1.1 ${status} ${reason}`.trimEnd();

function httpText(start: string, headers: HeaderList, body: Uint8Array | null, length = body?.length ?? 0) {
  const head = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  if (!body || body.length === 0) return `${head}\n`;
  if (isCompressed(headers, body)) {
    return `${head}\n\n(${length} bytes, compressed and not shown: no secret in them could be masked)`;
  }
  const shown = body.subarray(0, MOST_SHOWN);
  const isCut = shown.length < length;
  const rest = isCut ? `… (${length} bytes in all)` : '';
  return `${head}\n\n${bodyText(shown, isCut)}${rest}`;
}

/** Beginnings of gzip, zlib, zstd, xz and zip, none of which a text has, in hexadecimal. */
const BEGINNINGS: readonly string[] = ['1f8b', '7801', '789c', '78da', '28b52ffd', 'fd377a58', '504b0304'];

/** True if a body is compressed: it begins so, or a header says so and it is no text. */
function isCompressed(headers: HeaderList, body: Uint8Array): boolean {
  const first = Buffer.from(body.subarray(0, 4)).toString('hex');
  if (BEGINNINGS.some((beginning) => first.startsWith(beginning))) return true;
  const coding = headerValue(headers, 'content-encoding');
  return !['', 'identity'].includes(coding.trim().toLowerCase()) && !isUtf8(body);
}

/** Bytes of a body that is shown once more with a line for each element. */
const MOST_INDENTED = 20_000;

/** Returns a body that is XML as text; undefined where the text would not be exact, and where it is too long. */
export function xmlText(body: Uint8Array | null): string | undefined {
  if (!body || body.length > MOST_INDENTED || !isUtf8(body)) return undefined;
  const text = bodyText(body, false).trim();
  return text.startsWith('<') ? text : undefined;
}

/** Decodes a body, as Latin-1 where nothing else fits, so that every byte can be seen; leaves out a character that was cut. */
function bodyText(body: Uint8Array, isCut: boolean): string {
  const begin = Buffer.from(body.subarray(0, 2)).toString('hex');
  // No secret is found between zero bytes.
  const [, little, big] = /^(fffe|..00)|^(feff|00)/.exec(begin) ?? [];
  if (little ?? big) return new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(body, { stream: isCut });
  if (!isCut && isUtf8(body)) return Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, { stream: isCut });
  } catch {
    return Buffer.from(body).toString('latin1');
  }
}
