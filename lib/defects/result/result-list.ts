import type { Defect } from '../defect.ts';
import { editChildren, moveTo, rename, replace, resultName, type TreeChange } from '../tree.ts';

const list = 'DeliveryResults';
const item = 'EmSmsDeliveryResult';

type Row = readonly [id: string, title: string, requirement: 'items' | 'type', change: TreeChange];

/** What can stand in the list that is no delivery result. */
const rows: readonly Row[] = [
  [
    'list-with-text',
    'DeliveryResults holds text beside its items',
    'items',
    (root) => editChildren(root, list, (items) => [...items, 'end']),
  ],
  [
    'list-foreign-child',
    'DeliveryResults holds an element that is no delivery result',
    'items',
    (root, { namespace }) =>
      editChildren(root, list, (items) => [{ name: 'Count', uri: namespace, children: ['1'] }, ...items]),
  ],
  [
    'list-item-lower-case',
    'The items of DeliveryResults are named emSmsDeliveryResult',
    'items',
    (root) => rename(root, item, 'emSmsDeliveryResult'),
  ],
  [
    'list-item-other-namespace',
    'The items of DeliveryResults are in another namespace',
    'items',
    (root) => moveTo(root, item, (uri) => `${uri}/types`),
  ],
  [
    'list-item-without-namespace',
    'The items of DeliveryResults are in no namespace',
    'items',
    (root) => moveTo(root, item, () => ''),
  ],
  [
    'list-items-as-strings',
    'The items of DeliveryResults are string elements',
    'items',
    (root, { namespace }) =>
      replace(root, item, () => [{ name: 'string', uri: namespace, children: ['Delivered'] }]),
  ],
  [
    'list-as-text',
    'DeliveryResults holds text instead of elements',
    'type',
    (root) => editChildren(root, list, () => ['Delivered']),
  ],
  [
    'list-extra-level',
    'The items of DeliveryResults stand in a list inside it',
    'items',
    (root, { namespace }) =>
      editChildren(root, list, (items) => [{ name: `ArrayOf${item}`, uri: namespace, children: items }]),
  ],
  [
    'list-nested',
    'DeliveryResults holds itself once more',
    'type',
    (root) => replace(root, list, (one) => [{ ...one, children: [one] }]),
  ],
  [
    'list-items-wrapped',
    'Each item of DeliveryResults stands in an element of its own',
    'items',
    (root, { namespace }) =>
      replace(root, item, (one) => [{ name: 'Item', uri: namespace, children: [one] }]),
  ],
];

/** Deviations of the list of delivery results, contract §2.1. */
export const listDefects: readonly Defect[] = [
  ...rows.map(
    ([id, title, requirement, change]): Defect => ({
      id,
      title,
      requirement: `packet-result.delivery-results.${requirement}`,
      rules: ['result/list-items'],
      seam: 'reply',
      change,
    }),
  ),
  {
    id: 'list-per-item',
    title: 'Each delivery result stands in a DeliveryResults of its own',
    requirement: 'packet-result.delivery-results',
    rules: ['result/field-once'],
    operations: ['SendBulkSms'],
    seam: 'reply',
    change: (root) =>
      replace(root, list, (one) => one.children.map((child) => ({ ...one, children: [child] }))),
  },
  {
    id: 'list-item-empty',
    title: 'DeliveryResults ends with an empty delivery result',
    requirement: 'delivery-result.gsm-number',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root, { namespace }) =>
      editChildren(root, list, (items) => [...items, { name: item, uri: namespace, children: [] }]),
  },
  {
    id: 'list-after-result',
    title: 'The delivery results stand beside an empty DeliveryResults',
    requirement: 'fields.only-packet-result',
    // An empty list says nothing about recipients that could be wrong: zero delivery results are allowed.
    rules: ['result/only-fields'],
    seam: 'reply',
    change: (root, call) =>
      editChildren(root, resultName(call), (fields) =>
        fields.flatMap((field) =>
          typeof field === 'object' && 'name' in field && field.name === list
            ? [{ ...field, children: [] }, ...field.children]
            : [field],
        ),
      ),
  },
];
