import type { Defect } from '../defect.ts';
import { edit, editChildren, named } from '../tree.ts';
import { editDeliveries } from '../values.ts';
import { deliveryEchoDefects } from './delivery-echo.ts';
import { deliveryFieldDefects } from './delivery-fields.ts';
import { deliveryShapeDefects } from './delivery-shape.ts';

const item = 'EmSmsDeliveryResult';

/** Deviations of a single delivery result, contract §2.2. */
export const deliveryDefects: readonly Defect[] = [
  {
    id: 'delivery-field-missing-in-last',
    title: 'The last delivery result has no DeliveryDetail',
    requirement: 'delivery-result.delivery-detail',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, 'DeliveryResults', (items) => {
        const without = (items.slice(-1) as typeof items).map((last) =>
          typeof last === 'object' && 'name' in last
            ? editChildren(last, item, (fields) => fields.filter((field) => !named('DeliveryDetail')(field)))
            : last,
        );
        return [...items.slice(0, -1), ...without];
      }),
  },
  {
    id: 'delivery-field-twice',
    title: 'GsmNumber stands twice in each delivery result',
    requirement: 'delivery-result.gsm-number',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root) => editChildren(root, item, (fields) => [...fields.filter(named('GsmNumber')), ...fields]),
  },
  {
    id: 'delivery-field-foreign-namespace',
    title: 'SendDate is in a namespace of its own',
    requirement: 'delivery-result.send-date',
    rules: ['delivery/field-namespace'],
    seam: 'reply',
    change: (root) => edit(root, 'SendDate', (field) => ({ ...field, uri: `${field.uri}/types` })),
  },
  {
    id: 'delivery-field-nested',
    title: 'DeliveryTime holds an element instead of text',
    requirement: 'delivery-result.delivery-time.type',
    rules: ['delivery/field-text'],
    seam: 'reply',
    change: (root) =>
      edit(root, 'DeliveryTime', (field) => ({ ...field, children: [{ ...field, name: 'Value' }] })),
  },
  {
    id: 'delivery-fields-reversed',
    title: 'The fields of a delivery result stand in reverse order',
    requirement: 'delivery-result.field-order',
    rules: ['delivery/field-order'],
    seam: 'reply',
    change: (root) => editChildren(root, item, (fields) => fields.toReversed()),
  },
  {
    id: 'delivery-extra-field',
    title: 'A delivery result has a field that the contract does not name',
    requirement: 'fields.only-delivery-result',
    rules: ['delivery/only-fields'],
    seam: 'reply',
    change: (root, { namespace }) =>
      editChildren(root, item, (fields) => [
        ...fields,
        { name: 'Operator', uri: namespace, children: ['1'] },
      ]),
  },
  {
    id: 'posttype-keyid-swapped',
    title: 'PostType and KeyID of a delivery result are exchanged',
    requirement: 'delivery-result.post-type.meaning',
    rules: ['delivery/echo'],
    seam: 'result',
    change: (packet) =>
      editDeliveries(packet, (delivery) => ({
        ...delivery,
        PostType: delivery.KeyID ?? '',
        KeyID: delivery.PostType ?? '',
      })),
  },
  ...deliveryFieldDefects,
  ...deliveryShapeDefects,
  ...deliveryEchoDefects,
];
