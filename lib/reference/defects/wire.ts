import type { Call, HttpReply, HttpRequest } from '../seams.ts';

/** The reply with one header field replaced, or added. */
export function withHeader(reply: HttpReply, name: string, value: string | ((old: string) => string)) {
  const [, old = ''] = reply.headers.find(([key]) => key === name) ?? [];
  const others = reply.headers.filter(([key]) => key !== name);
  const field = [name, typeof value === 'string' ? value : value(old)] as const;
  return { ...reply, headers: [...others, field] };
}

export function textOf({ body }: { readonly body: Uint8Array | null }): string {
  return Buffer.from(body ?? []).toString('utf8');
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
