import { PREDEFINED } from '../wire/xml/escape.ts';
import { XSI } from '../wire/xml/tree.ts';
import {
  editElements,
  isWrittenElement,
  partsOfName,
  qualifiedName,
  type WrittenElement,
  writtenElements,
} from '../wire/xml/written.ts';
import { isDeclaration, namedNamespaces, namespaceProperties, withRoot } from './namespace-style.ts';
import { property } from './style-property.ts';
import type { WrittenReply } from './written-reply.ts';

interface WhiteSpace {
  /** Behind the declaration, and behind the root. */
  readonly declaration: string;
  readonly end: string;
  readonly newline: string;
  /** Of each level; absent where elements stand on one line. */
  readonly indent?: string;
}

const isBlank = (node: unknown) => typeof node === 'string' && node.trim() === '';

function whiteSpaceOf({ document: { root, before, behind } }: WrittenReply): WhiteSpace | undefined {
  if (before.trim() !== '' || behind.trim() !== '') return undefined;
  const [between = ''] = root.children.flatMap((child) =>
    typeof child === 'string' && isBlank(child) ? child : [],
  );
  const newline = /^[^\S\r\n]*(?:\r\n|\r|\n)?/.exec(between)?.[0] ?? '';
  const isIndented = between !== '' && root.children.some(isWrittenElement);
  return {
    ...{ declaration: before, end: behind, newline: isIndented ? newline : '' },
    ...(isIndented && { indent: between.slice(newline.length) }),
  };
}

function withWhiteSpace(
  reply: WrittenReply,
  { declaration, end, newline, indent }: WhiteSpace,
): WrittenReply {
  const root = editElements(reply.document.root, (element, depth) => {
    const children = element.children.filter((child) => !isBlank(child));
    if (children.length === 0 || !children.every(isWrittenElement)) return element;
    if (indent === undefined) return { ...element, children };
    const before = (level: number) => newline + indent.repeat(level);
    return {
      ...element,
      children: [...children.flatMap((child) => [before(depth + 1), child]), before(depth)],
    };
  });
  return { ...reply, document: { ...reply.document, before: declaration, behind: end, root } };
}

/** How an empty element is written: its tag, `nil` for xsi:nil, or `absent` where the element is left out. */
interface EmptyElements {
  readonly text?: string;
  readonly list?: string;
}

function structuresOf({ contract: { packetResult, deliveryResult } }: WrittenReply) {
  return { fields: [...packetResult.fields, ...deliveryResult.fields], list: packetResult.list.name };
}

const childNames = ({ children }: WrittenElement) =>
  children.filter(isWrittenElement).map(({ name }) => partsOfName(name).local);

/** Returns the names of the fields of a result or of a delivery result; undefined for other elements. */
function fieldNames(element: WrittenElement, { contract }: WrittenReply): readonly string[] | undefined {
  const names = childNames(element);
  const { packetResult, deliveryResult } = contract;
  return [packetResult, deliveryResult]
    .map(({ fields }) => fields.map(({ name }) => name))
    .find((fields) => names.some((name) => fields.includes(name as never)));
}

