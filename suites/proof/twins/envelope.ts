import { element, text } from '../../../lib/reference/defects/changes.ts';
import { plain, soap } from '../../../lib/reference/defects/defect.ts';
import { plus } from '../../../lib/reference/defects/tree.ts';
import type { ReplyElement } from '../../../lib/reference/seams.ts';
import { isMarkup } from '../../../lib/reference/write/write-xml.ts';
import { equal, type Twin, tag } from './equal.ts';

const names =
  'Namespaces in XML 1.0 §2 to §6: a name is its namespace and its local part, whatever the prefix';

const isContent = (element: ReplyElement) => (element.prefix ?? '') === '';
const contentPrefix = (prefix: string) => (element: ReplyElement) =>
  isContent(element) ? { ...element, prefix } : element;
const envelopePrefix = (prefix: string) => (element: ReplyElement) =>
  isContent(element) ? element : { ...element, prefix };

/** What puts a Header before the Body, with this content, or with a block that has these attributes. */
const header = (content: string) => ['<soap:Body', `<soap:Header>${content}</soap:Header>$&`] as const;
const block = (attributes: string) => header(`<b:Trace xmlns:b="urn:b" ${attributes}>1<b:X/>2</b:Trace>`);

const encodingStyle = 'soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"';
const lookAlikes =
  '<b:Body xmlns:b="urn:b" /><b:Fault xmlns:b="urn:b" /><PacketID xmlns="urn:b">0</PacketID>';

const ofOthers = 'SOAP 1.1 §4, SOAP 1.2 part 1 §5: attributes of other namespaces are allowed';

