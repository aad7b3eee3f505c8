import type { XmlElement } from '../model/judging/document.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { childrenNamed, elementsOf, isNamed, textOf, XSI } from '../wire/xml/tree.ts';
import { fieldsBy, type Reader, type ReadFields, type WrittenFor } from './reader.ts';
import { textIn } from './receive.ts';

/** Parses a document as a conforming parser does. */
export function rootOf(text: string): XmlElement {
  const reading = parseXml(text.replace(/^\uFEFF/, ''));
  if (reading.kind === 'document') return reading.root;
  throw new Error('message' in reading ? `not XML: ${reading.message}` : 'not XML');
}

/** Names of the elements around a result, with the part of the prefix: `envelope` or `service`. */
function wayTo({
  operation,
  isSoap,
}: WrittenFor): readonly (readonly [part: 'envelope' | 'service', name: string])[] {
  if (!isSoap) return [];
  const service = [`${operation}Response`, `${operation}Result`].map((name) => ['service', name] as const);
  return [['envelope', 'Body'], ...service];
}

/** Follows the way to a result with a function that finds children. */
function resultBy(
  root: XmlElement,
  written: WrittenFor,
  find: (parent: XmlElement, name: string, part: 'envelope' | 'service') => XmlElement | undefined,
): XmlElement {
  let node = root;
  for (const [part, name] of wayTo(written)) {
    const child = find(node, name, part);
    if (!child) throw new Error(`no ${name} is found`);
    node = child;
  }
  return node;
}

const isNil = (element: XmlElement) =>
  element.attributes.some(
    ({ uri, local, value }) => uri === XSI && local === 'nil' && /^(?:true|1)$/.test(value),
  );

type Children = (parent: XmlElement, name: string) => readonly XmlElement[];

/** Reads fields with a function that finds children by their names; `missing` is what an absent element is to a program. */
function fieldsByChildren(
  result: XmlElement,
  written: WrittenFor,
  children: Children,
  missing: '' | null,
): ReadFields {
  const { name, item } = written.contract.packetResult.list;
  return fieldsBy(
    result,
    written,
    (parent, field) => {
      const [element] = children(parent, field);
      return element ? textOf(element) : missing;
    },
    (parent) => children(parent, name).flatMap((list) => children(list, item)),
  );
}

/** Reads a document by names and namespaces, which a change of style never breaks. */
export function textByNamespace(text: string, written: WrittenFor): ReadFields {
  const { namespace } = written;
  const children: Children = (parent, name) =>
    elementsOf(parent).filter((element) => isNamed(element, namespace, name));
  const result = resultBy(rootOf(text), written, (parent, name, part) =>
    part === 'service' ? children(parent, name)[0] : childrenNamed(parent, name)[0],
  );
  return fieldsByChildren(result, written, children, '');
}

/** Makes a reader of the characters of a reply. */
function textReader(
  about: Omit<Reader, 'read'>,
  read: (text: string, written: WrittenFor) => ReadFields,
): Reader {
  return { ...about, read: (bytes, written) => read(textIn(bytes), written) };
}

const ofSimpleXml =
  (prefix: string): Children =>
  (parent, name) =>
    childrenNamed(parent, name).filter((element) => element.prefix === prefix);

/** Returns elements anywhere inside, in document order. */
function inside(element: XmlElement): readonly XmlElement[] {
  return elementsOf(element).flatMap((child) => [child, ...inside(child)]);
}

/** Reads like XmlSerializer with Order: an element that comes behind a later member is lost. */
function inSequence(names: readonly string[], namespace: string): Children {
  return (parent, wanted) => {
    let member = 0;
    const found: XmlElement[] = [];
    for (const element of elementsOf(parent)) {
      const place = names.findIndex((name, at) => at >= member && isNamed(element, namespace, name));
      if (place < 0) continue;
      member = place;
      if (element.local === wanted) found.push(element);
    }
    return found;
  };
}

/** Reads like generated code: `children` by the kind of its parent; xsi:nil is no value. */
function generated(text: string, written: WrittenFor, children: Children): ReadFields {
  const { namespace } = written;
  const result = resultBy(rootOf(text), written, (parent, name, part) =>
    elementsOf(parent).find(({ uri, local }) => local === name && (part === 'envelope' || uri === namespace)),
  );
  const withValue: Children = (parent, name) => children(parent, name).filter((element) => !isNil(element));
  return fieldsByChildren(result, written, withValue, null);
}

function structureNames({ contract: { packetResult, deliveryResult } }: WrittenFor, parent: XmlElement) {
  const isDelivery = parent.local === packetResult.list.item;
  if (parent.local === packetResult.list.name) return [packetResult.list.item];
  return (isDelivery ? deliveryResult : packetResult).fields.map(({ name }) => name);
}

const byUri =
  ({ namespace }: WrittenFor): Children =>
  (parent, name) =>
    elementsOf(parent).filter((element) => isNamed(element, namespace, name));

