import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { reasonOf } from '../text/reason-of.ts';
import { createHandler, type HandlerOptions } from './handler.ts';
import type { HttpReply, HttpRequest } from './seams.ts';
import { errorReply } from './write/replies.ts';

interface ServeOptions {
  readonly host?: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Connections at a time; for one more the oldest idle one ends, or else the new one. */
  readonly most?: number;
  /** Refuses a request before it is answered; null for none. */
  readonly guard?: (request: HttpRequest) => HttpReply | null;
  /**
   * Takes what is not answered because it is no HTTP: its request line and fields where it has them and does not follow a
   * request in one packet, why, and the connection where that has carried a request before.
   */
  readonly refused?: (request: HttpRequest | null, why: string, before?: object) => void;
  /** Takes why a request could not be answered, or its answer not be written; it is answered with 500 where that goes. */
  readonly failed?: (why: string) => void;
  readonly headersTimeoutMs?: number;
}

/**
 * Starts the embedded reference service, which shares no code with the encoder of requests and the judge of replies.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function startReference(options: HandlerOptions & Omit<ServeOptions, 'refused'>) {
  return serve(createHandler(options), options);
}

/** Answers at once, as the reference does, or later. */
type Answer = (request: HttpRequest) => HttpReply | Promise<HttpReply>;

/** Bounded headers (431) and bounded patience (408); a GET of 10,000 characters is 90 kB when percent-encoded. */
const LIMITS = {
  maxHeaderSize: 1_000_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 60_000,
};

/**
 * Serves the replies of a handler; `close` ends every connection, even idle ones.
 * @throws Error that names host, port and reason when it cannot listen
 */
