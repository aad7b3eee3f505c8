import type { RequestReading } from '../model/judging/evidence.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { headerValue, parametersNamed, withoutCodings } from './headers.ts';

/** Reads a request back from its bytes, by other code than wrote it, so that its mistakes can be seen. */
export function readRequest(
  request: Pick<WireRequest, 'path' | 'headers' | 'body'> & { readonly method: string },
  soap: boolean,
): RequestReading {
  const body = Buffer.from(withoutCodings(request).body);
  if (soap) {
    // Rules of their own judge whether the bytes are UTF-8 and what the header says of them.
    const type = headerValue(request.headers, 'content-type');
    const charset = parametersNamed(type, 'charset')[0] || 'utf-8';
    const text = decodeBytes(body, 'utf-8').text ?? decodeBytes(body, charset).text;
    const xml = parseXml(text ?? body.toString('utf8'));
    const doctype = xml.kind === 'doctype' || (xml.kind === 'document' && xml.doctype);
    const fault = xml.kind === 'malformed' && `${xml.message} (line ${xml.line}, column ${xml.column})`;
    const root = xml.kind === 'document' ? xml.root : null;
    return { fields: [], root, ...(fault && { fault }), ...(doctype && { doctype }) };
  }
  const query = /\?(.*)/s.exec(request.path)?.[1] ?? '';
  const fields = new URLSearchParams(request.method === 'GET' ? query : body.toString('utf8'));
  return { fields: [...fields], root: null };
}