const NIL = / [\w.-]+:nil\s*=\s*["'](?:true|1)["']/;

function emptyForm({ attributes, children, emptyEnd }: WrittenElement): string | undefined {
  if (children.length > 0) return undefined;
  if (NIL.test(attributes.join(''))) return 'nil';
  return emptyEnd === '' ? '<a></a>' : `<a${emptyEnd}>`;
}

function emptyElementsOf(reply: WrittenReply): EmptyElements | undefined {
  const { fields, list } = structuresOf(reply);
  const found: { text?: string; list?: string } = {};
  for (const element of writtenElements(reply.document.root)) {
    const { local } = partsOfName(element.name);
    const kind = local === list ? 'list' : 'text';
    const form = fields.some(({ name }) => name === local) ? emptyForm(element) : undefined;
    if (form !== undefined) found[kind] ??= form;
    const present = childNames(element);
    for (const name of fieldNames(element, reply) ?? [])
      if (!present.includes(name)) found[name === list ? 'list' : 'text'] ??= 'absent';
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function withEmptyElements(reply: WrittenReply, forms: EmptyElements): WrittenReply {
  const { fields, list } = structuresOf(reply);
  const xsi = namedNamespaces(reply).find(({ uri }) => uri === XSI)?.prefix;
  const formOf = (name: string) => forms[name === list ? 'list' : 'text'];
  const inForm = (element: WrittenElement, form: string): WrittenElement => {
    const attributes = element.attributes.filter((attribute) => !NIL.test(attribute));
    const declared = xsi === undefined ? [` xmlns:xsi="${XSI}"`] : [];
    if (form !== 'nil')
      return { ...element, attributes, emptyEnd: form === '<a></a>' ? '' : form.slice(2, -1) };
    return {
      ...element,
      attributes: [...attributes, ...declared, ` ${xsi ?? 'xsi'}:nil="true"`],
      emptyEnd: ' /',
    };
  };
  const root = editElements(reply.document.root, (element) => {
    const names = fieldNames(element, reply);
    if (!names) return element;
    const present = element.children.filter(isWrittenElement);
    const { prefix } = partsOfName(present[0]?.name ?? '');
    const added = names.flatMap((name): WrittenElement[] => {
      const form = formOf(name) ?? 'absent';
      const isPresent = present.some((child) => partsOfName(child.name).local === name);
      if (isPresent || form === 'absent') return [];
      return [
        inForm({ name: qualifiedName(prefix, name), attributes: [], children: [], emptyEnd: ' /' }, form),
      ];
    });
    const children = element.children.flatMap((child) => {
      if (!isWrittenElement(child) || emptyForm(child) === undefined) return child;
      const { local } = partsOfName(child.name);
      const form = fields.some(({ name }) => name === local) ? formOf(local) : undefined;
      if (form === undefined) return child;
      return form === 'absent' ? [] : inForm(child, form);
    });
    return { ...element, children: added.length === 0 ? children : inOrder([...children, ...added], names) };
  });
  return withRoot(reply, root);
}

/** Puts the elements among children into an order of names; white space stays where it is. */
function inOrder(children: WrittenElement['children'], names: readonly string[]): WrittenElement['children'] {
  const placeOf = ({ name }: WrittenElement) => {
    const place = names.indexOf(partsOfName(name).local);
    return place < 0 ? names.length : place;
  };
  const sorted = children.filter(isWrittenElement).toSorted((a, b) => placeOf(a) - placeOf(b));
  return children.map((child) => (isWrittenElement(child) ? (sorted.shift() ?? child) : child));
}

type Order = Readonly<Record<string, readonly string[]>>;

function orderOf(reply: WrittenReply): Order | undefined {
  const found: Record<string, readonly string[]> = {};
  for (const element of writtenElements(reply.document.root)) {
    const names = childNames(element);
    const key = fieldNames(element, reply)?.includes(reply.contract.packetResult.identifier)
      ? 'packet'
      : 'delivery';
    if (fieldNames(element, reply) && names.length > (found[key]?.length ?? 0)) found[key] = names;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function withOrder(reply: WrittenReply, order: Order): WrittenReply {
  const root = editElements(reply.document.root, (element) => {
    const names = fieldNames(element, reply);
    if (!names) return element;
    const wanted = order[names.includes(reply.contract.packetResult.identifier) ? 'packet' : 'delivery'];
    return wanted ? { ...element, children: inOrder(element.children, wanted) } : element;
  });
  return withRoot(reply, root);
}

/** True if the elements that both orders have are in another order. */
function isOtherOrder(from: Order, to: Order): boolean {
  return Object.entries(from).some(([structure, names]) => {
    const others = to[structure] ?? names;
    const common = names.filter((name) => others.includes(name));
    return common.join() !== others.filter((name) => names.includes(name)).join();
  });
}

type Attributes = Readonly<Record<string, readonly string[]>>;

const isOther = (attribute: string) => !isDeclaration(attribute) && !NIL.test(attribute);

function attributesOf(reply: WrittenReply): Attributes {
  const elements = writtenElements(reply.document.root);
  const found = elements.map(
    ({ name, attributes }) => [partsOfName(name).local, attributes.filter(isOther)] as const,
  );
  return Object.fromEntries(found.filter(([, attributes]) => attributes.length > 0));
}

function withAttributes(reply: WrittenReply, wanted: Attributes): WrittenReply {
  const root = editElements(reply.document.root, ({ attributes, ...element }) => {
    const kept = attributes.filter((attribute) => !isOther(attribute));
    return { ...element, attributes: [...kept, ...(wanted[partsOfName(element.name).local] ?? [])] };
  });
  return withRoot(reply, root);
}

/** How characters of texts are written, such as `&quot;`; `beyond ASCII` has the kind of reference, or none. */
type References = Readonly<Record<string, string>>;

const UNIT = /<!\[CDATA\[[\s\S]*?\]\]>|&[^;\s]+;|[\s\S]/gu;
const BEYOND = 'beyond ASCII';

function decoded(unit: string): string {
  const [, cdata] = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(unit) ?? [];
  if (cdata !== undefined) return cdata;
  const [, reference] = /^&([^;]+);$/.exec(unit) ?? [];
  if (reference === undefined) return unit;
  const [, isHex, digits] = /^#(x?)([\da-f]+)$/i.exec(reference) ?? [];
  return digits === undefined
    ? (PREDEFINED[reference] ?? unit)
    : String.fromCodePoint(Number.parseInt(digits, isHex ? 16 : 10));
}

/** Returns a text without references and CDATA sections. */
export function decodedText(text: string): string {
  return text.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&[^;\s]+;/g, decoded);
}

function formOfReference(unit: string): string {
  if (!unit.startsWith('&#')) return 'none';
  return unit.startsWith('&#x') ? 'hexadecimal' : 'decimal';
}

function textsOf(reply: WrittenReply): readonly string[] {
  return writtenElements(reply.document.root).flatMap(({ children }) =>
    children.flatMap((child) => (typeof child === 'string' && !isBlank(child) ? child : [])),
  );
}

function referencesOf(reply: WrittenReply): References | undefined {
  const found: Record<string, string> = {};
  for (const unit of textsOf(reply).flatMap((text) => text.match(UNIT) ?? [])) {
    const character = decoded(unit);
    if (unit.startsWith('<![CDATA[')) found.CDATA = 'yes';
    else if (/^[<>&"'\r\n\t]$/.test(character)) found[character] ??= unit;
    else if (character > '\u007F') found[BEYOND] ??= formOfReference(unit);
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function withReferences(reply: WrittenReply, references: References): WrittenReply {
  const writtenUnit = (unit: string): string => {
    if (unit.startsWith('<![CDATA[')) return unit;
    const character = decoded(unit);
    const form = references[BEYOND];
    if (character <= '\u007F' || form === undefined) return references[character] ?? unit;
    if (form === 'none') return character;
    const code = character.codePointAt(0) ?? 0;
    return form === 'decimal' ? `&#${code};` : `&#x${code.toString(16).toUpperCase()};`;
  };
  const written = (text: string) => {
    const units = text.match(UNIT) ?? [];
    if (references.CDATA && units.some((unit) => unit.length > 1 && !unit.startsWith('&#'))) {
      return `<![CDATA[${units.map(decoded).join('')}]]>`;
    }
    return units.map(writtenUnit).join('');
  };
  const root = editElements(reply.document.root, (element) => {
    const isText = !element.children.some(isWrittenElement);
    return isText
      ? { ...element, children: element.children.map((child) => written(String(child))) }
      : element;
  });
  return withRoot(reply, root);
}

/** Properties of the document, in the order in which they are written. */
export const documentProperties = [
  property(
    'declaration',
    ({ document }) => document.declaration,
    (reply, declaration) => {
      const { before } = reply.document;
      // No line break is left of a declaration that is left out.
      const document = {
        ...reply.document,
        declaration,
        before: declaration === '' ? before.trimStart() : before,
      };
      return { ...reply, document };
    },
  ),
  property('empty-elements', emptyElementsOf, withEmptyElements),
  property('order', orderOf, withOrder, isOtherOrder),
  property('attributes', attributesOf, withAttributes),
  ...namespaceProperties,
  property('white-space', whiteSpaceOf, withWhiteSpace),
  property('references', referencesOf, withReferences),
] as const;
