import type { DeliveryField, PacketField, ParameterValues } from '../../model/contract.ts';
import type { DeliveryResult, PacketResult } from '../../model/judging/reply.ts';
import type { Call, Changes, Deviation, HttpReply, Seam } from '../seams.ts';
import { type ElementChange, edit } from './tree.ts';
import { type Answer, contentType, type Refuses, refusing, withBody, withHeader, withText } from './wire.ts';

/** A deliberate deviation of the reference service, with the exact rules that must catch it. */
export type Defect = Deviation & {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  /** Requirement that it breaks; none where the reply is only more than the suite reads. */
  readonly requirement?: string;
  /** Where only cases of a weaker level meet it: then it affects the requirement and must not break it. */
  readonly onlyAffects?: true;
  /** Exactly the rules that fire over the whole suite. */
  readonly rules: readonly string[];
  /** Case patterns, as of `--case`, that it takes to meet it, where calls with everyday texts do not. */
  readonly cases?: readonly string[];
};

export {
  allBindings as everyBinding,
  fieldBindings as plain,
  soapBindings as soap,
} from '../../model/contract.ts';
export const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];
export const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];
export const overGet = { bindings: ['http-get'] } as const;
export const overPost = { bindings: ['http-post'] } as const;

export const uri11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const uri12 = 'http://www.w3.org/2003/05/soap-envelope';

/** A name of the contract as requirement ids write it: words in lower case, with hyphens. */
export const slugOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

/** Changes, each under "id: Title". */
export type Table<Change> = Readonly<Record<string, Change>>;

/** A change of a text: what is written in the place of what, as of `replace`, or a function. */
export type TextChange<More extends readonly unknown[] = []> =
  | readonly [from: string | RegExp, to: string]
  | ((text: string, ...more: More) => string);

/** Name of an element, or how a call names it. */
type ElementName = string | ((call: Call) => string);

export type Scope = Pick<Defect, 'bindings' | 'operations' | 'cases'>;

/** Defects in which exactly these rules find something, and which break one requirement, where they are met. */
export function found(
  rules: string | readonly string[],
  requirement?: string,
  scope: Scope & Pick<Defect, 'onlyAffects'> = {},
) {
  type Common = Pick<Defect, 'rules' | 'requirement' | keyof typeof scope>;
  return tables<Common>({ rules: [rules].flat(), ...(requirement && { requirement }), ...scope });
}

/** What a table may change, from the request that arrives to the bytes that leave. */
export function tables<Common extends object>(common: Common) {
  const each = <Change>(table: Table<Change>, seamOf: (change: Change) => Seam) =>
    rowsOf(table, (change) => ({ ...common, ...seamOf(change) }));
  return {
    /** What a reply is instead, in status, header fields, body or how it is sent. */
    onReply: (table: Table<(...at: Parameters<Changes['wire']>) => Partial<HttpReply>>) =>
      each(table, (change) => onWire((reply, ...at) => ({ ...reply, ...change(reply, ...at) }))),
    /** The bytes of the body. */
    onBytes: (table: Table<(body: Buffer) => Uint8Array>) =>
      each(table, (change) => onWire((reply) => withBody(reply, change(Buffer.from(reply.body))))),
    /** The Content-Type of a reply. */
    onContentType: (table: Table<TextChange>) =>
      each(table, (change) =>
        onWire((reply) => withHeader(reply, 'Content-Type', changed(change, contentType(reply)))),
      ),
    /** The document of a reply as text. */
    onText: (table: Table<TextChange<[Call]>>) =>
      each(table, (change) =>
        onWire((reply, call) => withText(reply, (text) => changed(change, text, call))),
      ),
    /** What every element of this name, or every element, is instead. */
    onElement: (name: ElementName | null, table: Table<ElementChange>) =>
      each(table, (change) => ({
        seam: 'reply',
        change: (root, call) => {
          const meant = typeof name === 'function' ? name(call) : name;
          return edit(root, (element) => meant === null || element.name === meant, change, call);
        },
      })),
    /** A field of the packet result. */
    onField: (field: PacketField, table: Table<TextChange<[PacketResult, Call]>>) =>
      each(table, (change) =>
        inPacket((packet, call) => {
          const text = changed(change, packet.texts[field], packet, call);
          return { ...packet, texts: { ...packet.texts, [field]: text } };
        }),
      ),
    /** The packet result. */
    onPacket: (table: Table<(packet: PacketResult) => PacketResult>) =>
      each(table, (change) => inPacket((packet) => change(packet))),
    /** The list of delivery results. */
    onDeliveries: (table: Table<(deliveries: readonly DeliveryResult[]) => readonly DeliveryResult[]>) =>
      each(table, (change) => inPacket((packet) => ({ ...packet, deliveries: change(packet.deliveries) }))),
    /** Fields of every delivery result. */
    onDelivery: (table: Table<(delivery: DeliveryResult) => Partial<DeliveryResult>>) =>
      each(table, (change) => inDeliveries((delivery) => ({ ...delivery, ...change(delivery) }))),
    /** A field of every delivery result. */
    onDeliveryField: (field: DeliveryField, table: Table<TextChange<[PacketResult]>>) =>
      each(table, (change) =>
        inDeliveries((delivery, packet) => ({
          ...delivery,
          [field]: changed(change, delivery[field], packet),
        })),
      ),
    /** The value that comes back in a field of the delivery results, as the service understands it. */
    onEchoed: (field: DeliveryField, table: Table<TextChange<[ParameterValues]>>) =>
      each(table, (change) =>
        inValues((values, call) => {
          const written = call.operation.parameters.flatMap(({ name, echo }) => {
            const value = values[name];
            const isText = echo === field && typeof value === 'string';
            return isText ? [[name, changed(change, value, values)]] : [];
          });
          return { ...values, ...Object.fromEntries(written) };
        }),
      ),
    /** The numbers of a bulk send, as the service understands them. */
    onNumbers: (table: Table<(numbers: readonly string[]) => readonly string[]>) =>
      each(table, (change) =>
        inValues((values) => {
          const { GsmNumbers } = values;
          return typeof GsmNumbers === 'object' ? { ...values, GsmNumbers: change(GsmNumbers) } : values;
        }),
      ),
    /** Which requests are refused, with a status, and perhaps with header fields. */
    refuses: (answer: Answer, table: Table<Refuses>) =>
      each(table, (when) => ({ seam: 'arrival', change: refusing(answer, when) })),
  };
}

/** Rows of a table, with id, title and what their changes make of them. */
export function rowsOf<Change, Rest extends object>(table: Table<Change>, restOf: (change: Change) => Rest) {
  return Object.entries<Change>(table).map(([name, change]) => {
    const [id = '', ...title] = name.split(': ');
    return { id, title: title.join(': '), ...restOf(change) };
  });
}

export function changed<More extends readonly unknown[]>(
  change: TextChange<More>,
  text: string,
  ...more: More
): string {
  return typeof change === 'function' ? change(text, ...more) : text.replace(...change);
}

const onWire = (change: Changes['wire']): Seam => ({ seam: 'wire', change });
const inPacket = (change: Changes['result']): Seam => ({ seam: 'result', change });
const inValues = (change: Changes['request']): Seam => ({ seam: 'request', change });

function inDeliveries(change: (delivery: DeliveryResult, packet: PacketResult) => DeliveryResult): Seam {
  return inPacket((packet) => ({
    ...packet,
    deliveries: packet.deliveries.map((delivery) => change(delivery, packet)),
  }));
}
