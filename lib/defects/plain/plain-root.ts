import type { Call, ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { moveTo, type TreeChange } from '../tree.ts';
import { withText } from '../wire.ts';

const both = ['http-get', 'http-post'] as const;

const renamed =
  (name: (call: Call) => string): TreeChange =>
  (root, call) => ({ ...root, name: name(call) });

const inside =
  (outer: (call: Call) => { readonly name: string; readonly uri?: string }): TreeChange =>
  (root, call) => ({ uri: call.namespace, children: [root], ...outer(call) });

const response = (root: ReplyElement, { operation, namespace }: Call): ReplyElement => ({
  name: `${operation.name}Response`,
  uri: namespace,
  children: [{ ...root, name: `${operation.name}Result` }],
});

const envelope: TreeChange = (root, call) => {
  const uri = call.contract.bindings.find(({ id }) => id === 'soap11')?.envelope ?? '';
  const body: ReplyElement = { name: 'Body', uri, prefix: 'soap', children: [response(root, call)] };
  return { name: 'Envelope', uri, prefix: 'soap', children: [body] };
};

type Row = readonly [id: string, title: string, bindings: Defect['bindings'], change: TreeChange];

/** A root of another name that still is the packet result. */
const names: readonly Row[] = [
  [
    'plain-root-lower-case',
    'The root over GET and POST is emPostSmsResult',
    both,
    renamed(() => 'emPostSmsResult'),
  ],
  [
    'post-root-upper-case',
    'The root over HTTP POST is EMPOSTSMSRESULT',
    ['http-post'],
    renamed(() => 'EMPOSTSMSRESULT'),
  ],
  [
    'get-root-array-name',
    'The root over HTTP GET is ArrayOfEmPostSmsResult',
    ['http-get'],
    renamed(() => 'ArrayOfEmPostSmsResult'),
  ],
  [
    'plain-root-soap-name',
    'The root over GET and POST is <OperationName>Result',
    both,
    renamed(({ operation }) => `${operation.name}Result`),
  ],
];

const namespaces: readonly Row[] = [
  [
    'plain-root-namespace-slash',
    'The namespace of the root over GET and POST ends with a slash more',
    both,
    (root) => moveTo(root, root.name, (uri) => `${uri}/`),
  ],
  [
    'get-root-without-namespace',
    'The root over HTTP GET is in no namespace',
    ['http-get'],
    (root) => moveTo(root, root.name, () => ''),
  ],
];

/** A root around the packet result. */
const wrappers: readonly Row[] = [
  ['get-envelope', 'HTTP GET answers with a SOAP envelope', ['http-get'], envelope],
  ['post-envelope', 'HTTP POST answers with a SOAP envelope', ['http-post'], envelope],
  ['plain-soap-response', 'The root over GET and POST is <OperationName>Response', both, response],
  [
    'plain-root-in-result',
    'EmPostSmsResult stands in <OperationName>Result over GET and POST',
    both,
    inside(({ operation }) => ({ name: `${operation.name}Result` })),
  ],
  [
    'plain-root-in-array',
    'EmPostSmsResult stands in ArrayOfEmPostSmsResult over GET and POST',
    both,
    inside(() => ({ name: 'ArrayOfEmPostSmsResult' })),
  ],
];

const toDefect =
  (requirement: string, rules: readonly string[]) =>
  ([id, title, bindings = both, change]: Row): Defect => ({
    id,
    title,
    requirement: `bindings.${bindings[0]}.${requirement}`,
    rules,
    bindings,
    seam: 'reply',
    change,
  });

/** Deviations of the root over HTTP GET and HTTP POST, contract §2.1. */
export const rootDefects: readonly Defect[] = [
  ...names.map(toDefect('root-name', ['plain/root'])),
  ...namespaces.map(toDefect('root-namespace', ['plain/root'])),
  ...wrappers.map(toDefect('root-name', ['plain/root'])),
  {
    id: 'plain-string-of-xml',
    title: 'GET and POST answer with a string element that holds the document as text',
    requirement: 'bindings.http-post.root-name',
    rules: ['plain/root'],
    bindings: both,
    seam: 'wire',
    change: (reply, { namespace }) =>
      withText(reply, (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        return `<?xml version="1.0" encoding="utf-8"?><string xmlns="${namespace}">${escaped}</string>`;
      }),
  },
  {
    id: 'plain-root-nested',
    title: 'EmPostSmsResult holds itself once more',
    requirement: 'service.result',
    rules: ['result/field-once', 'result/only-fields'],
    bindings: both,
    seam: 'reply',
    change: (root) => ({ ...root, children: [root] }),
  },
];
