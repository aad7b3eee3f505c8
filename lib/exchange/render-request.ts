import type { Target, WireRequest } from '../model/wire.ts';

/**
 * The whole HTTP/1.1 message as undici puts it on the wire: it writes `host` and `connection` first and in lower
 * case, then our header fields, then `content-length` where there is a body or the method is one that has one.
 */
export function renderRequest(target: Target, request: WireRequest): Uint8Array {
  const length = request.body?.length ?? (request.method === 'POST' ? 0 : undefined);
  const head = [
    `${request.method} ${request.path} HTTP/1.1`,
    `host: ${new URL(target.baseUrl).host}`,
    `connection: ${target.kind === 'reference' ? 'keep-alive' : 'close'}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
    ...(length === undefined ? [] : [`content-length: ${length}`]),
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), request.body ?? Buffer.alloc(0)]);
}
