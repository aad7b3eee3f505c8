import type { ReplyElement } from '../../reference/index.ts';
import type { Defect } from '../defect.ts';
import { edit, editChildren, named, rename } from '../tree.ts';

const item = 'EmSmsDeliveryResult';

/** The fields of contract §2.2, each with a name that differs in the case of one letter. */
const fields = [
  ['GsmNumber', 'GSmNumber'],
  ['DeliveryResult', 'Deliveryresult'],
  ['DeliveryDetail', 'deliveryDetail'],
  ['DeliveryTime', 'Deliverytime'],
  ['DeliveredMessage', 'deliveredMessage'],
  ['PostType', 'Posttype'],
  ['KeyID', 'KeyId'],
  ['SendDate', 'Senddate'],
] as const;

/** Every field of a delivery result, deviating in every way in which a field can. */
export const deliveryFieldDefects: readonly Defect[] = fields.flatMap(([field, inOtherCase]) => {
  const slug = slugOf(field);
  const requirement = `delivery-result.${slug}`;
  return [
    {
      id: `delivery-${slug}-missing`,
      title: `No delivery result has a ${field}`,
      requirement,
      rules: ['delivery/field-once'],
      seam: 'reply',
      change: (root) =>
        editChildren(root, item, (children) => children.filter((child) => !named(field)(child))),
    },
    {
      id: `delivery-${slug}-twice`,
      title: `A second ${field}, an empty one, ends each delivery result`,
      requirement,
      rules: ['delivery/field-once'],
      seam: 'reply',
      change: (root, { namespace }) =>
        editChildren(root, item, (children) => [...children, { name: field, uri: namespace, children: [] }]),
    },
    {
      id: `delivery-${slug}-letter-case`,
      title: `${field} is written ${inOtherCase}`,
      requirement: hasParameter(field) ? `${requirement}.name` : requirement,
      // A name that the contract does not know is also a field too many.
      rules: ['delivery/field-once', 'delivery/only-fields'],
      seam: 'reply',
      change: (root) => rename(root, field, inOtherCase),
    },
    {
      id: `delivery-${slug}-no-namespace`,
      title: `${field} is in no namespace`,
      requirement,
      rules: ['delivery/field-namespace'],
      seam: 'reply',
      change: (root) => edit(root, field, (element) => ({ ...element, uri: '' })),
    },
    {
      id: `delivery-${slug}-wrapped`,
      title: `${field} holds its text in an element of its own name`,
      requirement: `${requirement}.type`,
      rules: ['delivery/field-text'],
      seam: 'reply',
      change: (root) => edit(root, field, wrapped),
    },
  ] satisfies readonly Defect[];
});

function wrapped(element: ReplyElement): ReplyElement {
  return { ...element, children: [element] };
}

/** The field as requirement ids write it: words in lower case, with hyphens. */
function slugOf(field: string): string {
  return field.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

/** The two fields whose name the contract ties to that of a parameter. */
function hasParameter(field: string): boolean {
  return field === 'PostType' || field === 'KeyID';
}
