import { childrenLocated } from '../bindings/locate.ts';
import type { Located } from '../model/anatomy.ts';
import type { Contract, Structure } from '../model/contract.ts';
import type { PayloadEvidence } from '../model/evidence.ts';
import type { Breach } from '../model/finding.ts';
import { elementsOf, expandedName } from '../xml/tree.ts';

/** An element that should have a structure of the contract: the packet result, or one delivery result. */
export interface Structured {
  readonly located: Located;
  readonly structure: Structure;
}

/** The packet result of a reply. */
export function packetOf({ payload, contract }: PayloadEvidence): Structured {
  return { located: payload, structure: contract.packetResult };
}

/** The list elements of the packet result. */
export function listsOf({
  payload,
  contract,
}: PayloadEvidence): readonly (Located & { readonly item: string })[] {
  return contract.packetResult.fields.flatMap((field) =>
    field.type !== 'list'
      ? []
      : childrenLocated(payload)
          .filter(({ element }) => element.local === field.name)
          .map((list) => ({ ...list, item: field.item })),
  );
}

/** The delivery results of a reply, whatever their namespace. */
export function deliveriesOf(evidence: PayloadEvidence): readonly Structured[] {
  return listsOf(evidence).flatMap((list) =>
    childrenLocated(list)
      .filter(({ element }) => element.local === list.item)
      .map((located) => ({ located, structure: evidence.contract.deliveryResult })),
  );
}

/** Fields that do not stand exactly once, whatever their namespace. */
export function notOnce({ located, structure }: Structured, uri: string): readonly Breach[] {
  const children = elementsOf(located.element);
  const known = structure.fields.map((field) => field.name);
  const strangers = children.filter((child) => !known.includes(child.local));
  return structure.fields.flatMap((field) => {
    const count = children.filter((child) => child.local === field.name).length;
    if (count === 1) return [];
    return [
      {
        path: located.path,
        expected: `one ${expandedName({ uri, local: field.name })}`,
        actual: count === 0 ? missing(strangers.map(expandedName)) : `${count} of them`,
        names: { field: field.name, parent: located.element.local },
      },
    ];
  });
}

function missing(strangers: readonly string[]): string {
  if (strangers.length === 0) return 'none';
  const shown = strangers.slice(0, 3).join(', ');
  return `none; found ${shown}${strangers.length > 3 ? ', …' : ''}`;
}

/** Fields in another namespace than the service's. */
export function wrongNamespace({ located, structure }: Structured, uri: string): readonly Breach[] {
  return fieldsIn({ located, structure }).flatMap(({ element, path }) =>
    element.uri === uri
      ? []
      : [
          {
            path,
            expected: expandedName({ uri, local: element.local }),
            actual: expandedName(element),
            names: { field: element.local, parent: located.element.local },
          },
        ],
  );
}

/** Fields of type string that hold elements. */
export function notText({ located, structure }: Structured): readonly Breach[] {
  const texts = structure.fields.filter((field) => field.type === 'string').map((field) => field.name);
  return fieldsIn({ located, structure }).flatMap(({ element, path }) => {
    const inside = elementsOf(element);
    if (!texts.includes(element.local) || inside.length === 0) return [];
    const names = { field: element.local, parent: located.element.local };
    return [{ path, expected: 'text only', actual: `holds ${inside.map(expandedName).join(', ')}`, names }];
  });
}

/** Elements that the contract's structure does not name. */
export function unknownFields({ located, structure }: Structured): readonly Breach[] {
  const known = structure.fields.map((field) => field.name);
  return childrenLocated(located)
    .filter(({ element }) => !known.includes(element.local))
    .map(({ element, path }) => ({
      path,
      expected: `only ${known.join(', ')}`,
      actual: expandedName(element),
      names: { field: element.local, parent: located.element.local },
    }));
}

/** Fields that stand in another order than in the contract's table; said once for a structure. */
export function outOfOrder({ located, structure }: Structured): readonly Breach[] {
  const known = structure.fields.map((field) => field.name);
  const found = fieldsIn({ located, structure }).map(({ element }) => element.local);
  const unique = [...new Set(found)];
  const inOrder = known.filter((name) => unique.includes(name));
  if (unique.join() === inOrder.join()) return [];
  const names = { parent: located.element.local };
  return [{ path: located.path, expected: inOrder.join(', '), actual: unique.join(', '), names }];
}

function fieldsIn({ located, structure }: Structured): readonly Located[] {
  const known = structure.fields.map((field) => field.name);
  return childrenLocated(located).filter(({ element }) => known.includes(element.local));
}

/** Name of the packet result field that identifies the packet. */
export function identifierField(contract: Contract): string {
  const field = contract.packetResult.fields.find(
    (one) => one.type === 'string' && one.role === 'identifier',
  );
  return field?.name ?? '';
}
