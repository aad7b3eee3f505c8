import type { WrittenReply } from './written-reply.ts';

/** A property in which gateways write the same reply in different ways: a noun of HTTP or XML. */
export interface StyleProperty<Name extends string = string> {
  readonly name: Name;
  /** Returns its value; undefined where this reply does not show it. */
  readonly read: (reply: WrittenReply) => unknown;
  /** True if two values are different ways to write; otherwise they are if they are not equal. */
  readonly differs?: (from: never, to: never) => boolean;
  /** Returns the reply with that value and the same otherwise. */
  readonly write: (reply: WrittenReply, value: unknown) => WrittenReply;
}

/** Makes a property whose values are of one type; `read` alone makes values. */
export function property<Name extends string, Value>(
  name: Name,
  read: (reply: WrittenReply) => Value | undefined,
  write: (reply: WrittenReply, value: Value) => WrittenReply,
  differs?: (from: Value, to: Value) => boolean,
): StyleProperty<Name> {
  return { name, read, ...(differs && { differs }), write: (reply, value) => write(reply, value as Value) };
}
