import type { RequestReading } from '../model/evidence.ts';
import type { WireRequest } from '../model/wire.ts';
import { parseXml } from '../xml/parse.ts';

/** Reads our own request back from its bytes, by other code than wrote it, so that its mistakes can be seen. */
export function readRequest(request: WireRequest, soap: boolean): RequestReading {
  const bytes = request.body ?? new Uint8Array();
  const body = Buffer.from(bytes).toString('utf8');
  if (soap) {
    const xml = parseXml(body, bytes);
    return { fields: [], root: xml.kind === 'document' ? xml.root : null };
  }
  const query = request.path.split('?', 2)[1] ?? '';
  return { fields: [...new URLSearchParams(request.method === 'GET' ? query : body)], root: null };
}
