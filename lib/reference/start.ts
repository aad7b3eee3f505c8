import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Contract } from '../model/contract.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { createHandler } from './handler.ts';
import type { Deviation, Framing, HttpReply, HttpRequest } from './seams.ts';
import { createService } from './service.ts';
import { reasonPhrase, refusal } from './write/replies.ts';

export interface ReferenceOptions {
  readonly contract: Contract;
  /** The XML namespace of the service, base of every SOAPAction value. */
  readonly namespace: string;
  readonly host?: string | undefined;
  /** 0, the default, takes a free port. */
  readonly port?: number | undefined;
  /** Time of a send; the real clock by default. */
  readonly clock?: (() => Date) | undefined;
  /** Makes packet identifiers; P000001, P000002, … by default. */
  readonly ids?: (() => string) | undefined;
  /** Packets kept for reports, the newest ones. */
  readonly maxPackets?: number | undefined;
  /** Deliberate deviations from the contract. */
  readonly defects?: readonly Deviation[] | undefined;
}

export interface Reference {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly port: number;
  /** Stops listening and ends every connection, idle ones included. */
  close(): Promise<void>;
}

/**
 * Starts the embedded reference service: the whole contract over all four bindings, with state, independent of the
 * code that encodes requests and judges replies.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startReference(options: ReferenceOptions): Promise<Reference> {
  const { contract, namespace, host } = options;
  const service = createService({
    contract,
    clock: options.clock ?? (() => new Date()),
    ids: options.ids ?? countedIds(),
    maxPackets: options.maxPackets ?? 20_000,
  });
  const handler = createHandler({ contract, namespace, service, deviations: options.defects ?? [] });
  return serve(handler, { host, port: options.port });
}

/** A request with its header fields as they came, in their order and case. */
export interface RawRequest extends HttpRequest {
  readonly fields: HeaderList;
}

/** Answers at once, as the reference does, or later. */
type Answer = (request: RawRequest) => HttpReply | Promise<HttpReply>;

interface ServeOptions extends Pick<ReferenceOptions, 'host' | 'port'> {
  /** Connections at a time; more are ended at once. */
  readonly most?: number;
  /** Takes what is not answered because it is no HTTP: its request line and fields where it has them, and why. */
  readonly refused?: (request: RawRequest | null, why: string) => void;
  /** Time for the header of a request. */
  readonly headersTimeoutMs?: number;
}

/**
 * Serves what a handler answers.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function serve(
  handler: Answer,
  { host = '127.0.0.1', port: wanted = 0, most, refused, headersTimeoutMs }: ServeOptions = {},
): Promise<Reference> {
  const server = createHttpServer(handler, headersTimeoutMs);
  if (refused) {
    server.on('clientError', (error: Error & { code?: string; rawPacket?: Buffer }, socket) => {
      refused(notHttp(error.rawPacket), error.message);
      const status = REFUSALS[error.code ?? ''] ?? 400;
      if (socket.writable)
        socket.end(`HTTP/1.1 ${status} ${reasonPhrase(status)}\r\nConnection: close\r\n\r\n`);
      else socket.destroy();
    });
  }
  if (most !== undefined) server.maxConnections = most;
  try {
    server.listen(wanted, host);
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`Cannot listen on ${host} port ${wanted}: ${(error as Error).message}`, { cause: error });
  }
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Statuses with which Node refuses what it cannot read; 400 else. */
const REFUSALS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The request line and the header fields of what Node would not read, such as raw bytes in a URL. */
function notHttp(packet: Buffer = Buffer.alloc(0)): RawRequest | null {
  const [line = '', ...rest] = (packet.toString('latin1').split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
  const [, method, target] = /^([A-Z]+) (.*) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (method === undefined || target === undefined) return null;
  const fields = rest.flatMap((field) => {
    const [, name, value] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? [];
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  return { method, target, headers: {}, fields, body: new Uint8Array(), pieces: 0 };
}

/** Makes P000001, P000002 and so on. */
export function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `P${String(count).padStart(6, '0')}`;
  };
}

const maxBodyBytes = 4_000_000;
/** A GET carries its message in the request line: 10,000 characters are 90 kB when percent-encoded. */
const maxHeaderBytes = 1_000_000;

/** The HTTP server around a handler: bounded bodies (413), bounded headers (431), bounded patience (408). */
function createHttpServer(handler: Answer, headersTimeout = 15_000): Server {
  const limits = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 60_000,
  };
  return createServer(limits, (request, response) => {
    respond(handler, request, response).catch(() => response.destroy());
  });
}

async function respond(handler: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = await readBody(request);
  const reply =
    arrived === null ? refusal(413, 'The request is too long.') : await answer(handler, request, arrived);
  if (reply.hangUp === true) {
    response.destroy();
    return;
  }
  await writeReply(reply, response);
}

type Arrived = Pick<HttpRequest, 'body' | 'pieces'>;

/** Null when the body is too long; the rest of it is then read and dropped, so that the client gets its reply. */
async function readBody(request: IncomingMessage): Promise<Arrived | null> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else chunks = [];
  }
  return length <= maxBodyBytes ? { body: Buffer.concat(chunks), pieces: chunks.length } : null;
}

async function answer(handler: Answer, request: IncomingMessage, arrived: Arrived): Promise<HttpReply> {
  const { rawHeaders: raw } = request;
  try {
    return await handler({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      fields: raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : [])),
      ...arrived,
    });
  } catch (error) {
    return refusal(500, `The service broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Sends a reply framed as it says; resolves when its last byte is handed over. */
async function writeReply(reply: HttpReply, response: ServerResponse): Promise<void> {
  const { end = 'length', pieces = [], pauseMs = 0, interim, date = true } = reply.framing ?? {};
  if (interim === 'continue') response.writeContinue();
  if (interim === 'early-hints') response.writeEarlyHints({ link: '</postsms.css>; rel=preload; as=style' });
  response.sendDate = date;
  // Without a length Node takes chunks, or else ends the connection.
  response.useChunkedEncodingByDefault = end === 'chunked';
  response.writeHead(reply.status, reply.reason, [...headerFields(reply, end)]);
  if (reply.framing?.statusLine !== undefined) replaceStatusLine(response, reply.framing.statusLine);
  if (pieces.length === 0) {
    response.end(reply.body);
    return;
  }
  for (const piece of cut(reply.body, pieces)) {
    response.write(piece);
    if (pauseMs > 0) await wait(pauseMs);
    if (response.destroyed) return;
  }
  response.end();
}

/** Node writes no other status line than its own; until the first byte of a body it keeps the header as a text. */
function replaceStatusLine(response: ServerResponse, line: string): void {
  const { _header } = response as unknown as { readonly _header: string };
  Object.assign(response, { _header: _header.replace(/^.*/, line) });
}

/** The body in pieces of these lengths, none of them empty. */
function cut(body: Uint8Array, lengths: readonly number[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += pieces.at(-1)?.length ?? body.length) {
    const length = lengths[Math.min(pieces.length, lengths.length - 1)] ?? body.length;
    pieces.push(body.subarray(at, at + Math.max(1, length)));
  }
  return pieces;
}

function headerFields(reply: HttpReply, end: NonNullable<Framing['end']>): readonly string[] {
  const framed = reply.headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const framing = framed || end !== 'length' ? [] : ['Content-Length', String(reply.body.length)];
  return [...reply.headers.flat(), ...framing];
}
