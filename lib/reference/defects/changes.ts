import type { DeliveryField, PacketField, Parameter, ParameterValues } from '../../model/contract.ts';
import type { DeliveryResult, PacketResult } from '../../model/judging/reply.ts';
import type { Children, Deviation, HttpReply, HttpRequest, ReplyElement, Served } from '../seams.ts';
import { errorReply, writeFailure } from '../write/replies.ts';
import { isMarkup } from '../write/write-xml.ts';
import { bodyOf, withHeader } from './wire.ts';

// What a defect can change, from the bytes that leave back to the request that arrives.

/** A change of a text: what is written in the place of what, as of `replace`, or a function. */
export type TextEdit<More extends readonly unknown[] = []> =
  | readonly [from: string | RegExp, to: string]
  | ((text: string, ...more: More) => string);

export function changed<More extends readonly unknown[]>(
  change: TextEdit<More>,
  text: string,
  ...more: More
): string {
  return typeof change === 'function' ? change(text, ...more) : text.replace(...change);
}

/** Changes the status, header fields, body or sending of a reply. */
export const reply = (
  change: (whole: HttpReply, call: Served, request: HttpRequest) => Partial<HttpReply>,
): Deviation => ({ wire: (whole, ...at) => ({ ...whole, ...change(whole, ...at) }) });

/** Changes the bytes of the body, which are made of its text. */
export const bytes = (change: (text: string) => Uint8Array) =>
  reply((whole) => ({ body: change(bodyOf(whole)) }));

export const contentType = (change: TextEdit) =>
  reply((whole) => withHeader(whole, 'Content-Type', (type) => changed(change, type)));

export const text = (change: TextEdit<[Served]>) =>
  reply((whole, call) => ({ body: Buffer.from(changed(change, bodyOf(whole), call)) }));

/** New members of an element, or the nodes that replace it. */
type ElementChange =
  | Partial<ReplyElement>
  | ((element: ReplyElement, call: Served) => Partial<ReplyElement> | Children);

/** Changes every element of a name, or all elements, innermost first. Nodes that replace the root have one element. */
export const element =
  (name: string | null | ((call: Served) => string)) =>
  (change: ElementChange): Deviation => ({
    reply: (root, call) => {
      const meant = typeof name === 'function' ? name(call) : name;
      const edited = (current: ReplyElement): Children => {
        const children = current.children.flatMap((child) => (isMarkup(child) ? edited(child) : [child]));
        const copy = { ...current, children };
        if (meant !== null && current.name !== meant) return [copy];
        const made = typeof change === 'function' ? change(copy, call) : change;
        return 'length' in made ? made : [{ ...copy, ...made }];
      };
      return edited(root).find(isMarkup) ?? root;
    },
  });

export const packet = (change: (packet: PacketResult) => PacketResult): Deviation => ({ result: change });

export const field = (name: PacketField) => (change: TextEdit<[PacketResult]>) =>
  packet((whole) => ({
    ...whole,
    texts: { ...whole.texts, [name]: changed(change, whole.texts[name], whole) },
  }));

type Deliveries = readonly DeliveryResult[];

export const deliveries = (change: (list: Deliveries, packet: PacketResult) => Deliveries) =>
  packet((whole) => ({ ...whole, deliveries: change(whole.deliveries, whole) }));

export const delivery = (change: (item: DeliveryResult, packet: PacketResult) => Partial<DeliveryResult>) =>
  deliveries((list, whole) => list.map((item) => ({ ...item, ...change(item, whole) })));

export const deliveryField = (name: DeliveryField) => (change: TextEdit<[PacketResult]>) =>
  delivery((item, whole) => ({ [name]: changed(change, item[name], whole) }));

/** Changes the texts of parameters, as the service understands them. */
export const parameters =
  (isChanged: (parameter: Parameter) => boolean) =>
  (change: TextEdit<[ParameterValues]>): Deviation => ({
    request: (values, { operation }) => {
      const written = operation.parameters.filter(isChanged).flatMap(({ name }) => {
        const value = values[name];
        return typeof value === 'string' ? [[name, changed(change, value, values)]] : [];
      });
      return { ...values, ...Object.fromEntries(written) };
    },
  });
/** Changes the value that comes back in a field of the delivery results. */
export const echoed = (field: DeliveryField) => parameters(({ echo }) => echo === field);

/** Changes the bytes of a request body before they are read. */
export const requestBytes = (change: (body: Uint8Array) => Uint8Array): Deviation => ({
  read: (request) => (request.body === null ? request : { ...request, body: change(request.body) }),
});

/** Changes the numbers of a bulk send, as the service understands them. */
export const numbers = (change: (numbers: readonly string[]) => readonly string[]): Deviation => ({
  request: (values) => {
    const { GsmNumbers } = values;
    return typeof GsmNumbers === 'object' ? { ...values, GsmNumbers: change(GsmNumbers) } : values;
  },
});

/** Refuses requests with a status and header fields, or with the failure of the binding for status 500. */
export const denied =
  (status: number, ...headers: HttpReply['headers']) =>
  (when: (request: HttpRequest, call: Served) => boolean, text = 'This request is refused.'): Deviation => ({
    arrival: (request, call) => {
      if (!when(request, call)) return null;
      const answer =
        status === 500 ? writeFailure({ code: 'sender', text }, call.binding) : errorReply(status, text);
      return { ...answer, headers: [...answer.headers, ...headers] };
    },
  });
