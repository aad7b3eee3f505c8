import type { Dialect, Escapes } from '../model/client.ts';
import type { Call } from '../model/contract.ts';
import type { HeaderList, WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import { headerValue } from '../reading/headers.ts';
import { encodeInDialect } from '../wire/bindings/dialect.ts';

/** A recorded call, as far as its dialect needs it. */
interface RecordedRequest {
  readonly request: WireRequest;
  readonly call: Call;
  /** The parts that were not recorded to the byte. */
  readonly inexact: readonly string[];
}

/**
 * Header fields that a dialect may have. A recording is a stranger's file: no other field of it is sent, so that it cannot
 * choose cookies, credentials, or fields that a proxy or gateway acts on.
 */
const FIELDS =
  /^(?:accept|accept-charset|accept-encoding|accept-language|cache-control|connection|content-length|content-type|expect|host|pragma|soapaction|te|user-agent)$/i;

/** Elements that the template of an envelope may have besides the call. */
const ELEMENT = /^\/?(?:[\w.-]+:)?(?:Envelope|Header|Body|\$\{operation\})$/;
const ATTRIBUTE = /^(?:xmlns(?::[\w.-]+)?|(?:[\w.-]+:)?encodingStyle)="[^"<>&]*"$/;

/**
 * Returns the dialect of a recorded request, or why the request cannot be made anew. A dialect is taken only if it writes the
 * recorded call again byte for byte, and if nothing of the call is left in its templates: they have only the elements, the
 * attributes and the header fields that calls of the contract need.
 */
export function dialectOf({ request, call, inexact }: RecordedRequest): Result<Dialect, string> {
  const refused = (error: string) => ({ ok: false, error }) as const;
  if (inexact.includes('request body')) return refused('its body was not recorded to the byte');
  if (headerValue(request.headers, 'content-encoding') !== '') return refused('its body is compressed');
  const isSoap = call.binding.envelope !== undefined;
  const body = Buffer.from(request.body ?? []).toString();
  const [, query = ''] = request.path.split('?', 2);
  const parts = isSoap ? envelopeParts(body, call) : fieldParts(request.method === 'GET' ? query : body);
  if (!parts) return refused('its parameters are written in a way that is not known');
  const dialect: Dialect = {
    head: headOf(request, call),
    ...(!isSoap && request.method !== 'GET' && { body: '${parameters}' }),
    ...parts,
  };
  const holdsValue = [dialect.head, dialect.body ?? ''].some((template) => {
    return textsOf(call).some((text) => text.length >= LEAST_VALUE && template.includes(text));
  });
  if (holdsValue || (isSoap && !isPlain(dialect.body ?? '')))
    return refused('it has more than the parameters of a call');
  const written = encodeInDialect(call, dialect);
  const isSame =
    Buffer.from(written.body ?? []).toString() === body &&
    written.path.split('?')[1] === request.path.split('?')[1];
  return isSame
    ? { ok: true, value: dialect }
    : refused('its parameters are absent, or written in different ways');
}

/** Characters of a value of a call that no template may have; shorter values are in every text by chance. */
const LEAST_VALUE = 4;

function textsOf({ values }: Call): readonly string[] {
  return Object.values(values).flat();
}

