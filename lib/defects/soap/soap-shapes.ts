import type { Defect } from '../defect.ts';
import { edit, editChildren, moveTo, rename, replace, type TreeChange } from '../tree.ts';
import { nameOf } from './soap-response.ts';

type Shape = readonly [
  id: string,
  title: string,
  requirement: string,
  rules: readonly string[],
  change: TreeChange,
];

const shapes: readonly Shape[] = [
  [
    'result-name-generic',
    'The result is named Result',
    'result-name',
    ['soap/result'],
    (root, call) => rename(root, nameOf('Result', call), 'Result'),
  ],
  [
    'result-namespace-slash',
    'The namespace of <OperationName>Result ends with a slash more',
    'result-name',
    ['soap/result'],
    (root, call) => moveTo(root, nameOf('Result', call), (uri) => `${uri}/`),
  ],
  [
    'result-missing',
    'The element <OperationName>Response is empty',
    'result-once',
    ['soap/result'],
    (root, call) => editChildren(root, nameOf('Response', call), () => []),
  ],
  [
    'response-text',
    'The element <OperationName>Response holds text beside the result',
    'result-alone',
    ['soap/result'],
    (root, call) => editChildren(root, nameOf('Response', call), (children) => ['OK', ...children]),
  ],
  [
    'response-second-element',
    'The element <OperationName>Response holds an element beside the result',
    'result-alone',
    ['soap/result'],
    (root, call) =>
      editChildren(root, nameOf('Response', call), (children) => [
        ...children,
        { name: 'Success', uri: call.namespace, children: ['true'] },
      ]),
  ],
  [
    'response-unwrapped',
    'The element <OperationName>Result stands in the body without <OperationName>Response',
    'response-element',
    ['soap/response'],
    (root, call) => replace(root, nameOf('Response', call), ({ children }) => children),
  ],
  [
    'result-beside-response',
    'The element <OperationName>Result stands beside <OperationName>Response, not in it',
    'result-place',
    ['soap/response', 'soap/result'],
    (root, call) =>
      replace(root, nameOf('Response', call), (one) => [{ ...one, children: [] }, ...one.children]),
  ],
  [
    'response-nested',
    'The element <OperationName>Response holds itself once more',
    'result-once',
    ['soap/result'],
    (root, call) => edit(root, nameOf('Response', call), (one) => ({ ...one, children: [one] })),
  ],
  [
    'result-nested',
    'The element <OperationName>Result holds itself once more',
    'result-structure',
    ['result/field-once', 'result/only-fields'],
    (root, call) => edit(root, nameOf('Result', call), (one) => ({ ...one, children: [one] })),
  ],
];

/** Deviations of how Response and Result stand in each other. */
export const shapeDefects: readonly Defect[] = shapes.map(([id, title, requirement, rules, change]) => ({
  id,
  title,
  requirement: `bindings.soap12.${requirement}`,
  rules,
  bindings: ['soap11', 'soap12'],
  seam: 'reply',
  change,
}));
