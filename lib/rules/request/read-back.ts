import type { RequestEvidence, RequestReading } from '../../model/judging/evidence.ts';
import type { XmlElement } from '../../model/judging/xml.ts';
import { elementsOf, expandedName, textOf } from '../../xml/tree.ts';

/** The first element in the Body of our own envelope. */
export function operationElement({ root }: RequestReading): XmlElement | undefined {
  const body = root ? elementsOf(root).find((element) => element.local === 'Body') : undefined;
  return body && elementsOf(body)[0];
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** A parameter as the bytes carry it: expanded or plain name, and its texts. */
export interface CarriedParameter {
  readonly name: string;
  readonly texts: readonly string[];
  /** Names of the list's children over SOAP. */
  readonly itemNames: readonly string[];
  /** Whether it is xsi:nil, which carries no value. */
  readonly nil: boolean;
}

/** The parameters that the request's bytes carry, in wire order; the fields of a name are one list. */
export function carriedParameters({
  readBack,
  binding,
}: Pick<RequestEvidence, 'readBack' | 'binding'>): readonly CarriedParameter[] {
  if (binding.envelope !== undefined) {
    const element = operationElement(readBack);
    return (element ? elementsOf(element) : []).map((child) => {
      const items = elementsOf(child);
      return {
        name: expandedName(child),
        texts: items.length > 0 ? items.map(textOf) : [textOf(child)],
        itemNames: items.map(expandedName),
        nil: child.attributes.some(
          ({ uri, local, value }) => uri === XSI && local === 'nil' && /^(?:true|1)$/.test(value),
        ),
      };
    });
  }
  const carried: { name: string; texts: string[]; itemNames: string[]; nil: boolean }[] = [];
  for (const [name, value] of readBack.fields) {
    const before = carried.find((one) => one.name === name);
    if (before) before.texts.push(value);
    else carried.push({ name, texts: [value], itemNames: [], nil: false });
  }
  return carried;
}
