export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it goes out, without what the HTTP client adds for framing (host, connection, content-length). */
export interface WireRequest {
  /** Only probes use others than those of the contract. */
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT';
  /** Path and query, percent-encoded, base path included. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
  /** How it travels, where that is not at once and with a Content-Length. */
  readonly framing?: {
    /** Bytes of the chunks of its body (RFC 9112 §7.1), the last length again until the end. */
    readonly chunks?: readonly number[];
    readonly byteByByte?: boolean;
    /** The request line and header fields as a client writes them, with `${host}` and `${length}`; nothing is added. */
    readonly head?: string;
    /** The connection that it shares with others, none of which may send a message. */
    readonly kept?: KeptConnection;
  };
  /** Messages that a request of ours asks for, whose bytes were read back; what limits them reads the bytes once more. */
  readonly messages?: number;
  /** Of a probe: the request that it was made of, as which it counts where messages cost. */
  readonly asIf?: WireRequest;
}

export interface KeptConnection {
  readonly name: string;
  /** Whether it ends with the response. */
  readonly isLast: boolean;
}

/** How many requests a connection had answered, and how long it was idle then. */
export interface ConnectionCut {
  readonly answered: number;
  readonly idleMs: number;
}

export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
}

export const headFaultKinds = [
  'line-feed',
  'empty-first-line',
  'leading-blank',
  'folded-field',
  'blank-before-colon',
  'control-character',
  'repeated-length',
  'length-and-coding',
  'chunked-twice',
] as const;

/** A line of the head of a response that HTTP/1.1 forbids to senders and lets recipients read. */
export interface HeadFault {
  readonly kind: (typeof headFaultKinds)[number];
  readonly line: string;
}

export interface WireResponse extends ResponseHead {
  readonly body: Uint8Array;
  /** Bytes that came, where `body` is only the beginning of them. */
  readonly wholeLength?: number;
  /** Its status line, where that is none of HTTP/1.1 (RFC 9112 §4). */
  readonly oddStatusLine?: string;
  /** Faults of its head, which was read in spite of them. */
  readonly headFaults?: readonly HeadFault[];
  /** The beginning of what came with it behind its end. */
  readonly behind?: Uint8Array;
  /** The first try, where its kept connection ended without a sign before and an answer behind it. */
  readonly cut?: ConnectionCut;
  readonly durationMs: number;
}

/** Code of a request that was not sent, because the target had given no response for so long. */
export const TARGET_GONE = 'TARGET_GONE';

/** Code of the failure of a client's call that was kept from the gateway. */
export const NOT_FORWARDED = 'NOT_FORWARDED';

/** Code of the failure of a request on a connection that the server had ended, as it may at any time (RFC 9112 §9.5). */
export const CONNECTION_ENDED = 'CONNECTION_ENDED';

/** Code of the failure of a response whose head nobody may read. */
export const INVALID_HEAD = 'INVALID_HEAD';

/** Why there is no whole response; `code` is undici's, Node's, or one of ours where a limit was met. */
export interface TransportFailure {
  readonly code: string;
  readonly message: string;
  readonly durationMs: number;
  /** The head of the response, if it had arrived by then. */
  readonly head?: ResponseHead;
  /** Its status line, if nothing else arrived or the rest of its head cannot be read. */
  readonly statusLine?: string;
  /** Bytes of its body that had come. */
  readonly bodyLength?: number;
  readonly cut?: ConnectionCut;
}

export type SendOutcome =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'failure'; readonly failure: TransportFailure };
