import type { ParameterValues } from '../model/contract.ts';
import type { DeliveryResult, PacketResult } from '../model/judging/reply.ts';
import type { Call, HttpReply, ReplyElement, Seam } from '../reference/seams.ts';
import type { Defect, Twin } from './defect.ts';
import { type Children, edit, editChildren, everywhere, type TreeChange } from './tree.ts';
import { type Refusal, refusing, withText } from './wire.ts';

/** Changes, each under "id: Title". */
type Table<Change> = Readonly<Record<string, Change>>;

/** Name of an element, or how a call names it. */
type ElementName = string | ((call: Call) => string);

/** Defects that trip exactly these rules and break one requirement, where they are met. */
export function trips(
  rules: string | readonly string[],
  requirement?: string,
  scope: Pick<Defect, 'bindings' | 'operations' | 'cases' | 'onlyAffects'> = {},
) {
  const broken = requirement === undefined ? {} : { requirement };
  return tables<Pick<Defect, 'rules' | 'requirement' | keyof typeof scope>>({
    rules: [rules].flat(),
    ...broken,
    ...scope,
  });
}

/** Twins, with the clause that makes them equal. */
export function equal(because: string, scope: Pick<Twin, 'bindings' | 'operations' | 'cases'> = {}) {
  return tables<Pick<Twin, 'because' | keyof typeof scope>>({ because, ...scope });
}

/** What a table may change, from the request that arrives to the bytes that leave. */
function tables<Common extends object>(common: Common) {
  function each<Change, Deviating extends Seam>(
    table: Table<Change>,
    deviate: (change: Change) => Deviating,
  ) {
    return Object.entries<Change>(table).map(([name, change]) => {
      const [id = '', ...title] = name.split(': ');
      return { id, title: title.join(': '), ...common, ...deviate(change) };
    });
  }
  const onReply = (table: Table<(reply: HttpReply, call: Call) => HttpReply>) =>
    each(table, (change) => ({ seam: 'wire', change }));
  const onText = (table: Table<(text: string, call: Call) => string>) =>
    each(table, (change) => ({
      seam: 'wire',
      change: (reply, call) => withText(reply, (text) => change(text, call)),
    }));
  const onTree = (table: Table<TreeChange>) => each(table, (change) => ({ seam: 'reply', change }));
  const onPacket = (table: Table<(packet: PacketResult, call: Call) => PacketResult>) =>
    each(table, (change) => ({ seam: 'result', change }));
  const onValues = (table: Table<(values: ParameterValues, call: Call) => ParameterValues>) =>
    each(table, (change) => ({ seam: 'request', change }));
  return {
    /** The whole reply as HTTP sends it. */
    onReply,
    /** The document of a reply as text. */
    onText,
    /** Every tag of the document: the reference writes `<` and `>` in texts and attributes as references. */
    onTag: (table: Table<(tag: string, call: Call) => string>) =>
      onText(
        mapped(table, (change) => (text, call) => text.replace(/<[^?>][^>]*>/g, (tag) => change(tag, call))),
      ),
    /** The characters of every field as they are written, empty fields left out. */
    onCharacters: (table: Table<(characters: string) => string>) =>
      onText(
        mapped(
          table,
          (change) => (text) =>
            text.replace(
              /<(\w+)>([^<]+)<\/\1>/g,
              (_, name, inside) => `<${name}>${change(inside)}</${name}>`,
            ),
        ),
      ),
    /** The tree of a reply, envelope included. */
    onTree,
    /** Every element of this name. */
    onElement: (name: ElementName, table: Table<(element: ReplyElement, call: Call) => ReplyElement>) =>
      onTree(
        mapped(
          table,
          (change) => (root, call) => edit(root, nameIn(call, name), (element) => change(element, call)),
        ),
      ),
    /** The children of every element of this name. */
    onChildren: (name: ElementName, table: Table<(children: Children, call: Call) => Children>) =>
      onTree(
        mapped(
          table,
          (change) => (root, call) =>
            editChildren(root, nameIn(call, name), (children) => change(children, call)),
        ),
      ),
    /** Every element of a reply, innermost first. */
    onEveryElement: (table: Table<(element: ReplyElement, call: Call) => ReplyElement>) =>
      onTree(mapped(table, (change) => (root, call) => everywhere(root, (element) => change(element, call)))),
    /** The packet result before it is written. */
    onPacket,
    /** Fields of the packet result that get other texts. */
    onTexts: (
      table: Table<(texts: PacketResult['texts'], packet: PacketResult, call: Call) => PacketResult['texts']>,
    ) =>
      onPacket(
        mapped(table, (change) => (packet, call) => ({
          ...packet,
          texts: { ...packet.texts, ...change(packet.texts, packet, call) },
        })),
      ),
    /** Fields of every delivery result that get other texts. */
    onDelivery: (table: Table<(delivery: DeliveryResult, packet: PacketResult) => DeliveryResult>) =>
      onPacket(
        mapped(table, (change) => (packet) => ({
          ...packet,
          deliveries: packet.deliveries.map((delivery) => ({ ...delivery, ...change(delivery, packet) })),
        })),
      ),
    /** The list of delivery results. */
    onDeliveries: (table: Table<(deliveries: readonly DeliveryResult[]) => readonly DeliveryResult[]>) =>
      onPacket(mapped(table, (change) => (packet) => ({ ...packet, deliveries: change(packet.deliveries) }))),
    /** The values that the service reads from a request. */
    onValues,
    /** The value that comes back in a field of the delivery results. */
    onEchoed: (field: string, table: Table<(text: string, values: ParameterValues) => string>) =>
      onValues(
        mapped(table, (change) => (values, call) => {
          const name = call.operation.parameters.find(({ echo }) => echo === field)?.name ?? '';
          const value = values[name];
          return typeof value === 'string' ? { ...values, [name]: change(value, values) } : values;
        }),
      ),
    /** The list that the service reads from a parameter. */
    onList: (parameter: string, table: Table<(items: readonly string[]) => readonly string[]>) =>
      onValues(
        mapped(table, (change) => (values) => {
          const items = values[parameter];
          return typeof items === 'object' ? { ...values, [parameter]: change(items) } : values;
        }),
      ),
    /** Which requests are refused, with a status and header fields. */
    refuses: (status: number, table: Table<Refusal>, headers: HttpReply['headers'] = []) =>
      each(table, (when) => ({ seam: 'arrival', change: refusing(status, when, headers) })),
  };
}

function mapped<From, To>(table: Table<From>, change: (from: From) => To): Table<To> {
  return Object.fromEntries(Object.entries<From>(table).map(([name, from]) => [name, change(from)]));
}

function nameIn(call: Call, name: ElementName): string {
  return typeof name === 'string' ? name : name(call);
}
