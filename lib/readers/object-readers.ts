import type { XmlElement } from '../model/judging/document.ts';
import { groupedBy } from '../text/add-to.ts';
import { PREDEFINED } from '../wire/xml/escape.ts';
import { type LooseOptions, readLoosely } from '../wire/xml/loose-reader.ts';
import { elementsOf, textOf, withoutSpaceAround } from '../wire/xml/tree.ts';
import { qualifiedName } from '../wire/xml/written.ts';
import { fieldsBy, type Reader } from './reader.ts';
import { type Received, rootIn, rootOf, textIn } from './receive.ts';

/** Makes the value of an element without children. */
type Leaf = (element: XmlElement) => unknown;

/** Makes an object of a document: children by their names with prefixes, a list of those that have one name. */
function objectOf(root: XmlElement, leaf: Leaf, listsAlways = false): unknown {
  const membersOf = (elements: readonly XmlElement[], isListed: boolean): unknown => {
    const groups = groupedBy(elements, ({ prefix, local }) => qualifiedName(prefix, local));
    const members = [...groups].map(([name, group]) => {
      const values = group.map((element) => {
        const children = elementsOf(element);
        return children.length === 0 ? leaf(element) : membersOf(children, listsAlways);
      });
      return [name, values.length > 1 || isListed ? values : values[0]];
    });
    return Object.fromEntries(members);
  };
  return membersOf([root], false);
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Follows a key of an object; of a list that of its first member. */
function member(value: unknown, key: string): unknown {
  const node = Array.isArray(value) ? value[0] : value;
  return isNode(node) ? node[key] : undefined;
}

function plainText(value: unknown): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  if (isNode(text)) throw new Error('a text is an object, because its element has attributes');
  return text === null || text === undefined ? null : String(text);
}

function withAttributes({ attributes }: XmlElement, text: unknown): unknown {
  return attributes.length === 0 ? text : { attributes: attributes.length, text };
}

/** Reads fields of an object whose keys have the prefixes that a program was written for. */
const byKeys =
  (objectIn: (response: Received) => unknown, textOfValue = plainText, hasPrefixes = true): Reader['read'] =>
  (response, written) => {
    const { operation, isSoap, contract, envelopePrefix, servicePrefix } = written;
    const { element, list } = contract.packetResult;
    const ofEnvelope = (name: string) => (hasPrefixes ? qualifiedName(envelopePrefix, name) : name);
    const ofService = (name: string) => (hasPrefixes ? qualifiedName(servicePrefix, name) : name);
    const soap = () => [
      ...['Envelope', 'Body'].map(ofEnvelope),
      ...[`${operation}Response`, `${operation}Result`].map(ofService),
    ];
    const result = (isSoap ? soap() : [ofService(element)]).reduce((node, key) => {
      const value = member(node, key);
      if (value === undefined) throw new Error(`no key ${key}`);
      return value;
    }, objectIn(response));
    return fieldsBy(
      result,
      written,
      (parent, name) => {
        const value = member(parent, ofService(name));
        return value === undefined ? null : textOfValue(value);
      },
      (parent) => {
        const items = member(member(parent, ofService(list.name)), ofService(list.item));
        if (items === undefined) return [];
        if (!Array.isArray(items)) throw new Error('one delivery result is no list');
        return items;
      },
    );
  };

/** Reads with fast-xml-parser itself. */
const byLooseKeys = (options: LooseOptions) =>
  byKeys((response) => readLoosely(textIn(response), options), plainText, !options.removeNSPrefix);

const withoutCdata = (text: string) => text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');

export const objectReaders: readonly Reader[] = [
  {
    id: 'xml2js',
    title: 'xml2js',
    seen: 'https://github.com/Leonidas-from-XIV/node-xml2js/issues/87',
    stumbles: 'other prefixes, and attributes of texts',
    read: byKeys((response) =>
      objectOf(rootIn(response), (element) => withAttributes(element, textOf(element)), true),
    ),
  },
  {
    id: 'xml-js',
    title: 'xml-js',
    seen: 'https://github.com/nashwaan/xml-js/issues/106',
    stumbles: 'other prefixes, one delivery result, and CDATA',
    read: byKeys(
      // CDATA is under another key.
      (response) =>
        objectOf(rootOf(withoutCdata(textIn(response))), (element) => ({ _text: textOf(element) || null })),
      (value) => member(value, '_text') as string | null,
    ),
  },
  {
    id: 'xmltodict',
    title: 'xmltodict (Python)',
    seen: 'https://github.com/martinblech/xmltodict/issues/14',
    stumbles: 'other prefixes, one delivery result, and attributes of texts',
    read: byKeys((response) =>
      objectOf(rootIn(response), (element) =>
        withAttributes(element, withoutSpaceAround(textOf(element)) || null),
      ),
    ),
  },
  {
    id: 'fast-xml-parser',
    title: 'fast-xml-parser',
    seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
    stumbles: 'other prefixes, one delivery result, and texts that look like numbers',
    read: byLooseKeys({}),
  },
  {
    id: 'fast-xml-parser-numbers',
    title: 'fast-xml-parser with removeNSPrefix',
    seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
    stumbles: 'one delivery result, and texts that look like numbers',
    read: byLooseKeys({ removeNSPrefix: true }),
  },
  {
    id: 'fast-xml-parser-texts',
    title: 'fast-xml-parser with removeNSPrefix and without parseTagValue',
    seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
    stumbles: 'one delivery result',
    read: byLooseKeys({ removeNSPrefix: true, parseTagValue: false }),
  },
  {
    id: 'regular-expression',
    title: 'regular expressions',
    seen: 'https://stackoverflow.com/questions/1732348',
    stumbles: 'prefixes, attributes, white space, references and empty-element tags',
    read: (response, written) => {
      const text = textIn(response);
      const between = (part: string, field: string) => {
        const name = qualifiedName(written.servicePrefix, field);
        const [, ...rests] = part.split(`<${name}>`);
        return rests.map((rest) => rest.split(`</${name}>`, 1)[0] ?? '');
      };
      const { list, identifier } = written.contract.packetResult;
      if (between(text, identifier).length === 0)
        throw new Error(`no <${qualifiedName(written.servicePrefix, identifier)}> is found`);
      const plain = (found: string) => found.replace(/&(\w+);/g, (all, entity) => PREDEFINED[entity] ?? all);
      return fieldsBy(
        text,
        written,
        (part, name) => between(part, name).map(plain)[0] ?? null,
        (part) => between(part, list.item),
      );
    },
  },
];
