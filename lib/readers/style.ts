import type { BindingId } from '../model/contract.ts';
import type { HeaderList } from '../model/judging/wire.ts';
import { groupedBy } from '../text/add-to.ts';
import { documentProperties } from './document-style.ts';
import { property, type StyleProperty } from './style-property.ts';
import { valueProperties } from './value-style.ts';
import type { WrittenReply } from './written-reply.ts';

const CONTENT_TYPE = /^content-type$/i;

/** What a style has in the place of values that are of a single reply, or that another property has. */
const PLACEHOLDERS: Readonly<Record<string, string>> = { date: '{date}', 'content-type': '{content-type}' };

/** Fields of secrets, and those that the content coding needs. */
const LEFT_OUT = /^(?:set-cookie2?|www-authenticate|content-encoding)$/i;

function headerFieldsOf({ headers }: WrittenReply): readonly string[] {
  const kept = headers.filter(([name]) => !LEFT_OUT.test(name));
  return kept.map(([name, value]) => `${name}: ${PLACEHOLDERS[name.toLowerCase()] ?? value}`);
}

/** Writes header fields in their order and letters; their placeholders are values of the reply. */
function withHeaderFields(reply: WrittenReply, fields: readonly string[]): WrittenReply {
  const values = new Map(reply.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const written = fields.map((field) => {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/s.exec(field) ?? [];
    const isPlaceholder = PLACEHOLDERS[name.toLowerCase()] === value;
    return [
      name,
      isPlaceholder ? (values.get(name.toLowerCase()) ?? new Date().toUTCString()) : value,
    ] as const;
  });
  return { ...reply, headers: [...written, ...reply.headers.filter(([name]) => LEFT_OUT.test(name))] };
}

function withContentType(reply: WrittenReply, type: string): WrittenReply {
  const headers: HeaderList = reply.headers.map(([name, value]) => [
    name,
    CONTENT_TYPE.test(name) ? type : value,
  ]);
  return { ...reply, headers };
}

function withCoding(reply: WrittenReply, coding: string): WrittenReply {
  const others = reply.headers.filter(([name]) => !/^content-encoding$/i.test(name));
  return {
    ...reply,
    coding,
    headers: coding === 'identity' ? others : [...others, ['Content-Encoding', coding]],
  };
}

/** Makes a property that is a member of written replies. */
function memberProperty<Name extends string>(
  name: Name,
  member: 'statusLine' | 'chunked' | 'encoding' | 'hasMark',
) {
  return property(
    name,
    (reply) => reply[member],
    (reply, value) => ({ ...reply, [member]: value }),
  );
}

const headProperties = [
  memberProperty('status-line', 'statusLine'),
  property('headers', headerFieldsOf, withHeaderFields),
  property(
    'content-type',
    ({ headers }) => headers.find(([name]) => CONTENT_TYPE.test(name))?.[1],
    withContentType,
  ),
  memberProperty('chunked', 'chunked'),
  property('content-coding', ({ coding }) => coding, withCoding),
  memberProperty('encoding', 'encoding'),
  memberProperty('byte-order-mark', 'hasMark'),
] as const;

/** Everything that a style has, in the order in which a reply is changed. */
export const styleProperties = [...valueProperties, ...documentProperties, ...headProperties] as const;

export type PropertyName = (typeof styleProperties)[number]['name'];

/** Values of properties by their names; a property that no reply showed is absent. */
export type Style = Readonly<Partial<Record<PropertyName, unknown>>>;

/** How a gateway writes its replies over each binding. */
export type GatewayStyle = Readonly<Partial<Record<BindingId, Style>>>;

/** Returns the style of replies over one binding: of each property the first value, of a property with parts all of them. */
export function styleOf(replies: readonly WrittenReply[]): Style {
  const style: Partial<Record<PropertyName, unknown>> = {};
  for (const reply of replies) {
    for (const { name, read } of styleProperties as readonly StyleProperty<PropertyName>[]) {
      const [before, value] = [style[name], read(reply)];
      if (value === undefined) continue;
      style[name] = isParts(before) && isParts(value) ? { ...value, ...before } : (before ?? value);
    }
  }
  return style;
}

/** True if a value has parts by their names. */
export function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the style of a gateway from its replies over all bindings. */
export function gatewayStyle(replies: readonly WrittenReply[]): GatewayStyle {
  const byBinding = groupedBy(replies, ({ call }) => call.binding.id);
  return Object.fromEntries([...byBinding].map(([binding, group]) => [binding, styleOf(group)]));
}

/** Writes a reply in a style: what it says stays, except where the style has shapes of times and states. */
export function inStyle(reply: WrittenReply, style: Style): WrittenReply {
  return styleProperties.reduce<WrittenReply>(
    (written, { name, write }) => (style[name] === undefined ? written : write(written, style[name])),
    reply,
  );
}

export const propertyNames: readonly PropertyName[] = styleProperties.map(({ name }) => name);

/** Returns the part of a style that has only those properties. */
export function onlyProperties(style: Style, names: readonly string[]): Style {
  return Object.fromEntries(Object.entries(style).filter(([name]) => names.includes(name)));
}
