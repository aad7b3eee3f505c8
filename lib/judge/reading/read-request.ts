import type { RequestReading } from '../../model/judging/evidence.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { decodeBytes } from '../../wire/xml/decode-bytes.ts';
import { parseXml } from '../../wire/xml/parse.ts';
import { withoutCodings } from './content-coding.ts';
import { headerValue, parameterValues } from './headers.ts';

/** Reads a request back from its bytes, by other code than wrote it, so that its mistakes can be seen. */
export function readRequest(
  request: Pick<WireRequest, 'path' | 'headers' | 'body'> & { readonly method: string },
  soap: boolean,
): RequestReading {
  const body = decodedBody(request);
  if (soap) {
    // Rules of their own judge whether the bytes are UTF-8 and what the header says of them.
    const type = headerValue(request.headers, 'content-type');
    const charset = parameterValues(type, 'charset')[0] || 'utf-8';
    const text = decodeBytes(body, 'utf-8').text ?? decodeBytes(body, charset).text;
    const xml = parseXml(text ?? body.toString('utf8'));
    const doctype = xml.kind === 'doctype' || (xml.kind === 'document' && xml.doctype);
    return { fields: [], root: xml.kind === 'document' ? xml.root : null, ...(doctype && { doctype }) };
  }
  const query = /\?(.*)/s.exec(request.path)?.[1] ?? '';
  return {
    fields: [...new URLSearchParams(request.method === 'GET' ? query : body.toString('utf8'))],
    root: null,
  };
}

/** Bytes of a body that are decoded: more than any request of the contract has. */
const MOST_DECODED = 4_000_000;

/** The body of a request without its content codings (RFC 9110 §8.4), or as it came where it is not in them. */
export function decodedBody(request: Pick<WireRequest, 'headers' | 'body'>): Buffer {
  return withoutCoding(request).body;
}

/** Returns the decoded body too, and the coding that a request names; null where it names none. */
export function withoutCoding({ headers, body: sent }: Pick<WireRequest, 'headers' | 'body'>) {
  const coded = sent ?? new Uint8Array();
  const { body, conflicts } = withoutCodings(headers, coded, MOST_DECODED);
  const [conflict] = conflicts;
  return {
    body: Buffer.from(typeof body === 'string' ? coded : body),
    coding: conflict ? { name: conflict.actual, isTrue: body !== 'not in them' } : null,
  };
}
