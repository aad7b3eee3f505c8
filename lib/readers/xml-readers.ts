import type { XmlElement } from '../model/judging/document.ts';
import { allElements } from '../reading/writing.ts';
import { childrenNamed, elementsOf, isNamed, textOf, XSI } from '../wire/xml/tree.ts';
import { qualifiedName } from '../wire/xml/written.ts';
import { type Fields, fieldsBy, type Reader, type ReadFields, type WrittenFor } from './reader.ts';
import { rootIn, rootOf, textIn } from './receive.ts';

type Children = (parent: XmlElement, name: string) => readonly XmlElement[];

/** Follows the way to a result, by functions that find children in the namespaces of the envelope and of the service. */
function resultIn(
  root: XmlElement,
  { operation, isSoap }: WrittenFor,
  envelope: Children,
  service: Children,
): XmlElement {
  if (!isSoap) return root;
  const way = [
    ['Body', envelope],
    [`${operation}Response`, service],
    [`${operation}Result`, service],
  ] as const;
  return way.reduce((parent, [name, children]) => {
    const [child] = children(parent, name);
    if (!child) throw new Error(`no ${name} is found`);
    return child;
  }, root);
}

/** Reads the fields of a result; `missing` is what an absent element is to a program. */
function fieldsIn(
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

const byUri =
  ({ namespace }: WrittenFor): Children =>
  (parent, name) =>
    elementsOf(parent).filter((element) => isNamed(element, namespace, name));

const byPrefix =
  (prefix: string): Children =>
  (parent, name) =>
    childrenNamed(parent, name).filter((element) => element.prefix === prefix);

/** Reads a document by names and namespaces, which a change of style never breaks. */
export function textByNamespace(root: XmlElement, written: WrittenFor): ReadFields {
  const children = byUri(written);
  return fieldsIn(resultIn(root, written, childrenNamed, children), written, children, '');
}

const inside = (element: XmlElement) => elementsOf(element).flatMap(allElements);

/** Finds the children in the order of the WSDL, each behind the one before; the others are lost, or an error. */
function inSequence(
  { namespace, contract: { packetResult, deliveryResult } }: WrittenFor,
  isStrict: boolean,
): Children {
  const { list } = packetResult;
  const fieldNames = ({ local }: XmlElement) => {
    if (local === list.name) return [list.item];
    return (local === list.item ? deliveryResult : packetResult).fields.map(({ name }) => name);
  };
  return (parent, wanted) => {
    const names: readonly string[] = fieldNames(parent);
    let member = 0;
    return elementsOf(parent).filter((element) => {
      const place = names.findIndex((name, at) => at >= member && isNamed(element, namespace, name));
      if (place < 0 && isStrict) throw new Error(`unexpected element ${element.local}`);
      member = Math.max(member, place);
      return place >= 0 && element.local === wanted;
    });
  };
}

const isNil = ({ attributes }: XmlElement) =>
  attributes.some(({ uri, local, value }) => uri === XSI && local === 'nil' && /^(?:true|1)$/.test(value));

/** Reads like generated code: the way by namespaces; xsi:nil is no value. */
function generated(root: XmlElement, written: WrittenFor, children: Children): ReadFields {
  const result = resultIn(root, written, childrenNamed, byUri(written));
  const withValue: Children = (parent, name) => children(parent, name).filter((element) => !isNil(element));
  return fieldsIn(result, written, withValue, null);
}

export const xmlReaders: readonly Reader[] = [
  {
    id: 'prefix-stripped',
    title: 'prefix stripped as text (a public PHP client of this service)',
    seen: 'https://github.com/OpenMageModuleFostering/numerno_euromsg',
    stumbles: 'another prefix of the envelope',
    read: (response, written) => {
      const start = qualifiedName(written.envelopePrefix, '');
      const root = rootOf(start === '' ? textIn(response) : textIn(response).replaceAll(start, ''));
      const children = byPrefix('');
      return fieldsIn(resultIn(root, written, children, children), written, children, '');
    },
  },
  {
    id: 'simplexml-prefix',
    title: 'SimpleXML by prefix (PHP)',
    seen: 'https://github.com/DigDes/SoapCore/issues/541',
    stumbles: 'other prefixes',
    read: (response, written) => {
      const [envelope, service] = [byPrefix(written.envelopePrefix), byPrefix(written.servicePrefix)];
      return fieldsIn(resultIn(rootIn(response), written, envelope, service), written, service, '');
    },
  },
  {
    id: 'simplexml-uri',
    title: 'SimpleXML by namespace (PHP)',
    seen: 'https://www.php.net/manual/en/simplexmlelement.children.php',
    stumbles: 'another namespace',
    read: (response, written) => textByNamespace(rootIn(response), written),
  },
  {
    id: 'dom-qualified',
    title: 'getElementsByTagName',
    seen: 'https://github.com/awksedgreep/lather/issues/10',
    stumbles: 'another prefix of the service',
    read: (response, written) => {
      const anywhere: Children = (parent, name) =>
        inside(parent).filter(({ prefix, local }) => prefix === written.servicePrefix && local === name);
      return fieldsIn(rootIn(response), written, anywhere, null);
    },
  },
  {
    id: 'dom-local',
    title: 'getElementsByTagNameNS',
    seen: 'https://developer.mozilla.org/en-US/docs/Web/API/Document/getElementsByTagNameNS',
    stumbles: 'other names',
    read: (response, written) => {
      const anywhere: Children = (parent, name) => inside(parent).filter(({ local }) => local === name);
      return fieldsIn(rootIn(response), written, anywhere, null);
    },
  },
  {
    id: 'xml-serializer',
    title: 'XmlSerializer with Order (.NET)',
    seen: 'https://github.com/DigDes/SoapCore/issues/903',
    stumbles: 'another order or namespace; a member that is absent is null',
    unchecked: 'Debian has no .NET, and Mono reads members in any order',
    read: (response, written) => generated(rootIn(response), written, inSequence(written, false)),
  },
  {
    id: 'jaxb',
    title: 'JAXB (Java)',
    seen: 'https://github.com/DigDes/SoapCore/issues/717',
    stumbles: 'another namespace; an element that is absent is null',
    unchecked: 'a JDK is large',
    read: (response, written) => generated(rootIn(response), written, byUri(written)),
  },
  {
    id: 'encoding-xml',
    title: 'encoding/xml (Go)',
    seen: 'https://github.com/golang/go/issues/38335',
    stumbles: 'another encoding than UTF-8',
    unchecked: 'Go is large',
    read: (response, written) => {
      const [, encoding = 'utf-8'] = /^<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(textIn(response)) ?? [];
      if (!/^utf-8$/i.test(encoding)) throw new Error(`encoding ${JSON.stringify(encoding)} declared`);
      const result = resultIn(rootIn(response), written, childrenNamed, childrenNamed);
      return fieldsIn(result, written, childrenNamed, '');
    },
  },
  {
    id: 'zeep',
    title: 'zeep (Python)',
    seen: 'https://github.com/mvantellingen/python-zeep/issues/487',
    stumbles: 'another order or namespace, and elements that the WSDL does not have',
    read: (response, written) => {
      const { packet, deliveries } = generated(rootIn(response), written, inSequence(written, true));
      const none = (fields: Fields) =>
        Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text || null]));
      return { packet: none(packet), deliveries: deliveries.map(none) };
    },
  },
  {
    id: 'php-soapclient',
    title: 'SoapClient (PHP)',
    seen: 'https://github.com/notfalsedev/laravel-soap/issues/154',
    stumbles: 'one delivery result is no list',
    read: (response, written) => {
      const read = generated(rootIn(response), written, childrenNamed);
      if (read.deliveries.length === 1) throw new Error('one delivery result is no list');
      return read;
    },
  },
];
