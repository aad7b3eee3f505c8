import type { Call } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { edit, moveTo, rename, replace, type TreeChange } from '../tree.ts';

const soap = ['soap11', 'soap12'] as const;

type Part = 'Response' | 'Result';
const parts: readonly Part[] = ['Response', 'Result'];

export const nameOf = (part: Part, { operation }: Call) => `${operation.name}${part}`;

const called =
  (name: (old: string, call: Call, part: Part) => string) =>
  (part: Part): TreeChange =>
  (root, call) =>
    rename(root, nameOf(part, call), name(nameOf(part, call), call, part));

const placed =
  (uri: (old: string) => string) =>
  (part: Part): TreeChange =>
  (root, call) =>
    moveTo(root, nameOf(part, call), uri);

type Row = readonly [
  id: string,
  says: string,
  requirement: 'name' | 'namespace' | 'once',
  change: (part: Part) => TreeChange,
];

/** What can be wrong with either element without a word about what it holds. */
const rows: readonly Row[] = [
  ['renamed', 'has another name', 'name', called((old) => `${old}Data`)],
  [
    'lower-case',
    'begins with a small letter',
    'name',
    called((old) => old.charAt(0).toLowerCase() + old.slice(1)),
  ],
  ['upper-case', 'is written in capitals', 'name', called((old) => old.toUpperCase())],
  [
    'of-other-operation',
    'is named after another operation',
    'name',
    called((_, { contract, operation }, part) => {
      const other = contract.operations.find(({ name }) => name !== operation.name);
      return `${other?.name}${part}`;
    }),
  ],
  ['without-namespace', 'is in no namespace', 'namespace', placed(() => '')],
  [
    'namespace-upper-case',
    'is in the namespace of the service in capitals',
    'namespace',
    placed((uri) => uri.toUpperCase()),
  ],
  [
    'prefix-bound-elsewhere',
    'has the prefix tns, bound to another namespace',
    'namespace',
    (part) => (root, call) =>
      edit(root, nameOf(part, call), (one) => ({ ...one, prefix: 'tns', uri: 'http://tempuri.org/' })),
  ],
  [
    'twice',
    'stands twice',
    'once',
    (part) => (root, call) => replace(root, nameOf(part, call), (one) => [one, one]),
  ],
];

const requirementOf = (part: Part, about: Row[2]): string => {
  const response = { name: 'response-element', namespace: 'response-namespace', once: 'response-element' };
  const result = { name: 'result-name', namespace: 'result-name', once: 'result-once' };
  return `bindings.soap11.${(part === 'Response' ? response : result)[about]}`;
};

/** Deviations of `<OperationName>Response` and `<OperationName>Result`, contract §4.1 rule 3. */
export const responseDefects: readonly Defect[] = parts.flatMap((part) =>
  rows.map(
    ([id, says, about, change]): Defect => ({
      id: `${part.toLowerCase()}-${id}`,
      title: `The element <OperationName>${part} ${says}`,
      requirement: requirementOf(part, about),
      rules: [part === 'Response' ? 'soap/response' : 'soap/result'],
      bindings: soap,
      seam: 'reply',
      change: change(part),
    }),
  ),
);
