import type { Dialect, Escapes } from '../../model/client.ts';
import type { Call, Parameter } from '../../model/contract.ts';
import type { HeaderList, WireRequest } from '../../model/judging/wire.ts';
import { addressOf, sendableText } from './http.ts';

/**
 * Writes a call as a client writes it, with the ticket, the recipients and the texts of the call. The head goes out as it
 * is written; `headers` has the fields that the rules about requests look at.
 */
export function encodeInDialect(call: Call, dialect: Dialect): WireRequest {
  const { operation, target } = call;
  const written = operation.parameters.flatMap((parameter) => parameterTexts(call, dialect, parameter));
  const names = {
    operation: operation.name,
    namespace: target.namespace,
    parameters: written.join(dialect.between ?? ''),
    path: addressOf(call),
  };
  const head = filled(dialect.head, names);
  const { requestLine, fields } = headOf(head);
  const [method, path = ''] = requestLine.split(' ');
  const body = dialect.body === undefined ? null : Buffer.from(filled(dialect.body, names));
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path,
    headers: fields.filter(([name]) => !isOfWay(name)),
    body,
    framing: { head },
  };
}

/** True of a field of the way from client to server, which says nothing about the call. */
export function isOfWay(field: string): boolean {
  return /^(?:host|connection|content-length|transfer-encoding|upgrade|http2-settings|te)$/i.test(field);
}

/** Takes a head apart: the request line, and the names and values of the header fields. */
export function headOf(head: string): { readonly requestLine: string; readonly fields: HeaderList } {
  const [requestLine = '', ...lines] = head.trimEnd().split('\n');
  const fields = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return { requestLine, fields };
}

/** Characters besides letters and digits that every client keeps in fields (RFC 3986 §2.3). */
export const KEPT = '-_.';

/** Returns a parameter as the dialect writes it; items without a list around them are texts among the parameters. */
function parameterTexts({ values }: Call, dialect: Dialect, { name, type }: Parameter): readonly string[] {
  const { parameter, empty, list, item = parameter, between = '', escapes } = dialect;
  const escaped = dialect.head.includes('${parameters}') || !dialect.body?.includes('<') ? inField : inXml;
  const value = (text: string) => escaped(sendableText(name, text), escapes ?? {});
  if (type !== 'list') {
    const text = String(values[name] ?? '');
    return [filled((text === '' && empty) || parameter, { name, value: value(text) })];
  }
  const items = [values[name] ?? []].flat();
  const texts = items.map((text, index) => filled(item, { name, value: value(text), index: String(index) }));
  if (list === undefined) return texts;
  const separator = dialect['between-items'] ?? (list.includes('<') ? '' : between);
  return [filled(list, { name, items: texts.join(separator) })];
}

/** Puts texts in the places of `${name}`; a name without a text stays, for what is known later. */
function filled(template: string, texts: Readonly<Record<string, string>>): string {
  return template.replace(/\$\{(\w+)\}/g, (reference, name: string) =>
    Object.hasOwn(texts, name) ? (texts[name] ?? reference) : reference,
  );
}

const XML_CHARACTERS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function inXml(text: string, { characters = XML_CHARACTERS, beyond }: Escapes): string {
  const escaped = [...text].map((character) => characters[character] ?? character).join('');
  if (beyond !== 'hexadecimal') return escaped;
  return escaped.replace(/[^\0-\x7f]/g, (unit) => `&#x${unit.charCodeAt(0).toString(16).toUpperCase()};`);
}

function inField(text: string, { beyond, keeps = KEPT, space = '%20', digits = 'upper' }: Escapes): string {
  const hex = (code: number, length: number) => {
    const number = code.toString(16).padStart(length, '0');
    return digits === 'lower' ? number : number.toUpperCase();
  };
  return [...text]
    .map((character) => {
      if (/[A-Za-z0-9]/.test(character) || keeps.includes(character)) return character;
      if (character === ' ') return space;
      if (beyond === 'percent-u' && character > '\x7f')
        return character.replace(/./gs, (unit) => `%u${hex(unit.charCodeAt(0), 4)}`);
      return [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
    })
    .join('');
}

/** Returns the head of a request in a dialect with its host and the length of its body, and without its end. */
export function sentHead({ body }: WireRequest, head: string, host: string): string {
  return filled(head, { host, length: String(body?.length ?? 0) }).trimEnd();
}

/** Returns the bytes of a request in a dialect, as they go out to a host. */
export function renderInDialect(request: WireRequest, head: string, host: string): Uint8Array {
  const { body } = request;
  const lines = sentHead(request, head, host).replaceAll('\n', '\r\n');
  const start = Buffer.from(`${lines}\r\n\r\n`, 'latin1');
  if (!body) return start;
  if (!/^transfer-encoding: *chunked$/im.test(head)) return Buffer.concat([start, body]);
  const size = Buffer.from(`${body.length.toString(16).toUpperCase()}\r\n`);
  return Buffer.concat([start, size, body, Buffer.from('\r\n0\r\n\r\n')]);
}