/** Returns the head with the fields that may be sent, and with those that every request needs. */
function headOf({ method, headers }: WireRequest, call: Call): string {
  const { operation, target } = call;
  const lines = headers.flatMap(([name, value]: HeaderList[number]) => {
    if (!FIELDS.test(name) || !/^[\x20-\x7e]*$/.test(value)) return [];
    if (/^host$/i.test(name)) return [`${name}: \${host}`];
    if (/^content-length$/i.test(name)) return method === 'GET' ? [] : [`${name}: \${length}`];
    // What looks like a reference of a template was not one.
    const literal = value.replaceAll('${', '');
    const named = target.namespace === '' ? literal : literal.replaceAll(target.namespace, '${namespace}');
    return [`${name}: ${named.replaceAll(operation.name, '${operation}')}`];
  });
  const has = (name: string) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`));
  if (!has('host')) lines.unshift('Host: ${host}');
  if (method !== 'GET' && !has('content-length')) lines.push('Content-Length: ${length}');
  const isGet = method === 'GET';
  return [`${isGet ? 'GET' : 'POST'} \${path}${isGet ? '?${parameters}' : ''} HTTP/1.1`, ...lines, ''].join(
    '\n',
  );
}

/** True if the template of an envelope has no text, no other element and no other attribute than a call needs. */
function isPlain(template: string): boolean {
  const document = template.replace(/^\uFEFF?(?:<\?xml [^<>]*\?>)?/, '').replace('${parameters}', '');
  const tags = document.match(/<[^<>]*>/g) ?? [];
  const hasText = /\S/.test(document.replace(/<[^<>]*>/g, ''));
  const names = tags.map((tag) => tag.slice(1, -1).replace(/\/$/, '').trim().split(/\s+/)[0] ?? '');
  // A second call would be one that nobody counts.
  const isOnce = ['Envelope', 'Header', 'Body', '${operation}'].every((name) => {
    return names.filter((found) => found.endsWith(name)).length <= 2;
  });
  const isKnown = (tag: string) => {
    const [name = '', ...attributes] = tag.slice(1, -1).replace(/\/$/, '').trim().split(/\s+/);
    return ELEMENT.test(name) && attributes.every((attribute) => ATTRIBUTE.test(attribute));
  };
  return !hasText && isOnce && tags.every(isKnown);
}

type Parts = Omit<Dialect, 'head'>;

/** Takes an envelope apart: the template around the call, and how its parameters are written. */
function envelopeParts(body: string, { operation, target }: Call): Parts | undefined {
  const [start, prefix = ''] =
    new RegExp(`<((?:[\\w.-]+:)?)${operation.name}(?:\\s[^<>]*)?>`).exec(body) ?? [];
  if (start === undefined) return undefined;
  const from = body.indexOf(start) + start.length;
  const end = body.indexOf(`</${prefix}${operation.name}>`, from);
  if (end === -1) return undefined;
  const inside = body.slice(from, end);
  const generic = (text: string) => {
    const named = text.replaceAll('${', '').replaceAll(operation.name, '${operation}');
    return target.namespace === '' ? named : named.replaceAll(target.namespace, '${namespace}');
  };
  const elementOf = (name: string) =>
    new RegExp(`(\\s*<(?:[\\w.-]+:)?)${name}((?:\\s[^<>]*)?>)([^<]*)(</(?:[\\w.-]+:)?)${name}>`).exec(inside);
  const [ticket, list] = [operation.ticket, operation.parameters.find(({ type }) => type === 'list')];
  const first = elementOf(ticket.name);
  if (!first) return undefined;
  const parameter =
    generic(`${first[1]}\${name}${first[2]}`.replaceAll('${name}', '@name@')) +
    '${value}' +
    generic(`${first[4]}@name@>`);
  const named = (template: string) => template.replaceAll('@name@', '${name}');
  const empty = /(\s*<(?:[\w.-]+:)?)([\w.-]+)((?:\s[^<>]*)?\/>)/.exec(inside);
  const trailing = /\s*$/.exec(inside)?.[0] ?? '';
  return {
    body: `${generic(body.slice(0, from))}\${parameters}${trailing}${generic(body.slice(end))}`,
    parameter: named(parameter),
    ...(empty && { empty: named(generic(`${empty[1]}@name@${empty[3]}`)) }),
    ...(list && listParts(inside, list.name, generic)),
    ...xmlEscapes(inside),
  };
}

/** Returns how a list and its items are written. */
function listParts(
  inside: string,
  name: string,
  generic: (text: string) => string,
): Pick<Dialect, 'list' | 'item'> {
  const list = new RegExp(
    `(\\s*<(?:[\\w.-]+:)?)${name}((?:\\s[^<>]*)?>)([\\s\\S]*?)(\\s*</(?:[\\w.-]+:)?)${name}>`,
  ).exec(inside);
  const item = /(\s*<[^<>/]+>)[^<]*(<\/[^<>]+>)/.exec(list?.[3] ?? '');
  if (!list || !item) return {};
  const around = `${generic(list[1] ?? '')}\${name}${generic(list[2] ?? '')}\${items}${generic(list[4] ?? '')}\${name}>`;
  return { list: around, item: `${generic(item[1] ?? '')}\${value}${generic(item[2] ?? '')}` };
}

function xmlEscapes(inside: string): { readonly escapes?: Escapes } {
  const others = { '"': /&(?:quot|#34|#x22);/i, "'": /&(?:apos|#39|#x27);/i };
  const found = Object.entries(others).flatMap(([character, pattern]) => {
    const [reference] = pattern.exec(inside) ?? [];
    return reference ? [[character, reference] as const] : [];
  });
  const beyond = /&#x(?:[89a-f][0-9a-f]|[0-9a-f]{3,});/i.test(inside) && ({ beyond: 'hexadecimal' } as const);
  if (found.length === 0 && !beyond) return {};
  const characters = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...Object.fromEntries(found) };
  return { escapes: { ...(found.length > 0 && { characters }), ...beyond } };
}

/** Takes fields apart: how an item of a list is named, and which characters are escaped how. */
function fieldParts(fields: string): Parts | undefined {
  const items = fields.split('&').flatMap((field) => {
    const [, suffix] = /^\w+?((?:\[\d*\]|%5[Bb]\d*%5[Dd]))=/.exec(field) ?? [];
    return suffix === undefined ? [] : [suffix];
  });
  const values = fields
    .split('&')
    .map((field) => field.slice(field.indexOf('=') + 1))
    .join('');
  const keeps = [...new Set(values.replace(/%u?[0-9a-f]{2}/gi, '').match(/[^\w%+]/g) ?? [])];
  if (keeps.some((character) => !"-.~!*'()".includes(character))) return undefined;
  const escapes: Escapes = {
    ...(values.includes('+') && { space: '+' }),
    ...(/%u/i.test(values) && { beyond: 'percent-u' }),
    ...(keeps.length > 0 && {
      keeps: `-_.${keeps.filter((character) => !'-_.'.includes(character)).join('')}`,
    }),
    ...(/%(?:[a-f][0-9a-f]|\d[a-f])/.test(values) && { digits: 'lower' }),
  };
  const [suffix] = items;
  const item =
    suffix &&
    `\${name}${suffix.replace(/\d+/g, (digits) => (/^%5/.test(suffix) ? digits : '${index}'))}=\${value}`;
  return {
    parameter: '${name}=${value}',
    between: '&',
    ...(item && { item: item.replace(/^(\$\{name\}%5[Bb])0(%5[Dd])/, '$1${index}$2') }),
    ...(Object.keys(escapes).length > 0 && { escapes }),
  };
}
