import { STATUS_CODES } from 'node:http';
import type { HttpReply } from '../seams.ts';

/** The registered reason phrase of a status, or an empty one. */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? '';
}

/** A response with the registered reason phrase and the text in UTF-8; no content type where there is no text. */
export function httpReply(status: number, contentType: string, text: string): HttpReply {
  return {
    status,
    reason: reasonPhrase(status),
    headers: contentType === '' ? [] : [['Content-Type', contentType]],
    body: Buffer.from(text, 'utf8'),
  };
}

/** A refusal below the level of bindings: 400, 404, 405, 413, 415. */
export function refusal(status: number, text = ''): HttpReply {
  return httpReply(status, text === '' ? '' : 'text/plain; charset=utf-8', text);
}
