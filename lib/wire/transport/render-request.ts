import type { Target } from '../../model/contract.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { renderInDialect } from '../bindings/dialect.ts';

/** Without it a server may compress (RFC 9110 §12.5.3). Nothing is decompressed: a few bytes could become gigabytes. */
const ONLY_PLAIN = ['accept-encoding', 'identity'] as const;

/** Returns the header fields of a request with those that the sender adds. */
export function sentHeaders({ headers }: WireRequest): HeaderList {
  const accepts = headers.some(([name]) => name.toLowerCase() === ONLY_PLAIN[0]);
  return accepts ? headers : [...headers, ONLY_PLAIN];
}

/** Returns a request with header fields for what stands before the service, each in the place of one of the same name. */
export function withFields(request: WireRequest, fields: HeaderList): WireRequest {
  if (fields.length === 0) return request;
  const { framing } = request;
  const isOther = (text: string) => !fields.some(([name]) => name.toLowerCase() === text.toLowerCase());
  const headers = [...request.headers.filter(([name]) => isOther(name)), ...fields];
  if (framing?.head === undefined) return { ...request, headers };
  const lines = framing.head.split('\n').filter((line) => line && isOther(line.replace(/:.*$/, '')));
  const head = [...lines, ...fields.map((field) => field.join(': ')), ''].join('\n');
  return { ...request, headers, framing: { ...framing, head } };
}

/**
 * Returns the bytes of a request in a client's dialect, except that it asks for no coding of the response. Through a proxy
 * (`prefix`, and `headers` as names and values in turn) the request line has the whole URL.
 */
export function exactBytes(
  request: WireRequest,
  head: string,
  origin: string,
  { prefix, headers }: { readonly prefix: string; readonly headers: readonly string[] } = {
    prefix: '',
    headers: [],
  },
): Uint8Array {
  const ofProxy = headers.flatMap((name, at) =>
    at % 2 === 0 && name !== 'host' ? `${name}: ${headers[at + 1]}\n` : [],
  );
  const plain = head.replace(/^(accept-encoding): .*$/im, `$1: ${ONLY_PLAIN[1]}`);
  const routed = plain.replace(
    /^(\w+ )(.*\n)/,
    (_, method: string, rest: string) => `${method}${prefix}${rest}${ofProxy.join('')}`,
  );
  return renderInDialect(request, routed, new URL(origin).host);
}

/** Returns the whole HTTP/1.1 message as undici writes it: `host` and `connection` first, and the framing last. */
export function renderRequest(target: Target, request: WireRequest): Uint8Array {
  const { head: inDialect } = request.framing ?? {};
  if (inDialect !== undefined) return exactBytes(request, inDialect, target.baseUrl);
  const chunks = chunksOf(request);
  const { method } = request;
  const length = request.body?.length || (method === 'POST' || method === 'PUT' ? 0 : undefined);
  const lengthOf = length === undefined ? [] : [`content-length: ${length}`];
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    `host: ${new URL(target.baseUrl).host}`,
    `connection: ${isKept(target, request) ? 'keep-alive' : 'close'}`,
    ...sentHeaders(request).map(([name, value]) => `${name}: ${value}`),
    ...(chunks === null ? lengthOf : ['transfer-encoding: chunked']),
    '',
    '',
  ].join('\r\n');
  if (chunks === null) return Buffer.concat([Buffer.from(head, 'latin1'), request.body ?? Buffer.alloc(0)]);
  // Every chunk is behind its length, and the one of no bytes ends them (RFC 9112 §7.1).
  const written = [...chunks, Buffer.alloc(0)].flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([Buffer.from(head, 'latin1'), ...written]);
}

/** True if the connection stays open: undici closes it after HEAD, and the sender after a request byte by byte. */
function isKept({ kind }: Target, { method, framing }: WireRequest): boolean {
  if (method === 'HEAD' || framing?.byteByByte) return false;
  return kind === 'reference' || framing?.kept !== undefined;
}

/** Returns the chunks of the body of a request, none of them empty; null if it is sent with a Content-Length. */
export function chunksOf({ body, framing }: WireRequest): readonly Uint8Array[] | null {
  const lengths = framing?.chunks;
  // A chunk of no bytes would end the body, so an empty one has none.
  if (lengths === undefined || body === null || body.length === 0) return null;
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += chunks.at(-1)?.length ?? body.length) {
    const length = lengths[Math.min(chunks.length, lengths.length - 1)] ?? body.length;
    chunks.push(body.subarray(at, at + Math.max(1, length)));
  }
  return chunks;
}
