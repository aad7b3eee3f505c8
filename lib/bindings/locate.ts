import type { Located } from '../model/anatomy.ts';
import { elementsOf } from '../xml/tree.ts';

/** The child elements with their XPaths; a position is written only where a name stands more than once. */
export function childrenLocated(parent: Located): readonly Located[] {
  const children = elementsOf(parent.element);
  const totals = new Map<string, number>();
  for (const { local } of children) totals.set(local, (totals.get(local) ?? 0) + 1);
  const seen = new Map<string, number>();
  return children.map((element) => {
    const position = (seen.get(element.local) ?? 0) + 1;
    seen.set(element.local, position);
    const suffix = (totals.get(element.local) ?? 0) > 1 ? `[${position}]` : '';
    return { element, path: `${parent.path}/${element.local}${suffix}` };
  });
}

/** The first element with that local name, or else the first whose name differs in letter case only. */
export function findLoosely(elements: readonly Located[], local: string): Located | undefined {
  return (
    elements.find(({ element }) => element.local === local) ??
    elements.find(({ element }) => element.local.toLowerCase() === local.toLowerCase())
  );
}
