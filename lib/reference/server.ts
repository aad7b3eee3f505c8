import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Handler } from './handler.ts';
import { refusal } from './http-reply.ts';
import type { HttpReply } from './seams.ts';
import { writeReply } from './write-reply.ts';

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
  const body = await readBody(request);
  const reply = body === null ? refusal(413, 'The request is too long.') : answer(handler, request, body);
  if (reply.hangUp === true) {
    response.destroy();
    return;
  }
  await writeReply(reply, response);
}

/** Null when the body is too long; the rest of it is then read and dropped, so that the client gets its reply. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= maxBodyBytes) chunks.push(chunk);
    else chunks = [];
  }
  return length <= maxBodyBytes ? Buffer.concat(chunks) : null;
}

function answer(handler: Handler, request: IncomingMessage, body: Uint8Array): HttpReply {
  try {
    return handler({
      method: request.method ?? '',
      target: request.url ?? '',
      headers: request.headers,
      body,
    });
  } catch (error) {
    return refusal(500, `The service broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}
