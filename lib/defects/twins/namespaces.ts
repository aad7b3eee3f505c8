import type { ReplyElement } from '../../reference/index.ts';
import { inElements, inTags, overSoap, written } from './markup.ts';
import type { Twin } from './twin.ts';

const because =
  'Namespaces in XML 1.0 §2 to §6: a name is its namespace and its local part, whatever the prefix';

const isContent = (element: ReplyElement) => (element.prefix ?? '') === '';
const withContentPrefix = (prefix: string) =>
  inElements((element) => (isContent(element) ? { ...element, prefix } : element));
const withEnvelopePrefix = (prefix: string) =>
  inElements((element) => (isContent(element) ? element : { ...element, prefix }));

const prefixes = [
  ['content', 's', withContentPrefix('s')],
  ['content', 'ş', withContentPrefix('ş')],
  // Hides the envelope's prefix of the same name from there on.
  ['content', 'soap', withContentPrefix('soap')],
  ['envelope', 'S', withEnvelopePrefix('S')],
  ['envelope', 'SOAP-ENV', withEnvelopePrefix('SOAP-ENV')],
  ['envelope', 'env', withEnvelopePrefix('env')],
] as const;

const slug = (prefix: string) => (prefix === 'ş' ? 'turkish' : prefix.toLowerCase());

/** Other prefixes and places of declarations. */
export const namespaceTwins: readonly Twin[] = [
  ...prefixes.map(
    ([part, prefix, deviation]): Twin => ({
      id: `${part}-prefix-${slug(prefix)}`,
      title: `The ${part === 'content' ? 'elements of the service have' : 'envelope has'} the prefix ${prefix}`,
      because,
      ...(part === 'envelope' ? { bindings: overSoap } : {}),
      ...deviation,
    }),
  ),
  {
    id: 'envelope-default-namespace',
    title: 'The envelope stands in the default namespace, and its content in another one',
    because,
    bindings: overSoap,
    ...withEnvelopePrefix(''),
  },
  {
    id: 'content-prefixed-envelope-default',
    title: 'The envelope stands in the default namespace, its content has a prefix',
    because,
    bindings: overSoap,
    ...inElements((element) => ({ ...element, prefix: isContent(element) ? 'm' : '' })),
  },
  {
    id: 'prefix-per-element',
    title: 'Every element has a prefix of its own',
    because,
    ...inElements((element) => ({ ...element, prefix: `p-${element.name}` })),
  },
  {
    id: 'prefix-on-some',
    title: 'Elements with a prefix and without one stand side by side',
    because,
    ...inElements((element) => (element.name.startsWith('Delivery') ? { ...element, prefix: 'd' } : element)),
  },
  {
    id: 'namespaces-redeclared',
    title: 'Every element of the service declares its namespace again',
    because,
    ...inTags((tag, { namespace }) =>
      /^<\w+[ >]/.test(tag) && !tag.includes(' xmlns="')
        ? tag.replace(/^<\w+/, (start) => `${start} xmlns="${namespace}"`)
        : tag,
    ),
  },
  {
    id: 'namespaces-on-root',
    title: 'The envelope declares every namespace, its content none',
    because,
    bindings: overSoap,
    ...written((text, { namespace }) =>
      text
        .replace(/<(\/?)(?=\w+[ />])/g, '<$1s:')
        .replace(` xmlns="${namespace}"`, '')
        .replace('<soap:Envelope', `<soap:Envelope xmlns:s="${namespace}"`),
    ),
  },
  {
    id: 'namespaces-unused',
    title: 'Namespaces are declared that no name uses',
    because,
    ...inTags((tag) =>
      tag.replace(/^<[\w:]+/, (start) => `${start} xmlns:unused="urn:unused" xmlns:x="urn:x"`),
    ),
  },
  {
    id: 'namespaces-twice',
    title: 'A second prefix stands for the namespace of the service',
    because,
    ...inTags((tag, { namespace }) =>
      tag.replace(/^<\w+(?=[ >])/, (start) => `${start} xmlns:q="${namespace}"`),
    ),
  },
  {
    id: 'namespace-by-references',
    title: 'Namespace names are written with character references',
    because: 'XML 1.0 §3.3.3: references in attribute values stand for their characters',
    ...inTags((tag) => tag.replaceAll('="http:', '="h&#116;tp&#x3A;')),
  },
  {
    id: 'schema-namespaces-absent',
    title: 'The namespaces of XML Schema are not declared',
    because,
    ...inTags((tag) => tag.replace(/ xmlns:xs[id]="[^"]*"/g, '')),
  },
];
