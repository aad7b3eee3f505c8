import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Call, Contract } from '../model/contract.ts';
import type { HeaderList, WireResponse } from '../model/judging/wire.ts';
import { headerValue } from '../reading/headers.ts';
import type { ReadReply } from '../reading/read-reply.ts';
import { documentText, readWritten, type WrittenDocument } from '../wire/xml/written.ts';

/** A reply with a packet result as it is written: everything that two gateways may write in different ways. */
export interface WrittenReply {
  /** Such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  /** Without Content-Length, Transfer-Encoding and Connection, which `chunked` stands for. */
  readonly headers: HeaderList;
  readonly chunked: Chunked;
  /** Content coding, in lower case. */
  readonly coding: string;
  readonly encoding: string;
  readonly hasMark: boolean;
  readonly document: WrittenDocument;
  /** The parts of the contract that say which elements are fields. */
  readonly call: Call;
  readonly contract: Contract;
}

/** What ends a body: its length, its last chunk, or the end of the connection. */
export type Chunked = 'no' | 'yes' | 'end of the connection';

const FRAMING_FIELDS = /^(?:content-length|transfer-encoding|connection|keep-alive)$/i;

/** Encodings in which a reply can be written; UTF-16 with the low byte first. */
const ENCODINGS: Readonly<Record<string, BufferEncoding>> = {
  'utf-8': 'utf8',
  'utf-16': 'utf16le',
  'utf-16le': 'utf16le',
  'iso-8859-1': 'latin1',
};

const CODINGS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
};

/**
 * Takes a response apart that holds a packet result.
 * @returns undefined for any other response, and for one in an encoding or a coding that cannot be written again
 */
export function writtenReply(
  response: WireResponse,
  { reply, body }: ReadReply,
  call: Call,
  contract: Contract,
): WrittenReply | undefined {
  const { status, reason, headers, oddStatusLine } = response;
  const { encoding, hasMark, coding = 'identity' } = body;
  const hasPacket = reply.kind === 'packet-result' || reply.kind === 'unreadable';
  if (!hasPacket || body.text === null || body.xml.kind !== 'document' || body.xml.doctype) return undefined;
  if (!ENCODINGS[encoding] || !CODINGS[coding.toLowerCase()]) return undefined;
  const isChunked = /chunked/i.test(headerValue(headers, 'transfer-encoding'));
  const hasLength = headerValue(headers, 'content-length') !== '';
  return {
    statusLine: oddStatusLine ?? `HTTP/1.1 ${status} ${reason}`.trimEnd(),
    headers: headers.filter(([name]) => !FRAMING_FIELDS.test(name)),
    chunked: isChunked ? 'yes' : hasLength ? 'no' : 'end of the connection',
    coding: coding.toLowerCase(),
    encoding,
    hasMark,
    document: readWritten(body.text),
    call,
    contract,
  };
}

/** Returns the body of a reply in its encoding, with its byte order mark, under its content coding. */
export function contentOf({ document, encoding, hasMark, coding }: WrittenReply): Uint8Array {
  const text = `${hasMark ? '\uFEFF' : ''}${documentText(document)}`;
  return (CODINGS[coding] ?? Buffer.from)(Buffer.from(text, ENCODINGS[encoding]));
}

/** Returns the header fields that say where a body of that length ends. */
export function framingFields({ chunked }: WrittenReply, length: number): HeaderList {
  if (chunked === 'no') return [['Content-Length', String(length)]];
  return chunked === 'yes' ? [['Transfer-Encoding', 'chunked']] : [['Connection', 'close']];
}

/** Returns a reply as its bytes come over a connection. */
export function replyBytes(reply: WrittenReply): Uint8Array {
  const content = contentOf(reply);
  const fields = [...reply.headers, ...framingFields(reply, content.length)];
  return framed(reply.statusLine, fields, content);
}

/** Returns the bytes of a response that was received. */
export function responseBytes({ status, reason, headers, body, oddStatusLine }: WireResponse): Uint8Array {
  return framed(oddStatusLine ?? `HTTP/1.1 ${status} ${reason}`, headers, body);
}

/** Joins a head and a body; a chunked body comes in one chunk (RFC 9112 §7.1). */
function framed(statusLine: string, headers: HeaderList, content: Uint8Array): Uint8Array {
  const head = [statusLine, ...headers.map((field) => field.join(': ')), '', ''].join('\r\n');
  const size = Buffer.from(`${content.length.toString(16)}\r\n`);
  const isChunked = /chunked/i.test(headerValue(headers, 'transfer-encoding'));
  const body = isChunked ? [size, content, Buffer.from('\r\n0\r\n\r\n')] : [content];
  return Buffer.concat([Buffer.from(head, 'latin1'), ...body]);
}
