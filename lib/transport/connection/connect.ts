import type { Socket } from 'node:net';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { WireRequest } from '../../model/judging/wire.ts';
import type { Pace, Transport } from '../../model/running/settings.ts';
import { proxyAuthorization, proxyFor, proxyName } from './proxy.ts';
import { tlsOptions } from './tls-options.ts';
import { tunnelThrough } from './tunnel.ts';

/** What a sender needs to know of the settings; the limits of a whole run are not its own. */
export type SenderOptions = Transport & Omit<Pace, 'rate' | 'maxDurationMs' | 'reportDelayMs'>;

/** A way to an origin. */
export interface Connection {
  readonly dispatcher: Dispatcher;
  /** How a request is addressed on this way. */
  address(request: WireRequest): { readonly path: string; readonly headers: string[] };
}

/**
 * A way to an origin: over connections that are used again, one request on each at a time; or without keep-alive
 * over one connection for one request.
 *
 * Through a proxy, https goes over a tunnel, http with the whole URL in the request line (RFC 9112 §3.2.2): proxies
 * seldom let a tunnel go to any port but that of https.
 *
 * @param change makes the socket that is used of the one that is connected
 */
export function connectTo(
  origin: string,
  options: SenderOptions,
  change: (socket: Socket) => Socket,
): Connection {
  const over = (connect: buildConnector.connector) => changed(connect, change);
  const proxy = proxyFor(origin, options);
  const timeoutMs = options.connectTimeoutMs;
  const secure = buildConnector({ ...tlsOptions(options), timeout: timeoutMs });
  if (proxy === null) return straight(open(origin, over(secure), options));
  // The certificate for the client, the name and the leniency are for the target alone.
  const toProxy = buildConnector({ ...(options.ca !== null && { ca: options.ca }), timeout: timeoutMs });
  if (origin.startsWith('https:')) {
    return straight(open(origin, over(tunnelThrough(proxy, { timeoutMs, toProxy, secure })), options));
  }
  const forProxy = ['host', new URL(origin).host];
  const authorization = proxyAuthorization(proxy);
  if (authorization !== undefined) forProxy.push('proxy-authorization', authorization);
  return {
    dispatcher: open(proxyName(proxy), over(toProxy), options),
    address: ({ path, headers }) => ({ path: origin + path, headers: [...forProxy, ...headers.flat()] }),
  };
}

function straight(dispatcher: Dispatcher): Connection {
  return { dispatcher, address: ({ path, headers }) => ({ path, headers: headers.flat() }) };
}

function open(origin: string, connect: buildConnector.connector, options: SenderOptions): Dispatcher {
  // The limits of a response are those of the exchange, which start earlier; two clocks would race for the code.
  const limits = { connect, headersTimeout: 0, bodyTimeout: 0 };
  return options.keepAlive
    ? new Pool(origin, { ...limits, connections: options.concurrency, pipelining: 1 })
    : new Client(origin, { ...limits, pipelining: 0 });
}

/** Connects as the given connector does, over plain TCP or TLS, and hands on the socket as `change` makes it. */
function changed(
  connect: buildConnector.connector,
  change: (socket: Socket) => Socket,
): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error) callback(error, null);
      else callback(null, change(socket));
    });
  };
}
