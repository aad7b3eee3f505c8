import type { Binding } from '../../model/contract.ts';
import type { HttpReply, ReplyElement } from '../seams.ts';
import { httpReply } from './http-reply.ts';
import { writeXml } from './write-xml.ts';

/** The document of HTTP GET or HTTP POST as bytes, with the content type of the binding. */
export function writePlain(root: ReplyElement, binding: Binding): HttpReply {
  const { status, mediaType, charset } = binding.response;
  return httpReply(status, `${mediaType}; charset=${charset}`, writeXml(root, 'indented'));
}

/** An error over HTTP GET or HTTP POST, as ASMX words it: status 500 and a line of text. */
export function writePlainError(text: string): HttpReply {
  return httpReply(500, 'text/plain; charset=utf-8', `${text}\r\n`);
}
