import type { HttpReply } from '../reference/index.ts';
import type { Defect } from './defect.ts';
import { withHeader } from './wire.ts';

/** The reply with another length announced than it has, on a connection that ends with it. */
function announcing(reply: HttpReply, length: string): HttpReply {
  return withHeader(withHeader(reply, 'Content-Length', length), 'Connection', 'close');
}

/** Replies that no HTTP client can take whole (contract §4.1 rule 5: every operation returns). */
export const connectionDefects: readonly Defect[] = [
  {
    id: 'body-shorter-than-announced',
    title: 'The connection ends before the announced length',
    requirement: 'bindings.soap12.response',
    rules: ['http/response'],
    seam: 'wire',
    change: (reply) => announcing(reply, String(reply.body.length + 10)),
  },
  {
    id: 'body-never-sent',
    title: 'The connection ends after the headers',
    requirement: 'bindings.http-post.response',
    rules: ['http/response'],
    bindings: ['http-post'],
    seam: 'wire',
    change: (reply) => ({ ...announcing(reply, String(reply.body.length)), body: Buffer.alloc(0) }),
  },
  {
    id: 'content-length-malformed',
    title: 'The announced length is no number',
    requirement: 'bindings.http-get.response',
    rules: ['http/response'],
    bindings: ['http-get'],
    seam: 'wire',
    change: (reply) => announcing(reply, 'unknown'),
  },
];
