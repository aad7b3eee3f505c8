import type { BindingId } from '../../model/contract.ts';
import type { XmlElement } from '../../model/judging/document.ts';
import { elementsOf, textOf } from '../../wire/xml/tree.ts';
import {
  attributeText,
  bindingIn,
  type Declared,
  declarationsIn,
  extensionOf,
  SCHEMA,
  type WsdlDocument,
  wsdlChildren,
} from './wsdl-document.ts';

/** A part of a service as its WSDL describes it: the service of a path base, an endpoint, an operation or an element. */
export interface Described {
  readonly what: 'description' | 'endpoint' | 'operation' | 'element';
  /** Such as `SendBulkSms/GsmNumbers`. */
  readonly place: string;
  readonly binding?: BindingId;
  /** Of an element: whether a client sends it, or reads it. */
  readonly direction?: 'sent' | 'read';
  readonly values: Readonly<Record<string, string>>;
  /** Its parts by what they are found by on another side; null where it can have none, such as a text. */
  readonly inside: ReadonlyMap<string, Described> | null;
}

type Declarations = ReturnType<typeof declarationsIn>;
type Place = Pick<Described, 'place'> & Required<Pick<Described, 'binding' | 'direction'>>;

const DIRECTIONS = [
  ['input', 'sent'],
  ['output', 'read'],
] as const;

/** Elements that are described, as types in types may make more than any service has; those of one type, and depth. */
const MOST_ELEMENTS = 5_000;
const MOST_INSIDE = 200;
const MOST_DEEP = 20;

/**
 * Describes what generated clients may notice of a WSDL (WSDL 1.1 §2, XML Schema part 1), with names resolved to their
 * namespaces. What refers to a document that was not read has nothing inside; of two ports of a binding, the last counts.
 *
 * @param path the path base that the WSDL is of
 * @param asked the URL that it came from; null for a file
 * @returns undefined without documents
 */
export function describeWsdl(
  documents: readonly WsdlDocument[],
  path: string,
  asked: URL | null,
): Described | undefined {
  const [first] = documents;
  if (!first) return undefined;
  const declared = declarationsIn(documents);
  const element = elementDescriber(declared);
  const services = [...declared.values()]
    .filter(({ node }) => node.local === 'service')
    .map(({ node }) => node);
  const all = services.flatMap((service) => wsdlChildren(service, 'port'));
  const boundTo = (port: XmlElement) => declared.get(`binding ${attributeText(port, 'binding')}`)?.node;
  const ports = all.flatMap((port) => {
    const bound = boundTo(port);
    const binding = bindingIn(bound);
    return bound && binding ? [{ port, bound, binding, type: attributeText(bound, 'type') ?? '' }] : [];
  });
  const endpoints = ports.map(({ port, bound, binding, type }): [string, Described] => {
    const [sharing = binding] = ports.flatMap((other) => (other.type === type ? other.binding : [])).sort();
    const values = {
      address: addressText(attributeText(extensionOf(port, 'address') ?? port, 'location'), path, asked),
      port: nameOf(port),
      binding: nameOf(bound),
      'portType shared': sharing === binding ? 'no' : `with ${sharing}`,
      ...(sharing === binding && { portType: type.replace(/^.*}/, '') }),
    };
    const portType = declared.get(`portType ${type}`)?.node;
    const operations = wsdlChildren(bound, 'operation').map((operation): [string, Described] => {
      const about = { place: nameOf(operation), binding };
      const described =
        portType && wsdlChildren(portType, 'operation').find((each) => nameOf(each) === about.place);
      return [about.place, operationOf({ operation, bound, described }, about, declared, element)];
    });
    return [binding, { what: 'endpoint', place: path, binding, values, inside: new Map(operations) }];
  });
  const values = {
    service: services.map(nameOf).join(' '),
    targetNamespace: attributeText(first.root, 'targetNamespace') ?? 'none',
    documentation: documents.flatMap(({ root }) => documentationIn(root)).join(' '),
    prefixes: documents.map(({ prefixes }) => prefixes).join(' '),
    'order of declarations': [...declared.keys()].join(', '),
  };
  const isRead = all.some(boundTo);
  return { what: 'description', place: path, values, inside: isRead ? new Map(endpoints) : null };
}

function nameOf(node: XmlElement): string {
  return attributeText(node, 'name') ?? attributeText(node, 'ref')?.replace(/^.*}/, '') ?? node.local;
}

/** Says where an address leads, seen from the URL that the WSDL came from; in a file, only its path counts. */
function addressText(location: string | undefined, path: string, asked: URL | null): string {
  if (location === undefined || !URL.canParse(location)) return location ?? 'none';
  const url = new URL(location);
  if (asked && url.hostname !== asked.hostname) return location;
  const isThere = asked ? url.pathname === asked.pathname : url.pathname.endsWith(path);
  if (!isThere) return `the path ${url.pathname}`;
  if (asked && url.protocol !== asked.protocol)
    return `${url.protocol} in a document that came over ${asked.protocol}`;
  return asked && url.host !== asked.host ? location : 'as asked';
}

function documentationIn(element: XmlElement): readonly string[] {
  if (element.local === 'documentation') return [textOf(element).trim()];
  return elementsOf(element).flatMap(documentationIn);
}

