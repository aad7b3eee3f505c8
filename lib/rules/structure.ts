import { childrenLocated, meantBy } from '../bindings/locate.ts';
import type { Contract, Structure } from '../model/contract.ts';
import type { Located } from '../model/judging/anatomy.ts';
import type { PayloadEvidence } from '../model/judging/evidence.ts';
import type { Breach } from '../model/judging/finding.ts';
import type { XmlElement } from '../model/judging/xml.ts';
import { elementsOf, expandedName } from '../xml/tree.ts';

/** An element that should have a structure of the contract: the packet result, or one delivery result. */
export interface Structured {
  readonly located: Located;
  readonly structure: Structure;
  /** Namespace of the service. */
  readonly uri: string;
}

/** The packet result of a reply. */
export function packetOf({ payload, contract, target }: PayloadEvidence): Structured {
  return { located: payload, structure: contract.packetResult, uri: target.namespace };
}

/** The list elements of the packet result. */
export function listsOf({
  payload,
  contract,
  target,
}: PayloadEvidence): readonly (Located & { readonly item: string })[] {
  return contract.packetResult.fields.flatMap((field) =>
    field.type !== 'list'
      ? []
      : meantBy(childrenLocated(payload), target.namespace, field.name).map((list) => ({
          ...list,
          item: field.item,
        })),
  );
}

/** What a check finds in the delivery results of a reply; null where there is none. */
export function inEachDelivery(
  evidence: PayloadEvidence,
  check: (one: Structured) => readonly Breach[],
): readonly Breach[] | null {
  const uri = evidence.target.namespace;
  const deliveries = listsOf(evidence).flatMap((list) =>
    meantBy(childrenLocated(list), uri, list.item).map((located) => ({
      located,
      structure: evidence.contract.deliveryResult,
      uri,
    })),
  );
  return deliveries.length === 0 ? null : deliveries.flatMap(check);
}

/** Fields that do not stand exactly once; one that stands in a wrong namespace alone is not missing. */
export function notOnce(structured: Structured): readonly Breach[] {
  const { located, structure, uri } = structured;
  const fields = fieldsIn(structured);
  const strangers = strangersIn(structured).map(({ element }) => element);
  return structure.fields.flatMap((field) => {
    const count = fields.filter(({ element }) => element.local === field.name).length;
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

/**
 * Fields in another namespace than the service's. A field that shares the wrong namespace of the element around it is
 * told by the rule about that element.
 */
export function wrongNamespace(structured: Structured): readonly Breach[] {
  const { located, uri } = structured;
  return fieldsIn(structured).flatMap(({ element, path }) =>
    element.uri === uri || element.uri === located.element.uri
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
export function notText(structured: Structured): readonly Breach[] {
  const { located, structure } = structured;
  const texts = structure.fields.filter((field) => field.type === 'string').map((field) => field.name);
  return fieldsIn(structured).flatMap(({ element, path }) => {
    const inside = elementsOf(element);
    if (!texts.includes(element.local) || inside.length === 0) return [];
    const names = { field: element.local, parent: located.element.local };
    return [
      { path, expected: 'text only', actual: `contains ${inside.map(expandedName).join(', ')}`, names },
    ];
  });
}

/** Elements that the contract's structure does not name. */
export function unknownFields(structured: Structured): readonly Breach[] {
  const known = structured.structure.fields.map((field) => field.name);
  return strangersIn(structured).map(({ element, path }) => ({
    path,
    expected: `only ${known.join(', ')}`,
    actual: expandedName(element),
    names: { field: element.local, parent: structured.located.element.local },
  }));
}

/** Fields that stand in another order than in the contract's table; said once for a structure. */
export function outOfOrder(structured: Structured): readonly Breach[] {
  const { located, structure } = structured;
  const known = structure.fields.map((field) => field.name);
  const found = fieldsIn(structured).map(({ element }) => element.local);
  const unique = [...new Set(found)];
  const inOrder = known.filter((name) => unique.includes(name));
  if (unique.join() === inOrder.join()) return [];
  const names = { parent: located.element.local };
  return [{ path: located.path, expected: inOrder.join(', '), actual: unique.join(', '), names }];
}

/** The children that are fields, in document order. */
function fieldsIn(structured: Structured): readonly Located[] {
  const fields = fieldElements(structured);
  return childrenLocated(structured.located).filter(({ element }) => fields.has(element));
}

/** The children that are none: an element of another namespace beside the field of the same name is one of them. */
function strangersIn(structured: Structured): readonly Located[] {
  const fields = fieldElements(structured);
  return childrenLocated(structured.located).filter(({ element }) => !fields.has(element));
}

function fieldElements({ located, structure, uri }: Structured): ReadonlySet<XmlElement> {
  const children = childrenLocated(located);
  const fields = structure.fields.flatMap(({ name }) => meantBy(children, uri, name));
  return new Set(fields.map(({ element }) => element));
}

/** Name of the packet result field that identifies the packet. */
export function identifierField(contract: Contract): string {
  const field = contract.packetResult.fields.find(
    // Stryker disable next-line ConditionalExpression: for the types only: only a string can have a role
    (one) => one.type === 'string' && one.role === 'identifier',
  );
  // Stryker disable next-line StringLiteral,OptionalChaining: for the types only: the contract identifies the packet
  return field?.name ?? '';
}
