import type { Contract, ParameterValue, Structure } from '../model/contract.ts';
import type { CapturedField } from '../model/exchange.ts';
import type { Located, Structured } from '../model/judging/document.ts';
import type { Delivery, Evidence, ReplyEvidence } from '../model/judging/evidence.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import { childrenLocated, meantBy } from '../wire/bindings/locate.ts';
import { elementsOf, isElement, textOf, withoutSpaceAround } from '../wire/xml/tree.ts';
import { fieldFact, isOfKind, textOfFact } from './facts.ts';

/** Finds the fields, the lists and the delivery results in a result element, leniently: rules judge them. */
export function resultParts(result: Located, { packetResult, deliveryResult }: Contract, namespace: string) {
  const payload = structured(result, packetResult, namespace);
  const { name, item } = packetResult.list;
  const lists = fieldsNamed(payload, name);
  const deliveries = lists
    .flatMap((list) => meantBy(childrenLocated(list), namespace, item))
    .map((located) => structured(located, deliveryResult, namespace));
  return { payload, lists, deliveries };
}

/** Finds the fields of a structure in an element, leniently. */
export function structured<Name extends string>(
  located: Located,
  structure: Structure<Name>,
  namespace: string,
) {
  const children = childrenLocated(located);
  const inNamespace = new Set(
    children.filter(({ element }) => element.uri === namespace).map(({ element }) => element.local),
  );
  const isField = ({ element: { uri, local } }: Located) =>
    structure.fields.some(({ name }) => name === local) && (uri === namespace || !inNamespace.has(local));
  return {
    structure,
    namespace,
    fields: children.filter(isField),
    strangers: children.filter((child) => !isField(child)),
    ...located,
  };
}

export function fieldsNamed({ fields }: Structured, name: string): readonly Located[] {
  return fields.filter(({ element }) => element.local === name);
}

/**
 * Returns the text of a captured field; undefined where the reply has no such text, or several. The packet result need not
 * be whole: its messages were sent, and their report is on that packet.
 */
export function capturedText({ field, delivery }: CapturedField, reply: Evidence | undefined) {
  if (!reply || !('payload' in reply)) return undefined;
  const structure = delivery === undefined ? reply.payload : reply.deliveries[delivery - 1];
  const fact = structure && fieldFact(structure, field);
  return fact === undefined || isOfKind(fact, 'fields') ? undefined : textOfFact(fact);
}

/**
 * Decodes a whole packet result; undefined where it is none: each field appears once, as text, in the namespace of the
 * service, and the list holds delivery results alone. Elements that the contract does not name are left out.
 */
export function decodePacket({ payload, lists, deliveries }: ReturnType<typeof resultParts>) {
  const texts = fieldTexts(payload);
  const [list, ...more] = lists;
  if (!texts || !list || more.length > 0 || list.element.uri !== payload.namespace) return undefined;
  if (withoutSpaceAround(textOf(list.element)) !== '') return undefined;
  if (elementsOf(list.element).length > deliveries.length) return undefined;
  const whole: Delivery[] = [];
  for (const delivery of deliveries) {
    const read = delivery.element.uri === payload.namespace && fieldTexts(delivery);
    if (!read) return undefined;
    whole.push({ texts: read, ...delivery });
  }
  const packet: PacketResult = { texts, deliveries: whole.map((delivery) => delivery.texts) };
  return { packet, deliveries: whole };
}

function fieldTexts<Name extends string>(parent: Structured<Name>): Record<Name, string> | undefined {
  const texts: Record<string, string> = {};
  for (const { name, type } of parent.structure.fields) {
    if (type !== 'string') continue;
    const [only, ...more] = fieldsNamed(parent, name);
    if (only?.element.uri !== parent.namespace || more.length > 0 || only.element.children.some(isElement))
      return undefined;
    texts[name] = textOf(only.element);
  }
  return texts as Record<Name, string>;
}

export function packetRequested({ operation, values }: ReplyEvidence): ParameterValue | undefined {
  return operation.kind === 'report' ? values[operation.packet.name] : undefined;
}
