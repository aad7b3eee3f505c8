import type { Defect } from '../defect.ts';
import { edit, editChildren, isElement, named, rename, resultName } from '../tree.ts';
import { withText } from '../wire.ts';
import { bodyDefects } from './soap-body.ts';
import { envelopeDefects } from './soap-envelope.ts';
import { headerDefects } from './soap-header.ts';
import { responseDefects } from './soap-response.ts';
import { shapeDefects } from './soap-shapes.ts';

const soap = ['soap11', 'soap12'] as const;

const instructions: readonly (readonly [id: string, title: string, change: (text: string) => string])[] = [
  [
    'instruction-style-sheet',
    'A processing instruction names a style sheet for the envelope',
    (text) => text.replace('?>', '?><?xml-stylesheet href="a.xsl"?>'),
  ],
  [
    'instruction-in-body',
    'A processing instruction stands in the body',
    (text) => text.replace('</soap:Body>', '<?page 1?></soap:Body>'),
  ],
  ['instruction-at-end', 'A processing instruction follows the envelope', (text) => `${text}<?end?>`],
];

/** Deviations of the envelope and of what stands in its body. */
export const soapDefects: readonly Defect[] = [
  ...envelopeDefects,
  ...bodyDefects,
  ...headerDefects,
  ...responseDefects,
  ...shapeDefects,
  {
    id: 'soap12-envelope-as-11',
    title: 'SOAP 1.2 replies hold a SOAP 1.1 envelope',
    requirement: 'bindings.soap12.response-envelope',
    rules: ['soap/envelope'],
    bindings: ['soap12'],
    seam: 'reply',
    change: (root, { contract }) => {
      const uri = contract.bindings.find(({ id }) => id === 'soap11')?.envelope ?? '';
      return edit(
        edit(root, 'Body', (body) => ({ ...body, uri })),
        'Envelope',
        (top) => ({ ...top, uri }),
      );
    },
  },
  ...instructions.map(
    ([id, title, change]): Defect => ({
      id,
      title,
      requirement: 'bindings.soap12.response-no-instructions',
      rules: ['soap/instructions'],
      bindings: soap,
      seam: 'wire',
      change: (reply) => withText(reply, change),
    }),
  ),
  {
    id: 'header-after-body',
    title: 'The envelope holds its Header after the body',
    requirement: 'bindings.soap11.response-envelope-children',
    rules: ['soap/envelope-children'],
    bindings: soap,
    seam: 'reply',
    change: (root) =>
      edit(root, 'Envelope', (top) => {
        const header = { name: 'Header', uri: top.uri, prefix: 'soap', children: [] };
        return { ...top, children: [...top.children, header] };
      }),
  },
  {
    id: 'text-in-envelope',
    title: 'The envelope holds text beside its body',
    requirement: 'bindings.soap12.response-envelope-children',
    rules: ['soap/envelope-children'],
    bindings: soap,
    seam: 'reply',
    change: (root) => editChildren(root, 'Envelope', (children) => [...children, 'OK']),
  },
  {
    id: 'two-bodies',
    title: 'The envelope holds its body twice',
    requirement: 'bindings.soap11.response-body',
    rules: ['soap/body'],
    bindings: soap,
    seam: 'reply',
    change: (root) =>
      editChildren(root, 'Envelope', (children) => [...children, ...children.filter(named('Body'))]),
  },
  {
    id: 'response-name-generic',
    title: 'The body holds Response instead of <OperationName>Response',
    requirement: 'bindings.soap11.response-element',
    rules: ['soap/response'],
    bindings: soap,
    seam: 'reply',
    change: (root, { operation }) => rename(root, `${operation.name}Response`, 'Response'),
  },
  {
    id: 'response-namespace-slash',
    title: 'The namespace of <OperationName>Response ends with a slash more',
    requirement: 'bindings.soap11.response-namespace',
    rules: ['soap/response'],
    bindings: soap,
    seam: 'reply',
    change: (root, { operation }) =>
      edit(root, `${operation.name}Response`, (element) => ({ ...element, uri: `${element.uri}/` })),
  },
  {
    id: 'result-unwrapped',
    title: 'The packet result stands in <OperationName>Response without <OperationName>Result',
    requirement: 'bindings.soap11.result-once',
    rules: ['soap/result'],
    bindings: soap,
    seam: 'reply',
    change: (root, call) =>
      editChildren(root, `${call.operation.name}Response`, (children) =>
        children
          .filter(isElement)
          .flatMap((child) => (child.name === resultName(call) ? child.children : [child])),
      ),
  },
];
