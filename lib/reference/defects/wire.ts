import type { HttpReply, HttpRequest, Served } from '../seams.ts';

/** Replaces or adds a header field of a reply. */
export function withHeader(reply: HttpReply, name: string, value: string | ((old: string) => string)) {
  const [, old = ''] = reply.headers.find(([key]) => key === name) ?? [];
  const rest = reply.headers.filter(([key]) => key !== name);
  const field = [name, typeof value === 'string' ? value : value(old)] as const;
  return { ...reply, headers: [...rest, field] };
}

export function bodyOf({ body }: { readonly body: Uint8Array | null }): string {
  return Buffer.from(body ?? []).toString('utf8');
}

/** Changes the replies on a connection that follow its first one. */
export function behindFirst(change: (reply: HttpReply, first: HttpReply) => Partial<HttpReply>) {
  const firsts = new WeakMap<object, HttpReply>();
  return (reply: HttpReply, _: Served, { connection = {} }: HttpRequest): Partial<HttpReply> => {
    const first = firsts.get(connection);
    if (first) return change(reply, first);
    firsts.set(connection, reply);
    return {};
  };
}

/** Returns the query string or form body, still encoded. */
export function fieldsOf(request: HttpRequest): string {
  return request.method === 'GET' ? request.path.split('?').slice(1).join('?') : bodyOf(request);
}

/** Names another encoding in the XML declaration of a text. */
export function declaring(text: string, label: string): string {
  return text.replace('encoding="utf-8"', `encoding="${label}"`);
}

/** Encodes a text in windows-1254, which has the Turkish letters in the places of six others, with references for the rest. */
export function encodeTurkish(text: string): Uint8Array {
  // Letters of ISO 8859-1 in these places, and characters of windows-1254 in the places of control characters.
  const referenced = text.replace(
    /[^\0-\x7F\xA0-\xFFĞİŞğış]|[ÐÝÞðýþ]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  );
  const moved = referenced.replace(/[ĞİŞğış]/g, (letter) => 'ÐÝÞðýþ'.charAt('ĞİŞğış'.indexOf(letter)));
  return Buffer.from(moved, 'latin1');
}
