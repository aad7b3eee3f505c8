import type { ParameterValue, Structure } from '../../model/contract.ts';
import type { Located } from '../../model/judging/document.ts';
import type { PayloadEvidence, ReplyEvidence } from '../../model/judging/evidence.ts';
import { childrenLocated, meantBy } from '../../wire/bindings/locate.ts';
import { elementsOf, textOf } from '../../wire/xml/tree.ts';

/** An element that should have a structure of the contract: the packet result, or one delivery result. */
export interface Structured {
  readonly located: Located;
  readonly structure: Structure;
  /** Namespace of the service. */
  readonly uri: string;
  /** The children that are fields, in document order. */
  readonly fields: readonly Located[];
  /** The children that are none: an element of another namespace beside the field of the same name is one of them. */
  readonly strangers: readonly Located[];
}

function structured(located: Located, structure: Structure, uri: string): Structured {
  const children = childrenLocated(located);
  const meant = structure.fields.flatMap(({ name }) => meantBy(children, uri, name));
  const elements = new Set(meant.map(({ element }) => element));
  const fields = children.filter(({ element }) => elements.has(element));
  const strangers = children.filter(({ element }) => !elements.has(element));
  return { located, structure, uri, fields, strangers };
}

/** The packet result of a reply. */
export function packetOf({ payload, contract, target }: PayloadEvidence): Structured {
  return structured(payload, contract.packetResult, target.namespace);
}

/** The list elements of the packet result. */
export function listsOf({ payload, contract, target }: PayloadEvidence): readonly Located[] {
  return meantBy(childrenLocated(payload), target.namespace, contract.packetResult.list.name);
}

/** The delivery results of replies by the result element that was read, because many rules look at each. */
const found = new WeakMap<Located, readonly Structured[]>();

/** The delivery results of a reply. */
export function deliveriesOf(evidence: PayloadEvidence): readonly Structured[] {
  const { contract, target, payload } = evidence;
  const deliveries =
    found.get(payload) ??
    listsOf(evidence)
      .flatMap((list) => meantBy(childrenLocated(list), target.namespace, contract.deliveryResult.element))
      .map((located) => structured(located, contract.deliveryResult, target.namespace));
  found.set(payload, deliveries);
  return deliveries;
}

/** The text of a field, whatever its namespace; undefined where it is absent, null where it holds elements. */
export function fieldText({ located }: Structured, field: string): string | null | undefined {
  const found = elementsOf(located.element).find(({ local }) => local === field);
  if (found === undefined) return undefined;
  return elementsOf(found).length > 0 ? null : textOf(found);
}

/** The field of a reply that identifies its packet: its name, XPath and text. */
export function identifierOf({ packet, payload, contract }: ReplyEvidence) {
  const field = contract.packetResult.identifier;
  return { field, path: `${payload.path}/${field}`, id: packet.texts[field] };
}

/** The packet that the call of a report asks for. */
export function packetAsked({ operation, values }: ReplyEvidence): ParameterValue | undefined {
  return operation.kind === 'report' ? values[operation.packet.name] : undefined;
}
