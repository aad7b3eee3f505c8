import type { Dialect, Escapes } from '../model/client.ts';
import type { Call } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import { headerValue, headerValues } from '../reading/headers.ts';
import { defined } from '../text/defined.ts';
import { encodeInDialect, KEPT } from '../wire/bindings/dialect.ts';

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

/** Other options of a connection would make a proxy drop fields of the call (RFC 9110 §7.6.1). */
const CONNECTION = /^(?:close|keep-alive|te)(?:, ?(?:close|keep-alive|te))*$/i;

/** Elements that the template of an envelope may have around its parameters, each at most once. */
const ELEMENTS = ['Envelope', 'Header', 'Body', '${operation}'];
/** Attributes that any element may have: declarations, and types without digits. */
const ATTRIBUTE =
  /^(?:(?:xmlns(?::[\w.-]+)?|(?:[\w.-]+:)?encodingStyle)=(["'])[^"'<>&]*\1|[\w.-]+:(?:type|nil)=(["'])[A-Za-z:]*\2)$/;
const PREFIX = '(?:[\\w.-]+:)?';
/** White space before an element; bounded, because a pattern looks for the element from each blank of a stranger's body. */
const SPACE = '\\s{0,100}';

/** Characters of a value of a call that no template may have; shorter values are in every text by chance. */
const LEAST_VALUE = 4;

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
  const body = Buffer.from(request.body ?? []);
  const query = queryOf(request);
  const text = request.method === 'GET' ? query : body.toString();
  const parts = isSoap ? envelopeParts(text, call) : fieldParts(text);
  if (!parts) return refused('its parameters are written in a way that is not known');
  const isForm = !isSoap && request.method !== 'GET';
  const dialect: Dialect = {
    head: headTemplate(request, call),
    ...(isForm && { body: '${parameters}' }),
    ...parts,
  };
  if (holdsValue(dialect, call) || (isSoap && !isPlain(dialect)))
    return refused('it has more than the parameters of a call');
  const written = encodeInDialect(call, dialect);
  if (!body.equals(written.body ?? new Uint8Array()) || queryOf(written) !== query)
    return refused('its parameters are absent, or written in different ways');
  return { ok: true, value: dialect };
}

const queryOf = ({ path }: WireRequest) => path.split('?')[1] ?? '';

/** True if a template has a value of the recorded call. */
function holdsValue({ head, body, parameter, empty, list, item }: Dialect, { values }: Call): boolean {
  const texts = Object.values(values).flat();
  const templates = [head, body, parameter, empty, list, item].join('\n');
  return texts.some((text) => text.length >= LEAST_VALUE && templates.includes(text));
}

/** True if the templates of an envelope have no text, no other element and no other attribute than a call needs. */
function isPlain({ body = '', parameter, empty = '', list = '', item = '' }: Dialect): boolean {
  const document = body.replace(/^\uFEFF?(?:<\?xml [^<>]*\?>)?/, '').replace('${parameters}', '');
  const [around, inside] = [tagsOf(document), tagsOf(parameter + empty + list + item)];
  const hasText = /\S/.test(document.replace(/<[^<>]*>/g, ''));
  const isKnown = around.every(({ name }) => ELEMENTS.includes(name));
  // A second call would be one that nobody counts.
  const isOnce = ELEMENTS.every((element) => around.filter(({ name }) => name === element).length <= 2);
  const attributes = [...around, ...inside].flatMap((tag) => tag.attributes);
  return !hasText && isKnown && isOnce && attributes.every((attribute) => ATTRIBUTE.test(attribute));
}

/** Returns the tags of a template with their names without prefixes; a start tag and its end tag have the same name. */
function tagsOf(template: string) {
  const tags = template.match(/<[^<>]*>/g) ?? [];
  return tags.map((tag) => {
    const [name = '', ...attributes] = tag.slice(1, -1).replace(/\/$/, '').trim().split(/\s+/);
    return { name: name.replace(new RegExp(`^/?${PREFIX}`), ''), attributes };
  });
}

/** Returns the head with the fields that may be sent, and with those that every request needs. */
function headTemplate({ method, headers }: WireRequest, call: Call): string {
  const isGet = method === 'GET';
  const isAbsent = (name: string) => headerValues(headers, name).length === 0;
  const lines = headers.flatMap(([name, value]) => {
    if (!FIELDS.test(name) || !/^[\x20-\x7e]*$/.test(value)) return [];
    if (/^host$/i.test(name)) return [`${name}: \${host}`];
    if (/^connection$/i.test(name) && !CONNECTION.test(value)) return [];
    if (/^content-length$/i.test(name)) return isGet ? [] : [`${name}: \${length}`];
    return [`${name}: ${templateOf(value, call)}`];
  });
  return [
    isGet ? 'GET ${path}?${parameters} HTTP/1.1' : 'POST ${path} HTTP/1.1',
    ...(isAbsent('host') ? ['Host: ${host}'] : []),
    ...lines,
    ...(!isGet && isAbsent('content-length') ? ['Content-Length: ${length}'] : []),
    '',
  ].join('\n');
}

