import type { HeaderList } from '../judging/wire.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which exchanges of a plan to take. Values of one filter are alternatives; filters combine with and. `case` and `exclude`
 * are globs for the case (`canonical`), its operation and case, or the whole id of the exchange.
 */
export type Filters = Partial<
  Readonly<Record<'operation' | 'binding' | 'case' | 'exclude' | 'tag' | 'level', readonly string[]>>
>;

/** Whether messages may be sent to real people; null where no setting says it. */
export type SendPermission = 'allow' | 'refuse' | null;

export interface Pace {
  readonly concurrency: number;
  readonly rate: number | null;
  /** In milliseconds, as the two below and `reportDelay`. */
  readonly connectTimeout: number;
  /** Until the first byte of the response, connecting included. */
  readonly firstByteTimeout: number;
  /** For a whole exchange, connecting included. */
  readonly timeout: number;
  readonly maxResponseBytes: number;
  /** In seconds, for the whole run, or null for no limit. */
  readonly maxDuration: number | null;
  /** Between the reply to a send and the first report on its packet, for a service that needs a while to know it. */
  readonly reportDelay: number;
}

/** How a target is reached. Certificates and keys are PEM texts, not the names of their files. */
export interface Transport {
  /**
   * Whether a connection is used again. A server may end an idle one at any time (RFC 9112 §9.5), and a request
   * that meets that end cannot be sent again; so only for a server that is known not to.
   */
  readonly keepAlive: boolean;
  readonly ca: string | null;
  readonly cert: string | null;
  readonly key: string | null;
  /** The name that the server's certificate must be for, where it is not that of the URL. */
  readonly servername: string | null;
  readonly insecure: boolean;
  /** URL of an HTTP proxy, with its credentials; null for none. */
  readonly proxy: string | null;
  /** Hosts that are reached without the proxy, as in NO_PROXY. */
  readonly noProxy: string;
  /** Fields for what stands before the service, such as an API key. They belong to no request of the contract. */
  readonly headers: HeaderList;
}
