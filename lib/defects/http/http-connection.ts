import type { HttpReply } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { withHeader } from '../wire.ts';

/** The reply with another length announced than it has, on a connection that ends with it. */
function announcing(reply: HttpReply, length: string): HttpReply {
  return withHeader(withHeader(reply, 'Content-Length', length), 'Connection', 'close');
}

/** The reply with a text behind its announced end. */
function behind(reply: HttpReply, text: string): HttpReply {
  const announced = withHeader(reply, 'Content-Length', String(reply.body.length));
  return { ...announced, body: Buffer.concat([reply.body, Buffer.from(text)]) };
}

/** Replies that HTTP clients cannot take whole, or as what they are (contract §4.1 rule 5: every operation returns). */
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
  {
    id: 'length-of-body-too-small',
    title: 'The announced length is without the line end behind the document',
    requirement: 'bindings.response-end',
    rules: ['http/end'],
    seam: 'wire',
    change: (reply) => behind(reply, '\r\n'),
  },
  {
    id: 'second-response-behind',
    title: 'A second response over HTTP GET stands behind the first',
    requirement: 'bindings.response-end',
    rules: ['http/end'],
    bindings: ['http-get'],
    seam: 'wire',
    change: (reply) => behind(reply, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
  },
  {
    id: 'status-line-without-space',
    title: 'The status line ends with the status',
    requirement: 'bindings.response-status-line',
    rules: ['http/status-line'],
    seam: 'wire',
    change: (reply) => ({ ...reply, framing: { ...reply.framing, statusLine: `HTTP/1.1 ${reply.status}` } }),
  },
  {
    id: 'status-line-of-http-2',
    title: 'The status line over SOAP 1.2 names HTTP/2.0',
    requirement: 'bindings.response-status-line',
    rules: ['http/status-line'],
    bindings: ['soap12'],
    seam: 'wire',
    change: (reply) => ({
      ...reply,
      framing: { ...reply.framing, statusLine: `HTTP/2.0 ${reply.status} OK` },
    }),
  },
  {
    id: 'status-line-of-icecast',
    title: 'The status line over HTTP POST names ICY, which no client reads',
    requirement: 'bindings.http-post.response',
    rules: ['http/response'],
    bindings: ['http-post'],
    seam: 'wire',
    change: (reply) => ({ ...reply, framing: { ...reply.framing, statusLine: `ICY ${reply.status} OK` } }),
  },
];
