import type { Contract, Structure } from '../model/contract.ts';
import type { Located } from '../model/judging/anatomy.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { isBlank } from '../xml/space.ts';
import { elementsOf, isNamed, textOf } from '../xml/tree.ts';

/**
 * Decodes a result element into texts and deliveries, unknown elements left out. A field that does not stand
 * exactly once as text in the service's namespace is left out too: whether the rest is a whole packet result,
 * the packet guard decides.
 */
export function decodePacket(payload: Located, contract: Contract, namespace: string): unknown {
  const lists = contract.packetResult.fields.flatMap((field) => (field.type === 'list' ? [field] : []));
  const deliveries = lists.map(({ name, item }) => {
    const [list, ...more] = elementsOf(payload.element).filter((child) => isNamed(child, namespace, name));
    if (!list || more.length > 0) return null;
    const items = elementsOf(list);
    const foreign = items.some((one) => !isNamed(one, namespace, item)) || !isBlank(textOf(list));
    return foreign ? null : items.map((one) => texts(one, contract.deliveryResult, namespace));
  });
  return { texts: texts(payload.element, contract.packetResult, namespace), deliveries: deliveries[0] };
}

function texts(element: XmlElement, { fields }: Structure, namespace: string): Record<string, string> {
  const children = elementsOf(element);
  const decoded: Record<string, string> = {};
  for (const { name, type } of fields) {
    if (type !== 'string') continue;
    const [only, ...more] = children.filter((child) => isNamed(child, namespace, name));
    if (only && more.length === 0 && elementsOf(only).length === 0) decoded[name] = textOf(only);
  }
  return decoded;
}
