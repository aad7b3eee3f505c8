import type { Contract, Structure } from '../../model/contract.ts';
import type { Located, XmlElement } from '../../model/judging/document.ts';
import type { PacketResult } from '../../model/judging/reply.ts';
import { elementsOf, isElement, isNamed, textOf, withoutSpaceAround } from '../../wire/xml/tree.ts';

/**
 * Decodes a result element that is a whole packet result: every field appears once, as text, in the service's namespace,
 * and the list holds delivery results alone. Elements that the contract does not name are left out.
 *
 * @returns undefined where it is none
 */
export function decodePacket(
  { element }: Located,
  { packetResult, deliveryResult }: Contract,
  namespace: string,
): PacketResult | undefined {
  const texts = textsOf(element, packetResult, namespace);
  const { name, item } = packetResult.list;
  const [list, ...more] = elementsOf(element).filter((one) => isNamed(one, namespace, name));
  if (!texts || !list || more.length > 0 || withoutSpaceAround(textOf(list)) !== '') return undefined;
  const deliveries = elementsOf(list).map(
    (one) => isNamed(one, namespace, item) && textsOf(one, deliveryResult, namespace),
  );
  return deliveries.every((one) => one !== false && one !== undefined) ? { texts, deliveries } : undefined;
}

/** The texts of a structure by field, if every one appears there once and holds no element. */
function textsOf<Name extends string>(
  element: XmlElement,
  { fields }: Structure<Name>,
  namespace: string,
): Readonly<Record<Name, string>> | undefined {
  const texts: Record<string, string> = {};
  for (const { name, type } of fields) {
    if (type !== 'string') continue;
    const [only, ...more] = elementsOf(element).filter((child) => isNamed(child, namespace, name));
    if (!only || more.length > 0 || elementsOf(only).length > 0) return undefined;
    texts[name] = textOf(only);
  }
  return texts as Record<Name, string>;
}

/**
 * The result element as the schema of contract §2 declares one, so that its validator says nothing twice: under
 * the declared name and without fields that the contract does not name. Both are the affair of other rules, and
 * a field too many weighs less there than a schema error would.
 */
export function asDeclared(
  result: XmlElement,
  { packetResult, deliveryResult }: Contract,
  namespace: string,
): XmlElement {
  const known = (element: XmlElement, { fields }: Structure): XmlElement => ({
    ...element,
    children: element.children.filter(
      (child) => !isElement(child) || fields.some(({ name }) => isNamed(child, namespace, name)),
    ),
  });
  const withItems = (list: XmlElement): XmlElement => ({
    ...list,
    children: list.children.map((item) => (isElement(item) ? known(item, deliveryResult) : item)),
  });
  // Only the list holds elements by the time that the schema is asked.
  const children = known(result, packetResult).children.map((one) => (isElement(one) ? withItems(one) : one));
  return { ...result, uri: namespace, local: packetResult.element, children };
}