/** Makes a template of a recorded text. What looks like a reference of a template is none. */
function templateOf(text: string, { operation, target: { namespace } }: Call): string {
  const literal = text.replace(/\$+\{/g, '');
  const named = namespace === '' ? literal : literal.replaceAll(namespace, '${namespace}');
  return named.replaceAll(operation.name, '${operation}');
}

type Parts = Omit<Dialect, 'head'>;

/** Takes an envelope apart: the template around the call, and how its parameters are written. */
function envelopeParts(body: string, call: Call): Parts | undefined {
  const { name, ticket, parameters } = call.operation;
  const generic = (text = '') => templateOf(text, call);
  const start = new RegExp(`<(${PREFIX})${name}(?:\\s[^<>]*)?>`).exec(body);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const end = body.indexOf(`</${start[1]}${name}>`, from);
  if (end === -1) return undefined;
  const inside = body.slice(from, end);
  const element = (tag: string, reference: string, text: string) => {
    const pattern = `(${SPACE}<${PREFIX})${tag}((?:\\s[^<>]*)?>)(${text})(${SPACE}</${PREFIX})${tag}>`;
    const [, open, attributes, content, close] = new RegExp(pattern).exec(inside) ?? [];
    const template = `${generic(open)}\${name}${generic(attributes)}${reference}${generic(close)}\${name}>`;
    return content === undefined ? undefined : { template, content };
  };
  const parameter = element(ticket.name, '${value}', '[^<]*')?.template;
  if (parameter === undefined) return undefined;
  const empty = new RegExp(`(${SPACE}<${PREFIX})[\\w.-]+((?:\\s[^<>]*)?/>)`).exec(inside);
  const listed = parameters.find(({ type }) => type === 'list');
  const list = listed && element(listed.name, '${items}', '[^]*?');
  const item = new RegExp(`(${SPACE}<[^<>/]+>)[^<]*(</[^<>]+>)`).exec(list?.content ?? '');
  const trailing = new RegExp(`${SPACE}$`).exec(inside)?.[0] ?? '';
  const templates = defined({
    body: `${generic(body.slice(0, from))}\${parameters}${trailing}${generic(body.slice(end))}`,
    parameter,
    empty: empty ? `${generic(empty[1])}\${name}${generic(empty[2])}` : undefined,
    list: item ? list?.template : undefined,
    item: item ? `${generic(item[1])}\${value}${generic(item[2])}` : undefined,
  });
  return { ...templates, ...xmlEscapes(inside) };
}

function xmlEscapes(inside: string) {
  const [quote] = /&(?:quot|#34|#x22);/i.exec(inside) ?? [];
  const [apostrophe] = /&(?:apos|#39|#x27);/i.exec(inside) ?? [];
  const isHexadecimal = /&#x(?:[89a-f][0-9a-f]|[0-9a-f]{3,});/i.test(inside);
  const others = { ...(quote && { '"': quote }), ...(apostrophe && { "'": apostrophe }) };
  const characters = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...others };
  return withEscapes({
    ...((quote ?? apostrophe) && { characters }),
    ...(isHexadecimal && { beyond: 'hexadecimal' }),
  });
}

const withEscapes = (escapes: Escapes) => (Object.keys(escapes).length > 0 ? { escapes } : {});

/** Takes fields apart: which characters are escaped how. */
function fieldParts(fields: string): Parts | undefined {
  const values = fields.replace(/(^|&)[^=&]*=/g, '');
  const kept = new Set(values.replace(/%u?[0-9a-f]{2}/gi, '').match(/[^\w.%+-]/g));
  const others = [...kept].join('');
  if (/[^~!*'()]/.test(others)) return undefined;
  const escapes = withEscapes({
    ...(values.includes('+') && { space: '+' }),
    ...(/%u/i.test(values) && { beyond: 'percent-u' }),
    ...(others !== '' && { keeps: `${KEPT}${others}` }),
    ...(/%(?:[a-f][0-9a-f]|\d[a-f])/.test(values) && { digits: 'lower' }),
  });
  return { parameter: '${name}=${value}', between: '&', ...escapes };
}
