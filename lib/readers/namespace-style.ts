import { rememberedFor } from '../text/remembered.ts';
import { SOAP_11, SOAP_12, XSI } from '../wire/xml/tree.ts';
import {
  isWrittenElement,
  partsOfAttribute,
  partsOfName,
  qualifiedName,
  type WrittenElement,
  type WrittenNode,
} from '../wire/xml/written.ts';
import { property } from './style-property.ts';
import type { WrittenReply } from './written-reply.ts';

/** Namespaces of XML Schema by their usual prefixes, which a reply may declare without using them. */
const OF_SCHEMA: Readonly<Record<string, string>> = { xsi: XSI, xsd: 'http://www.w3.org/2001/XMLSchema' };

/** Namespaces that a style names by what they are for; others appear as `prefix=URI`. */
const NAMED: readonly (readonly [name: string, uri: string])[] = [
  ['envelope', SOAP_11],
  ['envelope', SOAP_12],
  ...Object.entries(OF_SCHEMA),
];

/** Returns a reply with another root. */
export function withRoot(reply: WrittenReply, root: WrittenElement): WrittenReply {
  return { ...reply, document: { ...reply.document, root } };
}

/** True for an attribute that declares a namespace. */
export const isDeclaration = (attribute: string) => /^\s+xmlns(?:[:=]|\s)/.test(attribute);

/** Namespaces by their prefixes. */
type Scope = ReadonlyMap<string, string>;

const NOTHING: Scope = new Map();

function declaredIn({ attributes }: WrittenElement): Scope {
  const declarations = attributes.filter(isDeclaration).map(partsOfAttribute);
  return new Map(declarations.map(({ name, value }) => [name.replace(/^xmlns:?/, ''), value]));
}

function scopeIn(element: WrittenElement, outside: Scope): Scope {
  const declared = declaredIn(element);
  return declared.size === 0 ? outside : new Map([...outside, ...declared]);
}

/** Returns the elements of a document, each with the namespaces that are in force in it. */
const scopedElements = rememberedFor((root: WrittenElement) => {
  const within = (element: WrittenElement, outside: Scope): readonly (readonly [WrittenElement, Scope])[] => {
    const scope = scopeIn(element, outside);
    const inside = element.children.filter(isWrittenElement).flatMap((child) => within(child, scope));
    return [[element, scope], ...inside];
  };
  return within(root, NOTHING);
});

/** Returns the namespace of the service, which is that of the packet's identifier, with its prefix. */
export function serviceNamespace({ document: { root }, contract }: WrittenReply) {
  const { identifier } = contract.packetResult;
  const found = scopedElements(root).find(([{ name }]) => partsOfName(name).local === identifier);
  const { prefix } = partsOfName(found?.[0].name ?? '');
  return { prefix, uri: found?.[1].get(prefix) ?? '' };
}

/** Returns the namespaces that a reply declares, each with its prefix and a name for what it is for. */
export function namedNamespaces(reply: WrittenReply) {
  const service = serviceNamespace(reply).uri;
  const declared = scopedElements(reply.document.root).flatMap(([element]) => [...declaredIn(element)]);
  return declared.map(([prefix, uri]) => {
    const known = NAMED.find(([, named]) => named === uri)?.[0];
    return { prefix, uri, name: known ?? (uri === service ? 'service' : undefined) };
  });
}

type Prefixes = Readonly<Record<string, string>>;

export function prefixesOf(reply: WrittenReply): Prefixes {
  const named = namedNamespaces(reply).flatMap(({ name, prefix }) =>
    name === 'envelope' || name === 'service' ? [[name, prefix]] : [],
  );
  return Object.fromEntries(named);
}

/** Lists the namespaces that the root declares, in their order; the others are declared where they are first used. */
function rootNamespaces(reply: WrittenReply): readonly string[] {
  const all = namedNamespaces(reply);
  return [...declaredIn(reply.document.root)].map(([prefix, uri]) => {
    const named = all.find((each) => each.uri === uri)?.name;
    return named ?? `${prefix}=${uri}`;
  });
}

/** Writes the names of elements with other prefixes, and declares these namespaces on the root. */
function withNamespaces(reply: WrittenReply, prefixes: Prefixes, names: readonly string[]): WrittenReply {
  const { root } = reply.document;
  const all = namedNamespaces(reply);
  // The first name of a namespace counts.
  const nameOf = new Map(all.toReversed().map(({ uri, name = '' }) => [uri, name]));
  // Attributes keep their prefixes, and need them whatever the style has.
  const needed = scopedElements(root).flatMap(([{ attributes }, scope]) =>
    attributes.flatMap((attribute) => {
      const { prefix } = partsOfName(partsOfAttribute(attribute).name);
      const uri = scope.get(prefix) ?? OF_SCHEMA[prefix];
      return isDeclaration(attribute) || prefix === '' || uri === undefined ? [] : { prefix, uri };
    }),
  );
  const ofAttributes = new Map(needed.map(({ prefix, uri }) => [prefix, uri]));
  const renamed = ({ prefix, uri }: { readonly prefix: string; readonly uri: string }) => {
    const wanted = prefixes[nameOf.get(uri) ?? ''] ?? prefix;
    return { prefix: (ofAttributes.get(wanted) ?? uri) === uri ? wanted : prefix, uri };
  };
  const named = names.flatMap((name) => {
    const known = all.find((namespace) => namespace.name === name);
    if (known) return renamed(known);
    const [prefix = '', ...rest] = name.split('=');
    if (rest.length > 0) return { prefix, uri: rest.join('=') };
    const uri = OF_SCHEMA[name];
    return uri === undefined ? [] : { prefix, uri };
  });
  const rewritten = (element: WrittenElement, before: Scope, outside: Scope, ofRoot: Scope) => {
    const scope = scopeIn(element, before);
    const { prefix: written, local } = partsOfName(element.name);
    const { prefix, uri } = renamed({ prefix: written, uri: scope.get(written) ?? '' });
    const declared = new Map(ofRoot);
    if ((ofRoot.get(prefix) ?? outside.get(prefix) ?? '') !== uri) declared.set(prefix, uri);
    const inside = new Map([...outside, ...declared]);
    const others = element.attributes.filter((attribute) => !isDeclaration(attribute));
    const children = element.children.map(
      (child): WrittenNode => (isWrittenElement(child) ? rewritten(child, scope, inside, NOTHING) : child),
    );
    const attributes = [...[...declared].map(declaration), ...others];
    return { ...element, name: qualifiedName(prefix, local), attributes, children };
  };
  // Of two with a prefix, the first is declared on the root.
  const ofRoot = new Map<string, string>();
  for (const { prefix, uri } of [...named, ...needed]) if (!ofRoot.has(prefix)) ofRoot.set(prefix, uri);
  return withRoot(reply, rewritten(root, NOTHING, NOTHING, ofRoot));
}

const declaration = ([prefix, uri]: readonly [string, string]) =>
  ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${uri}"`;

/** Properties of namespaces, in the order in which they are written. */
export const namespaceProperties = [
  property('prefix', prefixesOf, (reply, prefixes) => withNamespaces(reply, prefixes, rootNamespaces(reply))),
  property('namespaces', rootNamespaces, (reply, names) => withNamespaces(reply, {}, names)),
] as const;
