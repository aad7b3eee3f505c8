import type { Contract, Structure } from '../model/contract.ts';
import type { Located } from '../model/judging/anatomy.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { isBlank } from '../xml/space.ts';
import { elementsOf, isElement, isNamed, textOf } from '../xml/tree.ts';

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

/**
 * The result element as the schema of contract §2 declares one, so that its validator says nothing twice: under
 * the declared name and without fields that the contract does not name. Both are the affair of other rules, and
 * a field too many weighs less there than a schema error would.
 */
export function asDeclared(result: XmlElement, contract: Contract, namespace: string): XmlElement {
  const { packetResult, deliveryResult } = contract;
  const whole = knownFields(result, packetResult, namespace);
  const children = whole.children.map((child) => {
    if (!isElement(child)) return child;
    // Only the list holds elements by the time that the schema is asked.
    const items = child.children.map((item) =>
      isElement(item) ? knownFields(item, deliveryResult, namespace) : item,
    );
    return { ...child, children: items };
  });
  return { ...whole, uri: namespace, local: packetResult.element, children };
}

function knownFields(element: XmlElement, { fields }: Structure, namespace: string): XmlElement {
  const children = element.children.filter(
    (child) => !isElement(child) || fields.some(({ name }) => isNamed(child, namespace, name)),
  );
  return { ...element, children };
}
