import type { XmlElement } from '../../../model/judging/document.ts';
import { elementsOf, textOf } from '../../xml/tree.ts';

/** Returns the code and the reason of a fault: `faultcode` and `faultstring` (SOAP 1.1), or Code and Reason (SOAP 1.2). */
export function faultElements(fault: XmlElement): {
  readonly code: XmlElement | undefined;
  readonly reason: XmlElement | undefined;
} {
  const child = (name: string) => elementsOf(fault).find(({ local }) => local === name);
  return { code: child('faultcode') ?? child('Code'), reason: child('faultstring') ?? child('Reason') };
}

/** Returns the texts of a fault, of SOAP 1.2 the Value and the first Text; the code without its prefix. */
export function faultTexts(fault: XmlElement): { readonly code?: string; readonly reason?: string } {
  const { code, reason } = faultElements(fault);
  const inside = (element: XmlElement) => textOf(elementsOf(element)[0] ?? element);
  return {
    ...(code && { code: withoutPrefix(inside(code).trim()) }),
    ...(reason && { reason: inside(reason) }),
  };
}

/** A prefix of a QName is surface. */
export function withoutPrefix(name: string): string {
  return name.replace(/^[^:\s]+:/, '');
}
