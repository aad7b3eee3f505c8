import type { Defect } from '../defect.ts';
import { edit, editChildren, isElement, named } from '../tree.ts';

const item = 'EmSmsDeliveryResult';

/** Deviations in how a delivery result is built, beyond those that every field is tried with. */
export const deliveryShapeDefects: readonly Defect[] = [
  {
    id: 'delivery-field-as-attribute',
    title: 'KeyID is an attribute of the delivery result instead of an element',
    requirement: 'delivery-result.key-id',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root) =>
      edit(root, item, (delivery) => ({
        ...delivery,
        attributes: [['KeyID', 'K1']],
        children: delivery.children.filter((child) => !named('KeyID')(child)),
      })),
  },
  {
    id: 'delivery-fields-as-attributes',
    title: 'A delivery result is an empty element with eight attributes',
    requirement: 'delivery-result.gsm-number',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root) =>
      edit(root, item, ({ children, ...delivery }) => ({
        ...delivery,
        attributes: children.filter(isElement).map(({ name, children: texts }) => [name, texts.join('')]),
        children: [],
      })),
  },
  {
    id: 'delivery-key-id-missing-over-get',
    title: 'The delivery results have no KeyID over HTTP GET',
    requirement: 'delivery-result.key-id',
    rules: ['delivery/field-once'],
    bindings: ['http-get'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, item, (children) => children.filter((child) => !named('KeyID')(child))),
  },
  {
    id: 'delivery-empty-fields-missing',
    title: 'Fields without a text are left out of a bulk packet, as an ASP.NET service does with null',
    requirement: 'delivery-result.post-type',
    rules: ['delivery/field-once'],
    operations: ['SendBulkSms', 'ReportSmsWithPacketId'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, item, (children) =>
        children.filter((child) => !isElement(child) || child.children.length > 0),
      ),
  },
  {
    id: 'delivery-without-fields',
    title: 'A delivery result holds the number as its text and nothing else',
    requirement: 'delivery-result.gsm-number',
    rules: ['delivery/field-once'],
    seam: 'reply',
    change: (root) =>
      edit(root, item, (delivery) => ({
        ...delivery,
        children: delivery.children
          .filter(isElement)
          .slice(0, 1)
          .flatMap(({ children }) => children),
      })),
  },
  {
    id: 'delivery-extra-field-in-first',
    title: 'The first delivery result alone has a field without a namespace that the contract does not name',
    requirement: 'fields.only-delivery-result',
    rules: ['delivery/only-fields'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, 'DeliveryResults', ([first, ...others]) =>
        first !== undefined && isElement(first)
          ? [
              { ...first, children: [{ name: 'Price', uri: '', children: ['0.01'] }, ...first.children] },
              ...others,
            ]
          : others,
      ),
  },
  {
    id: 'delivery-fields-alphabetical',
    title: 'The fields of a delivery result stand in alphabetical order',
    requirement: 'delivery-result.field-order',
    rules: ['delivery/field-order'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, item, (children) =>
        children.filter(isElement).sort((one, other) => (one.name < other.name ? -1 : 1)),
      ),
  },
  {
    id: 'delivery-date-before-number',
    title: 'SendDate, the last field of a delivery result, stands first',
    requirement: 'delivery-result.field-order',
    rules: ['delivery/field-order'],
    seam: 'reply',
    change: (root) =>
      editChildren(root, item, (children) => [...children.slice(-1), ...children.slice(0, -1)]),
  },
  {
    id: 'delivery-time-nil',
    title: 'DeliveryTime is null by xsi:nil instead of empty',
    requirement: 'delivery-result.delivery-time.type',
    rules: ['result/schema'],
    seam: 'reply',
    change: (root) =>
      edit(root, 'DeliveryTime', (time) => ({ ...time, attributes: [['xsi:nil', 'true']], children: [] })),
  },
  {
    id: 'delivery-result-typed-int',
    title: 'DeliveryResult says by xsi:type that it is a number',
    requirement: 'delivery-result.delivery-result.type',
    rules: ['result/schema'],
    seam: 'reply',
    change: (root) =>
      edit(root, 'DeliveryResult', (result) => ({ ...result, attributes: [['xsi:type', 'xsd:int']] })),
  },
  {
    id: 'delivery-loose-text',
    title: 'A delivery result has text between its fields',
    requirement: 'fields.type',
    rules: ['result/schema'],
    seam: 'reply',
    change: (root) => editChildren(root, item, (children) => ['delivered', ...children]),
  },
];
