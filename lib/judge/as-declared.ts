import type { Contract, Structure } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { isElement, isNamed } from '../xml/tree.ts';

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
