/** Header fields in the order and case of the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as it goes out, without what the HTTP client adds for framing (host, connection, content-length). */
export interface WireRequest {
  /** Only probes use others than those of the contract. */
  readonly method: 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT';
  /** Path and query, percent-encoded, base path included. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
  /** How it travels; at once, its body under its length, where nothing is said. */
  readonly framing?: {
    /** Bytes of the chunks that the body is sent in (RFC 9112 §7.1), the last length again until the end. */
    readonly chunks?: readonly number[];
    /** Whether every byte is handed to the network by itself, those of the request line and the header too. */
    readonly byteByByte?: boolean;
    /** The connection that it shares with others, none of which may send a message. */
    readonly kept?: KeptConnection;
  };
  /** Of a probe: the request that it was made of, as which it counts where messages cost. */
  readonly asIf?: WireRequest;
}

/** A connection that stays open between requests. */
export interface KeptConnection {
  readonly name: string;
  /** Whether it ends with the response. */
  readonly isLast: boolean;
}

/** The status line and header of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
}

/** A response as it came in. */
export interface WireResponse extends ResponseHead {
  readonly body: Uint8Array;
  /** Bytes that came, where `body` is only the beginning of them. */
  readonly wholeLength?: number;
  /** Its status line, where that is none of HTTP/1.1 (RFC 9112 §4). */
  readonly oddStatusLine?: string;
  /** The beginning of what came with it behind its end. */
  readonly behind?: Uint8Array;
  readonly durationMs: number;
}

/** Code of the failure of a client's call that was kept from the gateway. */
export const NOT_FORWARDED = 'NOT_FORWARDED';

/** Code of the failure of a request on a connection that the server had ended, as it may at any time (RFC 9112 §9.5). */
export const CONNECTION_ENDED = 'CONNECTION_ENDED';

/** Why there is no whole response; `code` is undici's, Node's, or one of ours where a limit was met. */
export interface TransportFailure {
  readonly code: string;
  readonly message: string;
  readonly durationMs: number;
  /** What had come of the response by then. */
  readonly head?: ResponseHead;
  /** Bytes of its body that had come. */
  readonly bodyLength?: number;
}
