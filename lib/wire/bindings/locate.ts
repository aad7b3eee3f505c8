import type { Contract, Operation } from '../../model/contract.ts';
import type { Located } from '../../model/judging/document.ts';
import { elementsOf, isNamed } from '../xml/tree.ts';

/** The operation, contract and namespace that a reply is read by. */
export interface Service {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly namespace: string;
}

/** Returns the child elements with their XPaths, with a position only for names that appear more than once. */
export function childrenLocated(parent: Located): readonly Located[] {
  const children = elementsOf(parent.element);
  const totals = new Map<string, number>();
  for (const { local } of children) totals.set(local, (totals.get(local) ?? 0) + 1);
  const pathOf = ({ local }: Located['element']) => `${parent.path}/${local}`;
  if (totals.size === children.length) return children.map((element) => ({ element, path: pathOf(element) }));
  const seen = new Map<string, number>();
  return children.map((element) => {
    const position = (seen.get(element.local) ?? 0) + 1;
    seen.set(element.local, position);
    const suffix = (totals.get(element.local) ?? 0) > 1 ? `[${position}]` : '';
    return { element, path: `${pathOf(element)}${suffix}` };
  });
}

/** Finds the elements of a name: those in the namespace, or else those in any namespace, which rules judge. */
export function meantBy(elements: readonly Located[], uri: string, local: string): readonly Located[] {
  const exact = elements.filter(({ element }) => isNamed(element, uri, local));
  return exact.length > 0 ? exact : elements.filter(({ element }) => element.local === local);
}

/** Finds elements as `meantBy` does, or else those whose local name differs only in letter case. */
export function meantLoosely(elements: readonly Located[], uri: string, local: string): readonly Located[] {
  const meant = meantBy(elements, uri, local);
  if (meant.length > 0) return meant;
  return elements.filter(({ element }) => element.local.toLowerCase() === local.toLowerCase());
}

/** True if an element of any name holds a field of the packet result. */
export function holdsField({ element }: Located, { packetResult }: Contract): boolean {
  return elementsOf(element).some(({ local }) => packetResult.fields.some(({ name }) => name === local));
}
