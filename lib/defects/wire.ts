import type { HttpReply } from '../reference/index.ts';

/** The reply with one header field replaced. */
export function withHeader(reply: HttpReply, name: string, value: string): HttpReply {
  const others = reply.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...reply, headers: [...others, [name, value]] };
}

/** The reply with another media type, its charset kept. */
export function withMediaType(reply: HttpReply, mediaType: string): HttpReply {
  return withHeader(reply, 'Content-Type', contentType(reply).replace(/^[^;]*/, mediaType));
}

/** The reply with another charset parameter, or with none. */
export function withCharset(reply: HttpReply, charset: string | null): HttpReply {
  const parameter = charset === null ? '' : `; charset=${charset}`;
  return withHeader(reply, 'Content-Type', contentType(reply).replace(/;.*/, '') + parameter);
}

/** The reply with its whole content type replaced, or without one. */
export function withContentType(reply: HttpReply, value: string | null): HttpReply {
  if (value !== null) return withHeader(reply, 'Content-Type', value);
  return { ...reply, headers: reply.headers.filter(([key]) => key.toLowerCase() !== 'content-type') };
}

/** The reply with its text changed, in UTF-8 before and after. */
export function withText(reply: HttpReply, change: (text: string) => string): HttpReply {
  return { ...reply, body: Buffer.from(change(textOf(reply)), 'utf8') };
}

export function textOf(reply: HttpReply): string {
  return Buffer.from(reply.body).toString('utf8');
}

function contentType(reply: HttpReply): string {
  return reply.headers.find(([key]) => key.toLowerCase() === 'content-type')?.[1] ?? '';
}
