import type { Call, ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { edit, find, moveTo, rename, type TreeChange } from '../tree.ts';

const soap = ['soap11', 'soap12'] as const;

const inNamespace =
  (uri: (old: string) => string): TreeChange =>
  (root) =>
    moveTo(moveTo(root, 'Body', uri), 'Envelope', uri);

const aloneOf = (root: ReplyElement, name: string): ReplyElement => find(root, name) ?? root;

const envelopeOf = (id: string, { contract }: Call): string =>
  contract.bindings.find((binding) => binding.id === id)?.envelope ?? '';

/** What the root of a SOAP reply can be instead of the Envelope of its version. */
const roots: readonly (readonly [id: string, title: string, bindings: Defect['bindings'], TreeChange])[] = [
  [
    'soap11-envelope-as-12',
    'SOAP 1.1 replies hold a SOAP 1.2 envelope',
    ['soap11'],
    (root, call) => inNamespace(() => envelopeOf('soap12', call))(root, call),
  ],
  [
    'soap11-envelope-namespace-without-slash',
    'The namespace of the SOAP 1.1 envelope lacks its last slash',
    ['soap11'],
    inNamespace((uri) => uri.replace(/\/$/, '')),
  ],
  [
    'soap12-envelope-namespace-slash',
    'The namespace of the SOAP 1.2 envelope ends with a slash',
    ['soap12'],
    inNamespace((uri) => `${uri}/`),
  ],
  [
    'soap12-envelope-draft',
    'SOAP 1.2 replies hold the envelope of a draft',
    ['soap12'],
    inNamespace(() => 'http://www.w3.org/2002/12/soap-envelope'),
  ],
  [
    'envelope-namespace-https',
    'The namespace of the envelope is written with https',
    soap,
    inNamespace((uri) => uri.replace('http:', 'https:')),
  ],
  ['envelope-without-namespace', 'Envelope and Body are in no namespace', soap, inNamespace(() => '')],
  ['envelope-renamed', 'The envelope is named Message', soap, (root) => rename(root, 'Envelope', 'Message')],
  [
    'envelope-lower-case',
    'The envelope is named envelope',
    soap,
    (root) => rename(root, 'Envelope', 'envelope'),
  ],
  [
    'envelope-missing',
    'The element <OperationName>Response is the root, without an envelope',
    soap,
    (root, { operation }) => aloneOf(root, `${operation.name}Response`),
  ],
  [
    'envelope-plain-result',
    'SOAP replies are the document of HTTP GET: EmPostSmsResult alone',
    soap,
    (root, { operation, contract }) => ({
      ...aloneOf(root, `${operation.name}Result`),
      name: contract.packetResult.element,
    }),
  ],
];

/** Deviations of the Envelope itself. */
export const envelopeDefects: readonly Defect[] = [
  ...roots.map(([id, title, bindings = soap, change]): Defect => {
    const requirement = `bindings.${bindings[0]}.response-envelope`;
    return { id, title, requirement, rules: ['soap/envelope'], bindings, seam: 'reply', change };
  }),
  {
    id: 'envelope-other-version-than-body',
    title: 'The envelope is of the other SOAP version than its body',
    requirement: 'bindings.soap12.response-envelope',
    rules: ['soap/envelope', 'soap/body'],
    bindings: soap,
    seam: 'reply',
    change: (root, call) =>
      moveTo(root, 'Envelope', () => envelopeOf(call.binding === 'soap11' ? 'soap12' : 'soap11', call)),
  },
  {
    id: 'envelope-in-body',
    title: 'The body holds the whole envelope once more',
    requirement: 'bindings.soap11.response-element',
    rules: ['soap/response'],
    bindings: soap,
    seam: 'reply',
    change: (root) => edit(root, 'Body', (body) => ({ ...body, children: [root] })),
  },
];