export async function serve(handler: Answer, options: ServeOptions = {}) {
  const { host = '127.0.0.1', port: wanted = 0, most, guard, refused, failed } = options;
  const { headersTimeoutMs = 15_000 } = options;
  const guarded: Answer = (request) => {
    if (request.headers.some(([, value]) => value.length > MOST_FIELD)) {
      const why = `a header field has more than ${MOST_FIELD} characters`;
      refused?.(request, why);
      return errorReply(431, `Refused: ${why}.`);
    }
    return guard?.(request) ?? handler(request);
  };
  const server = createServer({ ...LIMITS, headersTimeout: headersTimeoutMs }, (request, response) => {
    respond(guarded, request, response)
      .catch((error) => {
        // A client that went away is told nothing.
        if (request.complete) failed?.(reasonOf(error));
        if (response.headersSent || !request.complete) throw error;
        return writeReply(errorReply(500, 'The answer could not be written.'), response);
      })
      .catch(() => response.destroy());
  });
  const answered = new WeakSet<object>();
  if (refused) {
    server.on('request', ({ socket }) => answered.add(socket));
    server.on('clientError', (error: ClientError, socket) => {
      const before = answered.has(socket) ? socket : undefined;
      refused(
        before && isBehind(error) ? null : readRefusedHead(error.rawPacket),
        otherProtocol(error.rawPacket) ?? error.message,
        before,
      );
      const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const { status, reason } = errorReply(error.code === 'HPE_HEADER_OVERFLOW' ? 431 : isSlow ? 408 : 400);
      if (socket.writable) socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n\r\n`);
      else socket.destroy();
    });
  }
  if (most !== undefined) keepWithin(server, most);
  try {
    server.listen(wanted, host);
    await once(server, 'listening');
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const advice = code === 'EADDRINUSE' ? '; --port 0 takes a free one' : '';
    throw new Error(`Cannot listen on ${host} port ${wanted}: ${message}${advice}`, { cause: error });
  }
  const { port } = server.address() as AddressInfo;
  return {
    /** Without a slash at the end. */
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Connections at a time of a service that others may reach. */
export const MOST_CONNECTIONS = 256;

/** Characters of the value of a header field: a request of the contract has no long ones. */
const MOST_FIELD = 8_192;

/** Ends the oldest idle connection for one more than `most`, so that open connections lock nobody out. */
function keepWithin(server: Server, most: number): void {
  const idle = new Set<Socket>();
  let busy = 0;
  server.on('connection', (socket) => {
    const [oldest] = idle;
    if (idle.size + busy < most) idle.add(socket);
    else if (oldest) {
      idle.delete(oldest);
      oldest.destroy();
      idle.add(socket);
    } else socket.destroy();
    socket.on('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    busy += 1;
    response.on('close', () => {
      busy -= 1;
      if (!socket.destroyed) idle.add(socket);
    });
  });
}

/** The error of Node for unreadable bytes; their packet may begin with a request that it has read. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/** True if a packet cannot be read from a place behind the header that it begins with. */
function isBehind({ rawPacket, bytesParsed = 0 }: ClientError): boolean {
  const end = rawPacket?.indexOf('\r\n\r\n') ?? -1;
  return end !== -1 && end + 4 <= bytesParsed;
}

/** Returns advice if the first bytes of a client are of another protocol than HTTP/1.1. */
function otherProtocol(packet: Buffer = Buffer.alloc(0)): string | undefined {
  // A TLS record that holds a handshake (RFC 8446 §5.1), and the preface of HTTP/2 (RFC 9113 §3.4).
  if (packet[0] === 0x16 && packet[1] === 3)
    return 'the client speaks TLS: use http: in place of https: in its URL';
  const isHttp2 = packet.toString('latin1', 0, 14) === 'PRI * HTTP/2.0';
  return isHttp2 ? 'the client speaks HTTP/2: set HTTP/1.1 in it' : undefined;
}

/** Reads the request line and the header fields of bytes that Node refuses, such as raw bytes in a URL. */
function readRefusedHead(packet: Buffer = Buffer.alloc(0)): HttpRequest | null {
  const [line = '', ...rest] = (packet.toString('latin1').split('\r\n\r\n', 1)[0] ?? '').split('\r\n');
  const [, method, path] = /^([A-Z]+) (.*) HTTP\/1\.[01]$/.exec(line) ?? [];
  if (method === undefined || path === undefined) return null;
  const headers = rest.flatMap((field) => {
    const [, name, value = ''] = /^([^\s:]+):(.*)$/.exec(field) ?? [];
    return name === undefined ? [] : [[name, value.trim()] as const];
  });
  return { method: method as HttpRequest['method'], path, headers, body: null, pieces: 0 };
}

async function respond(handler: Answer, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await arrived(incoming);
  const answer = request === null ? errorReply(413, 'The request is too long.') : await handler(request);
  // Other requests come by then.
  if (answer.late) await wait(50);
  const reply = answer.late?.() ?? answer;
  if (reply.hangUp) response.destroy();
  else await writeReply(reply, response);
}

const maxBodyBytes = 4_000_000;

/** Reads a request; null if the body is too long, whose rest is dropped, so that the client gets its reply. */
async function arrived(incoming: IncomingMessage): Promise<HttpRequest | null> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else chunks = [];
  }
  if (length > maxBodyBytes) return null;
  const { method, url: path = '', rawHeaders: raw } = incoming;
  return {
    // A method that the contract does not use is one of the things that the rules report.
    method: method as HttpRequest['method'],
    path,
    headers: raw.flatMap((name, i) => (i % 2 === 0 ? [[name, raw[i + 1] ?? ''] as const] : [])),
    body: length === 0 ? null : Buffer.concat(chunks),
    pieces: chunks.length,
    connection: incoming.socket,
  };
}

async function writeReply(reply: HttpReply, response: ServerResponse): Promise<void> {
  const { status, reason, headers, body, head, date = true, send } = reply;
  response.sendDate = date;
  if (send) return send(response, reply);
  // Without a length it is the end of the connection that ends the body.
  response.useChunkedEncodingByDefault = false;
  const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const length = isFramed ? [] : ['Content-Length', String(body.length)];
  response.writeHead(status, reason, [...headers.flat(), ...length]);
  if (head) changeHead(response, head);
  response.end(body);
}

/** Changes the head that Node would write, which it keeps as a text until the first byte of the body. */
function changeHead(response: ServerResponse, change: (head: string) => string): void {
  const { _header } = response as unknown as { readonly _header: string };
  Object.assign(response, { _header: change(_header) });
}
