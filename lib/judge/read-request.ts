import type { RequestReading } from '../model/judging/evidence.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { parseXml } from '../xml/parse.ts';

/** Reads our own request back from its bytes, by other code than wrote it, so that its mistakes can be seen. */
export function readRequest(request: WireRequest, soap: boolean): RequestReading {
  const body = request.body ? Buffer.from(request.body).toString('utf8') : '';
  if (soap) {
    // Not its bytes: that they are UTF-8 is the affair of a rule of its own.
    const xml = parseXml(body);
    return { fields: [], root: xml.kind === 'document' ? xml.root : null };
  }
  const query = request.path.split('?', 2)[1] ?? '';
  return { fields: [...new URLSearchParams(request.method === 'GET' ? query : body)], root: null };
}
