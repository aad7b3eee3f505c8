import type { BindingId, Contract, Operation, ParameterValues } from '../model/contract.ts';
import type { PacketResult } from '../model/reply.ts';
import type { HeaderList } from '../model/wire.ts';

/** One understood call: what a deviation may look at. */
export interface Call {
  readonly contract: Contract;
  readonly namespace: string;
  readonly operation: Operation;
  readonly binding: BindingId;
  readonly values: ParameterValues;
}

/**
 * An element of a reply before it is written. Without `prefix` it stands in the default namespace; the writer
 * declares what is not in scope. `attributes` are written as named, in their order.
 */
export interface ReplyElement {
  readonly name: string;
  readonly uri: string;
  readonly prefix?: string;
  readonly attributes?: readonly (readonly [name: string, value: string])[];
  readonly children: readonly ReplyNode[];
}

/** Text is escaped when it is written; `raw` goes out as it is. */
export type ReplyNode = ReplyElement | string | { readonly raw: string };

/** A response as it is sent; Content-Length is added when neither it nor Transfer-Encoding is among the headers. */
export interface HttpReply {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** The connection ends without any of this. */
  readonly hangUp?: boolean;
}

/**
 * Where a deliberate deviation takes hold of a call that succeeds: the values that were read, the packet result,
 * the reply as a tree (envelope included), or the bytes. Replies that are errors are never touched.
 */
export type Seam =
  | {
      readonly seam: 'request';
      readonly change: (values: ParameterValues, call: Call) => ParameterValues;
    }
  | { readonly seam: 'result'; readonly change: (packet: PacketResult, call: Call) => PacketResult }
  | { readonly seam: 'reply'; readonly change: (root: ReplyElement, call: Call) => ReplyElement }
  | { readonly seam: 'wire'; readonly change: (reply: HttpReply, call: Call) => HttpReply };

/** A seam with the calls it applies to; all of them where nothing is named. */
export type Deviation = Seam & {
  readonly bindings?: readonly BindingId[];
  readonly operations?: readonly string[];
};
