import type { Call, HttpReply, HttpRequest } from '../seams.ts';
import { reasonPhrase, refusal, writeFailure } from '../write/replies.ts';

/** The reply with one header field replaced. */
export function withHeader(reply: HttpReply, name: string, value: string): HttpReply {
  const others = reply.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...reply, headers: [...others, [name, value]] };
}

/** The reply with its registered reason phrase and another status. */
export function withStatus(reply: HttpReply, status: number): HttpReply {
  return { ...reply, status, reason: reasonPhrase(status) };
}

export function withBody(reply: HttpReply, ...parts: readonly Uint8Array[]): HttpReply {
  return { ...reply, body: Buffer.concat(parts) };
}

/** The reply with its text changed, in UTF-8 before and after. */
export function withText(reply: HttpReply, change: (text: string) => string): HttpReply {
  return withBody(reply, Buffer.from(change(textOf(reply)), 'utf8'));
}

/** The body of a request or a reply as text. */
export function textOf({ body }: { readonly body: Uint8Array | null }): string {
  return Buffer.from(body ?? []).toString('utf8');
}

export function contentType(reply: HttpReply): string {
  return reply.headers.find(([key]) => key.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** A status, and the header fields that it comes with. */
export type Answer = readonly [status: number, ...headers: HttpReply['headers']];

/** Whether a request is refused. */
export type Refuses = (request: HttpRequest, call: Call) => boolean;

/** Refuses requests, with the binding's own failure where the status is 500. */
export function refusing([status, ...headers]: Answer, when: Refuses) {
  return (request: HttpRequest, call: Call): HttpReply | null => {
    if (!when(request, call)) return null;
    const text = 'This request is refused.';
    const reply =
      status === 500 ? writeFailure({ code: 'sender', text }, call.binding) : refusal(status, text);
    return { ...reply, headers: [...reply.headers, ...headers] };
  };
}

/** Changes the replies on a connection that follow its first one. */
export function behindFirst(change: (reply: HttpReply, first: HttpReply) => Partial<HttpReply>) {
  const firsts = new WeakMap<object, HttpReply>();
  return (reply: HttpReply, _: Call, { connection = {} }: HttpRequest): Partial<HttpReply> => {
    const first = firsts.get(connection);
    if (first) return change(reply, first);
    firsts.set(connection, reply);
    return {};
  };
}

/** Query string or form body, still encoded. */
export function fieldsOf(request: HttpRequest): string {
  return request.method === 'GET' ? request.path.split('?').slice(1).join('?') : textOf(request);
}

/** The text with another encoding named in its XML declaration. */
export function declaring(text: string, label: string): string {
  return text.replace('encoding="utf-8"', `encoding="${label}"`);
}

/** The text in windows-1254, which has the Turkish letters in the places of six others; references for what it lacks. */
export function encodeTurkish(text: string): Uint8Array {
  // What ISO 8859-1 has in the place of these letters, and windows-1254 in that of control characters.
  const referenced = text.replace(
    /[^\0-\x7F\xA0-\xFFĞİŞğış]|[ÐÝÞðýþ]/gu,
    (other) => `&#${other.codePointAt(0)};`,
  );
  const moved = referenced.replace(/[ĞİŞğış]/g, (letter) => 'ÐÝÞðýþ'.charAt('ĞİŞğış'.indexOf(letter)));
  return Buffer.from(moved, 'latin1');
}
