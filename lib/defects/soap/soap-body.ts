import type { ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { edit, editChildren, moveTo, rename, replace, type TreeChange } from '../tree.ts';

const soap = ['soap11', 'soap12'] as const;

const header = ({ uri }: ReplyElement): ReplyElement => ({
  name: 'Header',
  uri,
  prefix: 'soap',
  children: [],
});

const fault = ({ uri }: ReplyElement): ReplyElement => ({
  name: 'Fault',
  uri,
  prefix: 'soap',
  children: [{ name: 'faultstring', uri: '', children: ['Try later'] }],
});

type Row = readonly [id: string, title: string, rule: string, change: TreeChange, requirement?: string];

const alone = 'bindings.soap12.response-alone';

const rows: readonly Row[] = [
  [
    'header-twice',
    'The envelope holds two Headers',
    'soap/envelope-children',
    (root) => editChildren(root, 'Envelope', (children) => [header(root), header(root), ...children]),
  ],
  [
    'element-before-body',
    'The envelope holds an element that is no Header before its body',
    'soap/envelope-children',
    (root, { namespace }) =>
      editChildren(root, 'Envelope', (children) => [
        { name: 'Session', uri: namespace, children: ['1'] },
        ...children,
      ]),
  ],
  [
    'header-lower-case',
    'The Header is named header',
    'soap/envelope-children',
    (root) =>
      editChildren(root, 'Envelope', (children) => [{ ...header(root), name: 'header' }, ...children]),
  ],
  ['body-missing', 'The envelope is empty', 'soap/body', (root) => replace(root, 'Body', () => [])],
  [
    'body-unwrapped',
    'The element <OperationName>Response stands in the envelope without a body',
    'soap/body',
    (root) => replace(root, 'Body', (body) => body.children),
  ],
  ['body-renamed', 'The body is named Content', 'soap/body', (root) => rename(root, 'Body', 'Content')],
  ['body-lower-case', 'The body is named body', 'soap/body', (root) => rename(root, 'Body', 'body')],
  [
    'body-without-namespace',
    'The body is in no namespace',
    'soap/body',
    (root) => moveTo(root, 'Body', () => ''),
  ],
  [
    'body-service-namespace',
    'The body is in the namespace of the service',
    'soap/body',
    (root, { namespace }) => moveTo(root, 'Body', () => namespace),
  ],
  [
    'body-empty',
    'The SOAP body holds nothing',
    'soap/response',
    (root) => editChildren(root, 'Body', () => []),
  ],
  [
    'body-text',
    'The body holds text beside <OperationName>Response',
    'soap/response',
    (root) => editChildren(root, 'Body', (children) => [...children, 'OK']),
    alone,
  ],
  [
    'body-no-break-space',
    'The body holds a no-break space, which is no white space of XML, beside <OperationName>Response',
    'soap/response',
    (root) => editChildren(root, 'Body', (children) => ['\u00A0', ...children]),
    alone,
  ],
  [
    'body-second-element',
    'The body holds an element beside <OperationName>Response',
    'soap/response',
    (root, { namespace }) =>
      editChildren(root, 'Body', (children) => [
        ...children,
        { name: 'Trace', uri: namespace, children: ['1'] },
      ]),
    alone,
  ],
  [
    'body-foreign-response',
    'The body holds an element of another namespace that is called <OperationName>Response as well',
    'soap/response',
    (root, { operation }) =>
      editChildren(root, 'Body', (children) => [
        { name: `${operation.name}Response`, uri: 'urn:other', prefix: 'o', children: [] },
        ...children,
      ]),
    'bindings.soap11.response-alone',
  ],
  [
    'fault-beside-response',
    'The body holds a fault beside <OperationName>Response',
    'soap/response',
    (root) => edit(root, 'Body', (body) => ({ ...body, children: [...body.children, fault(body)] })),
  ],
];

const requirements: Readonly<Record<string, string>> = {
  'soap/envelope-children': 'bindings.soap12.response-envelope-children',
  'soap/body': 'bindings.soap12.response-body',
  'soap/response': 'bindings.soap12.response-element',
};

/** Deviations of what stands in the Envelope and, beside the Response, in the Body. */
export const bodyDefects: readonly Defect[] = [
  ...rows.map(([id, title, rule, change, requirement = requirements[rule] ?? '']): Defect => {
    return { id, title, requirement, rules: [rule], bindings: soap, seam: 'reply', change };
  }),
  ...soap.map(
    (binding): Defect => ({
      id: `${binding}-fault-200`,
      title: `A fault comes with status 200 over ${binding === 'soap11' ? 'SOAP 1.1' : 'SOAP 1.2'}`,
      requirement: `bindings.${binding}.response-element`,
      rules: ['soap/response'],
      bindings: [binding],
      seam: 'reply',
      change: (root) => edit(root, 'Body', (body) => ({ ...body, children: [fault(body)] })),
    }),
  ),
];