function operationOf(
  {
    operation,
    bound,
    described,
  }: Record<'operation' | 'bound', XmlElement> & { described: XmlElement | undefined },
  about: Omit<Place, 'direction'>,
  declared: Declarations,
  element: ReturnType<typeof elementDescriber>,
): Described {
  const globalOf = (part: XmlElement) => declared.get(`element ${attributeText(part, 'element')}`);
  const details = extensionOf(operation, 'operation') ?? operation;
  const styled = [details, extensionOf(bound, 'binding') ?? bound];
  const [style = 'document'] = styled.flatMap((node) => attributeText(node, 'style') ?? []);
  const messages = DIRECTIONS.map(([name, direction]) => {
    const [body] = wsdlChildren(operation, name).flatMap(elementsOf);
    const form = `${style} ${body ? (attributeText(body, 'use') ?? body.local) : 'none'}`;
    const used = described && wsdlChildren(described, name)[0];
    const message = declared.get(`message ${used && attributeText(used, 'message')}`)?.node;
    const parts = message ? wsdlChildren(message, 'part') : [];
    const elements = parts.map((part): [string, Described] => {
      const global = globalOf(part);
      const of = global ?? { node: part, parent: part };
      // The element of an envelope is found by its place, a field by its name.
      const [key, place] = global ? ['', about.place] : [nameOf(part), `${about.place}/${nameOf(part)}`];
      return [`${direction} ${key}`, element(of, of, { ...about, place, direction }, 0)];
    });
    const isRead =
      message !== undefined && parts.every((part) => !attributeText(part, 'element') || globalOf(part));
    return {
      isRead,
      values: { [`form ${direction}`]: form, [`message ${direction}`]: message ? nameOf(message) : 'none' },
      elements,
    };
  });
  const values = {
    SOAPAction: attributeText(details, 'soapAction') ?? 'none',
    location: attributeText(details, 'location') ?? 'none',
    ...Object.assign({}, ...messages.map((message) => message.values)),
  };
  const inside = new Map(messages.flatMap(({ elements }) => elements));
  const isRead = messages.every((message) => message.isRead);
  return { what: 'operation', ...about, values, inside: isRead ? inside : null };
}

/** Returns a function that describes an element, or a part of a message, with all that is inside. */
function elementDescriber(declared: Declarations) {
  let room = MOST_ELEMENTS;
  const element = (used: Declared, of: Declared, place: Place, depth: number): Described => {
    room -= 1;
    const inline = elementsOf(of.node).find(({ local }) => /^(?:complex|simple)Type$/.test(local));
    const named = attributeText(of.node, 'type');
    const type = inline ? { node: inline, parent: of.parent } : declared.get(`type ${named}`);
    const isComplex = type?.node.local === 'complexType';
    const inside = isComplex && depth < MOST_DEEP && room > 0 ? contentOf(type) : null;
    const isList = inside?.length === 1 && inside.some((child) => occurs(child, 'maxOccurs') !== '1');
    const sort = isList ? 'list' : isComplex ? 'elements' : simpleType(type, named);
    const most = occurs(used, 'maxOccurs');
    const values = {
      element: nameOf(of.node),
      namespace: namespaceOf(of, depth === 0 || used.node !== of.node),
      nillable: attributeText(of.node, 'nillable') ?? 'false',
      minOccurs: occurs(used, 'minOccurs'),
      ...(sort !== undefined && { type: most === '1' ? sort : `${sort}, up to ${most}` }),
      ...(isComplex && namedType(type, isList)),
      ...(inside && { order: inside.map((child) => nameOf(child.node)).join(', ') }),
    };
    const children = inside?.map((child): [string, Described] => {
      const name = nameOf(child.node);
      const reference = declared.get(`element ${attributeText(child.node, 'ref')}`);
      const at = { ...place, place: `${place.place}/${name}` };
      return [isList ? '' : name, element(child, reference ?? child, at, depth + 1)];
    });
    return { what: 'element', ...place, values, inside: children ? new Map(children) : null };
  };

  const known = new Map<XmlElement, readonly Declared[]>();
  /** Collects the elements and attributes of a complex type, those of the type that it extends first. */
  const contentOf = ({ node, parent }: Declared, depth = 0): readonly Declared[] => {
    const collect = (within: XmlElement): readonly Declared[] =>
      elementsOf(within).flatMap((child) => {
        if (child.uri !== SCHEMA || child.local === 'annotation') return [];
        if (/^(?:element|attribute|any)$/.test(child.local)) return [{ node: child, parent }];
        const base = child.local === 'extension' && declared.get(`type ${attributeText(child, 'base')}`);
        return [...(base && depth < MOST_DEEP ? contentOf(base, depth + 1) : []), ...collect(child)];
      });
    const content = known.get(node) ?? collect(node).slice(0, MOST_INSIDE);
    known.set(node, content);
    return content;
  };

  /** Returns the type that a simple type is derived from; undefined where that was not read. */
  const simpleType = (
    type: Declared | undefined,
    named = `{${SCHEMA}}anyType`,
    depth = 0,
  ): string | undefined => {
    const base = type && elementsOf(type.node).flatMap((child) => attributeText(child, 'base') ?? [])[0];
    if (base !== undefined && depth < MOST_DEEP)
      return simpleType(declared.get(`type ${base}`), base, depth + 1);
    return type || named.startsWith(`{${SCHEMA}}`) ? named.replace(`{${SCHEMA}}`, '') : undefined;
  };
  return element;
}

function namedType({ node }: Declared, isList: boolean): Readonly<Record<string, string>> {
  const name = attributeText(node, 'name');
  return name === undefined
    ? { 'named type': 'no' }
    : { 'named type': 'yes', [isList ? 'array type' : 'complex type']: name };
}

/** Returns the namespace of an element; a local one has one only if its form is qualified (XML Schema part 1 §3.3.2). */
function namespaceOf({ node, parent }: Declared, isGlobal: boolean): string {
  const form = attributeText(node, 'form') ?? attributeText(parent, 'elementFormDefault');
  return ((isGlobal || form === 'qualified') && attributeText(parent, 'targetNamespace')) || 'none';
}

function occurs({ node }: Declared, limit: 'minOccurs' | 'maxOccurs'): string {
  return attributeText(node, limit) ?? '1';
}
