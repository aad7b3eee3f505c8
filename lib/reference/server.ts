import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Handler } from './handler.ts';
import type { HttpReply, HttpRequest } from './seams.ts';
import { refusal } from './write/http-reply.ts';
import { writeReply } from './write/write-reply.ts';

const maxBodyBytes = 4_000_000;
/** A GET carries its message in the request line: 10,000 characters are 90 kB when percent-encoded. */
const maxHeaderBytes = 1_000_000;

/** The HTTP server around a handler: bounded bodies (413), bounded headers (431), bounded patience (408). */
export function createHttpServer(handler: Handler): Server {
  const limits = { maxHeaderSize: maxHeaderBytes, requestTimeout: 30_000, keepAliveTimeout: 60_000 };
  return createServer(limits, (request, response) => {
    respond(handler, request, response).catch(() => response.destroy());
  });
}

async function respond(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrived = await readBody(request);
  const reply =
    arrived === null ? refusal(413, 'The request is too long.') : answer(handler, request, arrived);
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

function answer(handler: Handler, request: IncomingMessage, arrived: Arrived): HttpReply {
  try {
    return handler({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      ...arrived,
    });
  } catch (error) {
    return refusal(500, `The service broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}
