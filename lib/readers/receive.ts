import type { XmlElement } from '../model/judging/document.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { headerValue, readContentType, withoutCodings } from '../reading/headers.ts';
import { rememberedFor } from '../text/remembered.ts';
import { headOf } from '../wire/bindings/dialect.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';

/** A response taken apart, its body as it stands behind the head. */
export interface Received {
  readonly statusLine: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** Takes the bytes of a response apart. */
export function received(bytes: Uint8Array): Received {
  const all = Buffer.from(bytes);
  const end = all.indexOf('\r\n\r\n');
  const head = all.toString('latin1', 0, end).replaceAll('\r\n', '\n');
  const { requestLine: statusLine, fields: headers } = headOf(head);
  return { statusLine, headers, body: all.subarray(end + 4) };
}

/** Joins the chunks of a body (RFC 9112 §7.1). */
function withoutChunks(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Returns the content of a response as a whole HTTP client does: without chunks and content coding. */
export function contentIn({ headers, body }: Received): Uint8Array {
  const isChunked = headerValue(headers, 'transfer-encoding').toLowerCase() === 'chunked';
  return withoutCodings({ headers, body: isChunked ? withoutChunks(body) : body }).body;
}

const decoded = rememberedFor((response: Received) => {
  const type = readContentType(response);
  return decodeBytes(contentIn(response), type.ok ? type.value.charset : null);
});

/** Returns the characters of a response as a whole client does: by its byte order mark, its charset and its declaration. */
export function textIn(response: Received): string {
  const { text, encoding } = decoded(response);
  if (text === null) throw new Error(`it cannot decode ${encoding}`);
  return text;
}

/** Parses a document as a conforming parser does. */
export function rootOf(text: string): XmlElement {
  const reading = parseXml(text.replace(/^\uFEFF/, ''));
  if (reading.kind === 'document') return reading.root;
  throw new Error('message' in reading ? `not XML: ${reading.message}` : 'not XML');
}

/** Returns the root of the document in a response. */
export const rootIn = rememberedFor((response: Received) => rootOf(textIn(response)));