/** Equal SOAP envelopes, namespaces, and attributes that a document may have. */
export const envelopeTwins: readonly Twin[] = [
  // Other prefixes and places of declarations.
  ...equal(names).in(element(null), {
    'content-prefix-turkish: The elements of the service have the prefix ş': contentPrefix('ş'),
    // Hides the envelope's prefix of the same name from there on.
    'content-prefix-soap: The elements of the service have the prefix soap': contentPrefix('soap'),
    'prefix-per-element: Every element has a prefix of its own': (element) => ({
      prefix: `p-${element.name}`,
    }),
  }),
  ...equal(names, { bindings: soap }).in(element(null), {
    'envelope-prefix-s: The envelope has the prefix s': envelopePrefix('s'),
    'envelope-prefix-soap-env: The envelope has the prefix SOAP-ENV': envelopePrefix('SOAP-ENV'),
    'envelope-default-namespace: The envelope appears in the default namespace, and its content in another one':
      envelopePrefix(''),
  }),
  ...equal(names).in(tag, {
    'namespaces-redeclared: Every element of the service declares its namespace again': (
      tag,
      { namespace },
    ) => tag.replace(/^<\w+(?=[ >])(?!.* xmlns=")/s, `$& xmlns="${namespace}"`),
    'namespaces-twice: A second prefix stands for the namespace of the service': (tag, { namespace }) =>
      tag.replace(/^<\w+(?=[ >])/, `$& xmlns:q="${namespace}"`),
    'schema-namespaces-absent: The namespaces of XML Schema are not declared': [/ xmlns:xs[id]="[^"]*"/g, ''],
  }),
  ...equal(names, { bindings: soap }).in(text, {
    'namespaces-on-root: The envelope declares every namespace, its content none': (text, { namespace }) =>
      text
        .replace(/<(\/?)(?=\w+[ />])/g, '<$1s:')
        .replace(` xmlns="${namespace}"`, '')
        .replace('<soap:Envelope', `<soap:Envelope xmlns:s="${namespace}"`),
  }),
  ...equal('XML 1.0 §3.3.3: references in attribute values stand for their characters').in(tag, {
    'namespace-by-references: Namespace names are written with character references': (tag) =>
      tag.replaceAll('="http:', '="h&#116;tp&#x3A;'),
  }),
  // Equal SOAP envelopes.
  ...equal('SOAP 1.1 §4.2, SOAP 1.2 part 1 §5.2: a Header is optional, and its blocks are anyone’s', {
    bindings: soap,
  }).in(text, {
    'header-empty: An empty Header appears before the Body': ['<soap:Body', '<soap:Header />$&'],
    'header-block: The Header has a block that the suite does not know': block(''),
    'header-optional-block: A block need not be understood': block('soap:mustUnderstand="0"'),
    'header-block-for-others: Somebody else must understand a block': block(
      'soap:actor="urn:proxy" soap:role="urn:proxy" soap:mustUnderstand="1"',
    ),
    'header-look-alikes: Blocks are named like the Body, the Fault and a field': header(lookAlikes),
  }),
  ...equal('SOAP 1.2 part 1 §5.2.3: the value is an xs:boolean, which false is one of', {
    bindings: ['soap12'],
  }).in(text, {
    'header-optional-block-word: The mustUnderstand of a block is false': block(
      'soap:mustUnderstand="false"',
    ),
  }),
  ...equal('SOAP 1.1 §4: other elements may follow the Body when they are namespace-qualified', {
    bindings: ['soap11'],
  }).in(text, {
    'trailer-called-body: A Body of another namespace follows': [
      '</soap:Body>',
      '$&<t:Body xmlns:t="urn:t" />',
    ],
  }),
  ...equal('SOAP 1.1 §3, SOAP 1.2 part 1 §5: comments are no processing instructions', {
    bindings: soap,
  }).in(text, {
    'instruction-look-alikes: Comments hold what looks like a processing instruction': (text) =>
      `${text.replace('?>', '?><!-- <?page 1?> -->')}<!--<?end?>-->`,
  }),
  ...equal('SOAP 1.1 §4, SOAP 1.2 part 1 §5: they mean nothing there', { bindings: soap }).in(tag, {
    'envelope-white-space: White space and comments appear between the parts of the envelope': (tag) =>
      /^<\/?soap:/.test(tag) ? `\n<!-- ${tag.slice(1, -1)} -->\n${tag}` : tag,
  }),
  // Attributes that an envelope or a document may have.
  ...equal('SOAP 1.1 §4.1.1: the attribute may appear on any element; SOAP 1.2 forbids it on the envelope', {
    bindings: ['soap11'],
  }).in(text, {
    'encoding-style-envelope: The envelope has an encodingStyle': ['<soap:Envelope', `$& ${encodingStyle}`],
  }),
  ...equal('SOAP 1.1 §4.1.1, SOAP 1.2 part 1 §5.1.1: the attribute may appear on a child of the Body', {
    bindings: soap,
  }).in(tag, {
    'encoding-style-response: The Response has an encodingStyle': (tag, { operation }) =>
      tag.replace(`<${operation.name}Response`, `$& ${encodingStyle}`),
  }),
  ...equal(ofOthers, { bindings: soap }).in(text, {
    'envelope-attribute: The envelope has one': ['<soap:Envelope', '$& x:version="7" xmlns:x="urn:x"'],
  }),
  ...equal('XML Schema part 1 §2.6.3: xsi:schemaLocation may appear on any element and is a hint', {
    bindings: plain,
  }).in(element('EmPostSmsResult'), {
    'schema-location: The root says where a schema is': (root, { namespace }) =>
      plus(['xsi:schemaLocation', `${namespace} postsms.xsd`])(root),
  }),
  ...equal('XML 1.0 §2.10 and §2.12: xml:lang and xml:space change no character').in(tag, {
    'language-and-space: Every field names a language and keeps its white space': [
      /^<\w+(?=>)/,
      '$& xml:lang="tr" xml:space="preserve"',
    ],
  }),
  ...equal('Contract §2: all fields are of type string; XML Schema part 1 §2.6: xsi:type, xsi:nil').in(
    element(null),
    {
      'string-types: Every text says that it is an xsd:string and not nil': (element) =>
        element.children.some(isMarkup) || element.name === 'DeliveryResults'
          ? element
          : plus(['xsi:type', 'xsd:string'], ['xsi:nil', 'false'])(element),
    },
  ),
];
