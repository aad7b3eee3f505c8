import type { Call, ReplyElement } from '../../reference/index.ts';
import { edit } from '../tree.ts';
import { inTags, overPlain, overSoap, written } from './markup.ts';
import type { Twin } from './twin.ts';

const header = 'SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2: a Header is optional, and its blocks are anyone’s';
const attributes = 'SOAP 1.1 §4, SOAP 1.2 part 1 §5: attributes of other namespaces are allowed';

/** A twin's Header in front of the Body. */
function withHeader(blocks: string) {
  return written((text) =>
    text.replace(
      '<soap:Body',
      blocks === '' ? '<soap:Header /><soap:Body' : `<soap:Header>${blocks}</soap:Header><soap:Body`,
    ),
  );
}

const inTree = (name: string, change: (element: ReplyElement, call: Call) => ReplyElement) => ({
  seam: 'reply' as const,
  change: (root: ReplyElement, call: Call) => edit(root, name, (element) => change(element, call)),
});

const plus = (element: ReplyElement, ...added: readonly (readonly [string, string])[]): ReplyElement => ({
  ...element,
  attributes: [...(element.attributes ?? []), ...added],
});

const encodingStyle = ['soap:encodingStyle', 'http://schemas.xmlsoap.org/soap/encoding/'] as const;
const utility = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const addressing =
  '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:reply</a:Action>' +
  '<a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing">urn:uuid:1</a:RelatesTo>';

const headers = [
  ['empty', 'An empty Header', ''],
  ['white-space', 'A Header with nothing but white space and a comment', '\r\n  <!-- none -->\r\n'],
  [
    'block',
    'A Header with a block that the suite does not know',
    '<b:Trace xmlns:b="urn:b">1<b:X/>2</b:Trace>',
  ],
  ['addressing', 'A Header with the blocks of WS-Addressing', addressing],
  [
    'optional-block',
    'A Header with a block that need not be understood',
    '<b:Trace xmlns:b="urn:b" soap:mustUnderstand="0" />',
  ],
  [
    'optional-block-spaced',
    'A Header with a block that need not be understood, white space around the value',
    '<b:Trace xmlns:b="urn:b" soap:mustUnderstand=" 0 " />',
  ],
  [
    'block-for-others',
    'A Header with a block that somebody else must understand',
    '<b:Trace xmlns:b="urn:b" soap:actor="urn:proxy" soap:role="urn:proxy" soap:mustUnderstand="1" />',
  ],
  [
    'look-alikes',
    'A Header with blocks named like the Body, the Fault and a field',
    '<b:Body xmlns:b="urn:b" /><b:Fault xmlns:b="urn:b" /><PacketID xmlns="urn:b">0</PacketID>',
  ],
] as const;

/** Equal SOAP envelopes, and attributes that a document of XML may have. */
export const soapTwins: readonly Twin[] = [
  ...headers.map(
    ([name, what, blocks]): Twin => ({
      id: `header-${name}`,
      title: `${what} stands before the Body`,
      because: header,
      bindings: overSoap,
      ...withHeader(blocks),
    }),
  ),
  {
    id: 'trailer-after-body',
    title: 'An element of another namespace follows the Body',
    because: 'SOAP 1.1 §4: other elements may follow the Body when they are namespace-qualified',
    bindings: ['soap11'],
    ...written((text) =>
      text.replace('</soap:Body>', '</soap:Body><t:Trailer xmlns:t="urn:t">1</t:Trailer>'),
    ),
  },
  {
    id: 'trailer-called-body',
    title: 'An element of another namespace that is called Body follows the Body',
    because:
      'SOAP 1.1 §4: other elements may follow the Body; Namespaces in XML 1.0 §2: a name has two parts',
    bindings: ['soap11'],
    ...written((text) => text.replace('</soap:Body>', '</soap:Body><t:Body xmlns:t="urn:t" />')),
  },
  {
    id: 'header-optional-block-word',
    title: 'A Header with a block whose mustUnderstand is false stands before the Body',
    because: 'SOAP 1.2 part 1 §5.2.3: the value is an xs:boolean, which false is one of',
    bindings: ['soap12'],
    ...withHeader('<b:Trace xmlns:b="urn:b" soap:mustUnderstand="false" />'),
  },
  {
    id: 'instruction-look-alikes',
    title: 'Comments hold what looks like a processing instruction',
    because: 'SOAP 1.1 §3, SOAP 1.2 part 1 §5: comments are no processing instructions',
    bindings: overSoap,
    ...written((text) => `${text.replace('?>', '?><!-- <?page 1?> -->')}<!--<?end?>-->`),
  },
  {
    id: 'encoding-style-envelope',
    title: 'The envelope has an encodingStyle',
    because: 'SOAP 1.1 §4.1.1: the attribute may stand on any element; SOAP 1.2 forbids it on the envelope',
    bindings: ['soap11'],
    ...inTree('Envelope', (element) => plus(element, encodingStyle)),
  },
  {
    id: 'encoding-style-response',
    title: 'The Response has an encodingStyle',
    because: 'SOAP 1.1 §4.1.1, SOAP 1.2 part 1 §5.1.1: the attribute may stand on a child of the Body',
    bindings: overSoap,
    ...inTags((tag, { operation }) =>
      tag.replace(
        `<${operation.name}Response`,
        `<${operation.name}Response soap:encodingStyle="${encodingStyle[1]}"`,
      ),
    ),
  },
  {
    id: 'body-id',
    title: 'The Body has an identifier, as a signed one has',
    because: attributes,
    bindings: overSoap,
    ...inTree('Body', (element) => plus(element, ['u:Id', 'body'], ['xmlns:u', utility])),
  },
  {
    id: 'envelope-attribute',
    title: 'The envelope has an attribute of another namespace',
    because: attributes,
    bindings: overSoap,
    ...inTree('Envelope', (element) => plus(element, ['x:version', '7'], ['xmlns:x', 'urn:x'])),
  },
  {
    id: 'envelope-white-space',
    title: 'White space and comments stand between the parts of the envelope',
    because: 'SOAP 1.1 §4, SOAP 1.2 part 1 §5: they mean nothing there',
    bindings: overSoap,
    ...inTags((tag) => (/^<\/?soap:/.test(tag) ? `\n<!-- ${tag.slice(1, -1)} -->\n${tag}` : tag)),
  },
  {
    id: 'schema-location',
    title: 'The root says where a schema is',
    because: 'XML Schema part 1 §2.6.3: xsi:schemaLocation may stand on any element and is a hint',
    bindings: overPlain,
    ...inTree('EmPostSmsResult', (element, { namespace }) =>
      plus(element, ['xsi:schemaLocation', `${namespace} postsms.xsd`]),
    ),
  },
  {
    id: 'language-and-space',
    title: 'Every field names a language and keeps its white space',
    because: 'XML 1.0 §2.10 and §2.12: xml:lang and xml:space change no character',
    ...inTags((tag) => tag.replace(/^<\w+(?=>)/, '$& xml:lang="tr" xml:space="preserve"')),
  },
  {
    id: 'string-types',
    title: 'Every text says that it is an xsd:string and not nil',
    because: 'Contract §2: all fields are of type string; XML Schema part 1 §2.6: xsi:type, xsi:nil',
    ...inTags((tag) =>
      tag.replace(
        /^<(?:PacketID|PacketStatus|GsmNumber|DeliveryResult|DeliveryDetail|DeliveryTime|DeliveredMessage|PostType|KeyID|SendDate)(?=>| )/,
        '$& xsi:type="xsd:string" xsi:nil="false"',
      ),
    ),
  },
];
