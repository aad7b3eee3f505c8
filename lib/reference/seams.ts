import type { ServerResponse } from 'node:http';
import type { Binding, BindingId, Contract, Operation, ParameterValues } from '../model/contract.ts';
import type { PacketResult } from '../model/judging/reply.ts';
import type { ResponseHead, WireRequest } from '../model/judging/wire.ts';

/** An understood call, as deviations see it. */
export interface Served {
  readonly contract: Contract;
  readonly namespace: string;
  readonly operation: Operation;
  readonly binding: Binding;
  readonly values: ParameterValues;
}

/**
 * An element of a reply before it is written. Without `prefix` it appears in the default namespace; the writer
 * declares what is not in scope. `attributes` are written as named, in their order.
 */
export interface ReplyElement {
  readonly name: string;
  readonly uri: string;
  readonly prefix?: string;
  readonly attributes?: readonly (readonly [name: string, value: string])[];
  readonly children: Children;
}

/** Elements and texts, which are escaped when they are written. */
export type Children = readonly (ReplyElement | string)[];

/** A response as it is sent; Content-Length is added when neither it nor Transfer-Encoding is among the headers. */
export interface HttpReply extends ResponseHead {
  readonly body: Uint8Array;
  /** Changes the text of the head, empty line included, on its way out. */
  readonly head?: (head: string) => string;
  /** Whether a Date is added, which a server without a clock leaves out (RFC 9110 §6.6.1); it is where nothing is said. */
  readonly date?: boolean;
  /** Sends the reply in the place of the server, which sends it at once, under its length. */
  readonly send?: (response: ServerResponse, reply: HttpReply) => Promise<void>;
  /** The connection ends without any of this. */
  readonly hangUp?: boolean;
  /** Makes a reply that is sent instead after a while, in which other requests may come. */
  readonly late?: () => HttpReply;
}

/** A request as it arrives, its path as in the request line. */
export interface HttpRequest extends Pick<WireRequest, 'method' | 'path' | 'headers' | 'body'> {
  /** Pieces in which the body came in; what travels in one may come in several where it is long. */
  readonly pieces: number;
  /** The connection that it came on: one object for all of its requests. */
  readonly connection?: object;
}

/**
 * Where a deliberate deviation takes hold of a call: its request as it arrives, the values that were read, the packet
 * result, the reply as a tree (envelope included), or the bytes. Replies that are errors are never touched.
 *
 * A reply at `arrival` refuses the call before the service knows of it. Only what the healthy service can read passes
 * there, because the operation of a SOAP call, and so the scope of a deviation, is known from its envelope alone.
 */
export interface Deviation {
  /** The calls that it applies to; all of them where nothing is named. */
  readonly bindings?: readonly BindingId[];
  readonly operations?: readonly string[];
  readonly arrival?: (request: HttpRequest, call: Served) => HttpReply | null;
  /** Changes the bytes of the request before its values are read. */
  readonly read?: (request: HttpRequest) => HttpRequest;
  readonly request?: (values: ParameterValues, call: Served, request: HttpRequest) => ParameterValues;
  readonly result?: (packet: PacketResult, call: Served) => PacketResult;
  readonly reply?: (root: ReplyElement, call: Served) => ReplyElement;
  readonly wire?: (reply: HttpReply, call: Served, request: HttpRequest) => HttpReply;
}

/**
 * Why a call is not answered with a packet result. The contract is silent on errors (contract §7), so these follow
 * ASP.NET ASMX: `sender` is SOAP 1.1's Client and 1.2's Sender, `receiver` is Server and Receiver; over GET and POST
 * all of them are plain text.
 */
export interface CallFailure {
  readonly code: 'sender' | 'receiver' | 'version-mismatch';
  readonly text: string;
}

export function fail(text: string, code: CallFailure['code'] = 'sender'): CallFailure {
  return { code, text };
}
