import type { Defect } from '../defect.ts';
import { edit, editChildren, find, moveTo, rename, replace, resultName, type TreeChange } from '../tree.ts';

interface Field {
  readonly name: string;
  /** Last part of its requirement's id. */
  readonly slug: string;
  /** The binding of what goes wrong over one only. */
  readonly binding: 'soap11' | 'soap12' | 'http-get' | 'http-post';
}

const fields: readonly Field[] = [
  { name: 'PacketID', slug: 'packet-id', binding: 'soap12' },
  { name: 'PacketStatus', slug: 'packet-status', binding: 'http-get' },
  { name: 'DeliveryResults', slug: 'delivery-results', binding: 'http-post' },
];
const texts = fields.filter(({ name }) => name !== 'DeliveryResults');

const drop =
  (name: string): TreeChange =>
  (root) =>
    replace(root, name, () => []);

type Row = readonly [
  id: string,
  says: string,
  rules: readonly string[],
  change: (name: string) => TreeChange,
];

/** Ways for any field of the packet result to be wrong. */
const rows: readonly Row[] = [
  ['missing', 'is missing', ['result/field-once'], drop],
  [
    'twice',
    'stands twice',
    ['result/field-once'],
    (name) => (root) => replace(root, name, (field) => [field, field]),
  ],
  [
    'lower-case',
    'begins with a small letter',
    ['result/field-once', 'result/only-fields'],
    (name) => (root) => rename(root, name, name.charAt(0).toLowerCase() + name.slice(1)),
  ],
  [
    'in-wrapper',
    'stands in an element of its own',
    ['result/field-once', 'result/only-fields'],
    (name) => (root) => replace(root, name, (field) => [{ ...field, name: 'Packet', children: [field] }]),
  ],
  [
    'other-namespace',
    'is in another namespace',
    ['result/field-namespace'],
    (name) => (root) => moveTo(root, name, (uri) => `${uri}/types`),
  ],
];

const define = ({ name, slug }: Field, [id, says, rules, change]: Row, part = ''): Defect => ({
  id: `${name.toLowerCase()}-${id}`,
  title: `${name} ${says}`,
  requirement: `packet-result.${slug}${part}`,
  rules,
  seam: 'reply',
  change: change(name),
});

const withoutNamespace: Row = [
  'without-namespace',
  'is in no namespace',
  ['result/field-namespace'],
  (name) => (root) => moveTo(root, name, () => ''),
];

const asAttribute: Row = [
  'as-attribute',
  'is an attribute of the packet result',
  ['result/field-once'],
  (name) => (root, call) => {
    const text = find(root, name)?.children.join('') ?? '';
    return edit(drop(name)(root, call), resultName(call), (result) => ({
      ...result,
      attributes: [...(result.attributes ?? []), [name, text]],
    }));
  },
];

const withMarkup: Row = [
  'with-markup',
  'holds an element after its text',
  ['result/field-text'],
  (name) =>
    (root, { namespace }) =>
      editChildren(root, name, (children) => [...children, { name: 'br', uri: namespace, children: [] }]),
];

const missingOver = (binding: string): Row => [
  `missing-over-${binding}`,
  `is missing over one binding, ${binding}`,
  ['result/field-once'],
  drop,
];

const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];
const missingInSends: Row = [
  'missing-in-sends',
  'is missing in the answer to a send',
  ['result/field-once'],
  drop,
];

/** Deviations of each field of the packet result, contract §2.1. */
export const fieldDefects: readonly Defect[] = [
  ...fields.flatMap((field) => rows.map((row): Defect => define(field, row))),
  ...fields
    .filter(({ name }) => name !== 'PacketStatus')
    .map((field): Defect => define(field, withoutNamespace)),
  ...texts.map((field): Defect => define(field, asAttribute)),
  ...texts.map((field): Defect => define(field, withMarkup, '.type')),
  ...fields.map(
    (field): Defect => ({ ...define(field, missingOver(field.binding)), bindings: [field.binding] }),
  ),
  ...fields
    .filter(({ name }) => name !== 'PacketID')
    .map((field): Defect => ({ ...define(field, missingInSends, '.in-sends'), operations: sends })),
];
