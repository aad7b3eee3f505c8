import type { Contract } from '../model/contract.ts';
import type { Result } from '../model/result.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { Received } from './receive.ts';

/** What a program was written for: the replies of the gateway that its author saw. */
export interface WrittenFor {
  readonly contract: Contract;
  readonly operation: string;
  readonly isSoap: boolean;
  /** Namespace of the service, and prefixes of the envelope and of the service; empty for the default namespace. */
  readonly namespace: string;
  readonly envelopePrefix: string;
  readonly servicePrefix: string;
  readonly contentType: string;
  /** The reply without its texts. */
  readonly markup: string;
}

/** Texts of fields by their names; null where a program finds nothing. */
export type Fields = Readonly<Record<string, string | null>>;

/** What a program reads out of a reply. */
export interface ReadFields {
  readonly packet: Fields;
  readonly deliveries: readonly Fields[];
}

/** An imitation of how real programs read replies. */
export interface Reader {
  readonly id: string;
  /** The program or the way of reading. */
  readonly title: string;
  /** A public program or complaint. */
  readonly seen: string;
  readonly stumbles: string;
  /** Why the real program is not run beside it (`npm run stacks`); absent where it is. */
  readonly unchecked?: string;
  /** Reads a response. @throws Error with the way in which the program fails */
  readonly read: (response: Received, written: WrittenFor) => ReadFields;
}

/** Reads a response with a reader; an error is the way in which it fails. */
export function readWith(
  { read }: Reader,
  response: Received,
  written: WrittenFor,
): Result<ReadFields, string> {
  try {
    return { ok: true, value: read(response, written) };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

/** Reads a packet result by a function that finds the text of a field, and one that finds delivery results. */
export function fieldsBy<Node>(
  result: Node,
  { contract: { packetResult, deliveryResult } }: WrittenFor,
  find: (parent: Node, name: string) => string | null,
  items: (result: Node) => readonly Node[],
): ReadFields {
  const texts = (node: Node, { fields }: typeof packetResult | typeof deliveryResult) =>
    Object.fromEntries(
      fields.flatMap(({ name, type }) => (type === 'string' ? [[name, find(node, name)] as const] : [])),
    );
  return {
    packet: texts(result, packetResult),
    deliveries: items(result).map((item) => texts(item, deliveryResult)),
  };
}
