import type { XmlElement } from '../model/judging/document.ts';
import { type LooseOptions, readLoosely } from '../wire/xml/loose-reader.ts';
import { elementsOf, textOf, withoutSpaceAround } from '../wire/xml/tree.ts';
import { fieldsBy, type Reader, type ReadFields, type WrittenFor } from './reader.ts';
import { textIn } from './receive.ts';
import { rootOf } from './xml-readers.ts';

type Node = Readonly<Record<string, unknown>>;

/** How a package makes an object of an element. */
interface ObjectForm {
  /** Whether a single child is a list as well. */
  readonly listsAlways?: boolean;
  /** Makes the value of an element without children. */
  readonly leaf: (element: XmlElement) => unknown;
  /** Changes the document before it is parsed. */
  readonly prepare?: (text: string) => string;
}

const withoutCdata = (text: string) => text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');

const qualified = ({ prefix, local }: XmlElement) => (prefix === '' ? local : `${prefix}:${local}`);

/** Makes the object of an element: its children by their names with prefixes. */
function objectOf(element: XmlElement, form: ObjectForm): unknown {
  const children = elementsOf(element);
  if (children.length === 0) return form.leaf(element);
  const lists: Record<string, unknown[]> = {};
  for (const child of children) {
    const name = qualified(child);
    lists[name] = [...(lists[name] ?? []), objectOf(child, form)];
  }
  const entries = Object.entries(lists);
  return Object.fromEntries(
    entries.map(([name, list]) => [name, list.length > 1 || form.listsAlways ? list : list[0]]),
  );
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Follows the keys of an object; lists by their first member. */
function member(value: unknown, key: string): unknown {
  const node = Array.isArray(value) ? value[0] : value;
  return isNode(node) ? node[key] : undefined;
}

interface Keys {
  readonly envelope: string;
  readonly service: string;
}

/** Reads fields of an object whose keys have the prefixes that a program was written for. */
function fieldsOfObject(
  document: unknown,
  written: WrittenFor,
  keys: Keys,
  text: (value: unknown) => string | null,
): ReadFields {
  const { operation, isSoap, contract } = written;
  const { element, list } = contract.packetResult;
  const way = isSoap
    ? [
        `${keys.envelope}Envelope`,
        `${keys.envelope}Body`,
        ...['Response', 'Result'].map((end) => keys.service + operation + end),
      ]
    : [keys.service + element];
  let result = document;
  for (const key of way) {
    result = member(result, key);
    if (result === undefined) throw new Error(`no key ${key}`);
  }
  return fieldsBy<unknown>(
    result,
    written,
    (parent, name) => {
      const value = member(parent, keys.service + name);
      return value === undefined ? null : text(value);
    },
    (parent) => {
      const items = member(member(parent, keys.service + list.name), keys.service + list.item);
      if (items === undefined) return [];
      if (!Array.isArray(items)) throw new Error('one delivery result is no list');
      return items;
    },
  );
}

function keysWithPrefixes({ envelopePrefix, servicePrefix }: WrittenFor): Keys {
  const start = (prefix: string) => (prefix === '' ? '' : `${prefix}:`);
  return { envelope: start(envelopePrefix), service: start(servicePrefix) };
}

function plainText(value: unknown): string | null {
  const text = Array.isArray(value) ? value[0] : value;
  if (isNode(text)) throw new Error('a text is an object, because its element has attributes');
  return text === null || text === undefined ? null : String(text);
}

function withAttributes(element: XmlElement, text: unknown): unknown {
  return element.attributes.length === 0 ? text : { attributes: element.attributes.length, text };
}

/** Makes a reader of objects whose keys are names with prefixes. */
function keyReader(about: Omit<Reader, 'read'>, form: ObjectForm, textOfValue = plainText): Reader {
  const { prepare = (text: string) => text } = form;
  const read: Reader['read'] = (bytes, written) => {
    const root = rootOf(prepare(textIn(bytes)));
    const document = { [qualified(root)]: objectOf(root, form) };
    return fieldsOfObject(document, written, keysWithPrefixes(written), textOfValue);
  };
  return { ...about, read };
}

/** Makes a reader with fast-xml-parser itself. */
function looseReader(about: Omit<Reader, 'read'>, options: LooseOptions): Reader {
  const read: Reader['read'] = (bytes, written) => {
    const keys = options.removeNSPrefix ? { envelope: '', service: '' } : keysWithPrefixes(written);
    return fieldsOfObject(readLoosely(textIn(bytes), options), written, keys, plainText);
  };
  return { ...about, read };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Readers of objects and of characters. */
export const objectReaders: readonly Reader[] = [
  keyReader(
    {
      id: 'xml2js',
      title: 'xml2js',
      seen: 'https://github.com/Leonidas-from-XIV/node-xml2js/issues/87',
      stumbles: 'other prefixes, and attributes of texts',
    },
    { listsAlways: true, leaf: (element) => withAttributes(element, textOf(element)) },
  ),
  keyReader(
    {
      id: 'xml-js',
      title: 'xml-js',
      seen: 'https://github.com/nashwaan/xml-js/issues/106',
      stumbles: 'other prefixes, one delivery result, and CDATA',
    },
    // CDATA is under another key.
    {
      leaf: (element) => ({ _text: textOf(element) === '' ? null : textOf(element) }),
      prepare: withoutCdata,
    },
    (value) => member(value, '_text') as string | null,
  ),
  keyReader(
    {
      id: 'xmltodict',
      title: 'xmltodict (Python)',
      seen: 'https://github.com/martinblech/xmltodict/issues/14',
      stumbles: 'other prefixes, one delivery result, and attributes of texts',
    },
    { leaf: (element) => withAttributes(element, withoutSpaceAround(textOf(element)) || null) },
  ),
  looseReader(
    {
      id: 'fast-xml-parser',
      title: 'fast-xml-parser',
      seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
      stumbles: 'other prefixes, one delivery result, and texts that look like numbers',
    },
    {},
  ),
  looseReader(
    {
      id: 'fast-xml-parser-numbers',
      title: 'fast-xml-parser with removeNSPrefix',
      seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
      stumbles: 'one delivery result, and texts that look like numbers',
    },
    { removeNSPrefix: true },
  ),
  looseReader(
    {
      id: 'fast-xml-parser-texts',
      title: 'fast-xml-parser with removeNSPrefix, all texts',
      seen: 'https://github.com/NaturalIntelligence/fast-xml-parser/issues/438',
      stumbles: 'one delivery result',
    },
    { removeNSPrefix: true, parseTagValue: false },
  ),
  {
    id: 'regular-expression',
    title: 'regular expressions',
    seen: 'https://stackoverflow.com/questions/1732348',
    stumbles: 'prefixes, attributes, white space, references and empty-element tags',
    read: (bytes, written) => {
      const text = textIn(bytes);
      const { servicePrefix, contract } = written;
      const start = servicePrefix === '' ? '' : `${servicePrefix}:`;
      const between = (part: string, name: string) => {
        const [open, close] = [`<${start}${name}>`, `</${start}${name}>`];
        return part
          .split(open)
          .slice(1)
          .map((rest) => rest.split(close, 1)[0] ?? '');
      };
      const { list, identifier } = contract.packetResult;
      if (between(text, identifier).length === 0) throw new Error(`no <${start}${identifier}> is found`);
      return fieldsBy(
        text,
        written,
        (part, name) =>
          between(part, name)[0]?.replace(/&(\w+);/g, (all, entity) => ENTITIES[entity] ?? all) ?? null,
        (part) => between(part, list.item),
      );
    },
  },
];