/** Readers of XML with a tree. */
export const xmlReaders: readonly Reader[] = [
  textReader(
    {
      id: 'prefix-stripped',
      title: 'prefix stripped as text (PHP, a public client of this service)',
      seen: 'https://github.com/OpenMageModuleFostering/numerno_euromsg',
      stumbles: 'another prefix of the envelope',
    },
    (text, written) => {
      const stripped =
        written.envelopePrefix === '' ? text : text.replaceAll(`${written.envelopePrefix}:`, '');
      const children = ofSimpleXml('');
      const root = rootOf(stripped);
      const result = resultBy(root, written, (parent, name) => children(parent, name)[0]);
      return fieldsByChildren(result, written, children, '');
    },
  ),
  textReader(
    {
      id: 'simplexml-prefix',
      title: 'SimpleXML by prefix (PHP)',
      seen: 'https://github.com/DigDes/SoapCore/issues/541',
      stumbles: 'other prefixes',
    },
    (text, written) => {
      const { envelopePrefix, servicePrefix } = written;
      const children = ofSimpleXml(servicePrefix);
      const result = resultBy(
        rootOf(text),
        written,
        (parent, name, part) =>
          (part === 'envelope' ? ofSimpleXml(envelopePrefix) : children)(parent, name)[0],
      );
      return fieldsByChildren(result, written, children, '');
    },
  ),
  textReader(
    {
      id: 'simplexml-uri',
      title: 'SimpleXML by namespace (PHP)',
      seen: 'https://www.php.net/manual/en/simplexmlelement.children.php',
      stumbles: 'another namespace',
    },
    textByNamespace,
  ),
  textReader(
    {
      id: 'dom-qualified',
      title: 'getElementsByTagName',
      seen: 'https://github.com/awksedgreep/lather/issues/10',
      stumbles: 'another prefix of the service',
    },
    (text, written) => {
      const prefix = written.servicePrefix === '' ? '' : `${written.servicePrefix}:`;
      const nameOf = (element: XmlElement) =>
        `${element.prefix === '' ? '' : `${element.prefix}:`}${element.local}`;
      const anywhere: Children = (parent, name) =>
        inside(parent).filter((element) => nameOf(element) === prefix + name);
      return fieldsByChildren(rootOf(text), written, anywhere, null);
    },
  ),
  textReader(
    {
      id: 'dom-local',
      title: 'getElementsByTagNameNS',
      seen: 'https://developer.mozilla.org/en-US/docs/Web/API/Document/getElementsByTagNameNS',
      stumbles: 'other names',
    },
    (text, written) => {
      const anywhere: Children = (parent, name) => inside(parent).filter(({ local }) => local === name);
      return fieldsByChildren(rootOf(text), written, anywhere, null);
    },
  ),
  textReader(
    {
      id: 'xml-serializer',
      title: 'XmlSerializer with Order (.NET)',
      seen: 'https://github.com/DigDes/SoapCore/issues/903',
      stumbles: 'another order or namespace; a member that is absent is null',
      unchecked: 'Debian has no .NET, and Mono reads members in any order',
    },
    (text, written) =>
      generated(text, written, (parent, name) =>
        inSequence(structureNames(written, parent), written.namespace)(parent, name),
      ),
  ),
  textReader(
    {
      id: 'jaxb',
      title: 'JAXB (Java)',
      seen: 'https://github.com/DigDes/SoapCore/issues/717',
      stumbles: 'another namespace; an element that is absent is null',
      unchecked: 'a JDK is large',
    },
    (text, written) => generated(text, written, byUri(written)),
  ),
  textReader(
    {
      id: 'encoding-xml',
      title: 'encoding/xml (Go)',
      seen: 'https://github.com/golang/go/issues/38335',
      stumbles: 'another encoding than UTF-8',
      unchecked: 'Go is large',
    },
    (text, written) => {
      const [, encoding = 'utf-8'] = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(text) ?? [];
      if (!/^utf-8$/i.test(encoding)) throw new Error(`encoding ${JSON.stringify(encoding)} declared`);
      const result = resultBy(rootOf(text), written, (parent, name) => childrenNamed(parent, name)[0]);
      return fieldsByChildren(result, written, childrenNamed, '');
    },
  ),
  textReader(
    {
      id: 'zeep',
      title: 'zeep (Python)',
      seen: 'https://github.com/mvantellingen/python-zeep/issues/487',
      stumbles: 'another order or namespace, and elements that the WSDL does not have',
    },
    (text, written) => {
      const children: Children = (parent, name) => {
        const names = structureNames(written, parent);
        let member = 0;
        for (const element of elementsOf(parent)) {
          const place = names.findIndex(
            (known, at) => at >= member && isNamed(element, written.namespace, known),
          );
          if (place < 0) throw new Error(`unexpected element ${element.local}`);
          member = place;
        }
        return byUri(written)(parent, name);
      };
      const result = generated(text, written, children);
      const none = (fields: ReadFields['packet']) =>
        Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, value === '' ? null : value]),
        );
      return { packet: none(result.packet), deliveries: result.deliveries.map(none) };
    },
  ),
  textReader(
    {
      id: 'php-soapclient',
      title: 'SoapClient (PHP)',
      seen: 'https://github.com/notfalsedev/laravel-soap/issues/154',
      stumbles: 'one delivery result is no list',
    },
    (text, written) => {
      const read = generated(text, written, childrenNamed);
      if (read.deliveries.length === 1) throw new Error('one delivery result is no list');
      return read;
    },
  ),
];
