import type { Socket } from 'node:net';
import type undici from 'undici';
import type { Dispatcher, buildConnector as undiciConnector } from 'undici';
import type { Pace, Transport } from '../../../model/running/settings.ts';
import { require } from '../../../text/require.ts';
import { proxyAuthorization, proxyFor, proxyName, proxyRefusal } from './proxy.ts';
import { identityProblem, tlsOptions } from './tls-options.ts';

// The index of undici also loads fetch, WebSockets, caches and mocks, which takes twice as long as what is used here.
const buildConnector: typeof undici.buildConnector = require('undici/lib/core/connect');
const Client: typeof undici.Client = require('undici/lib/dispatcher/client');
const Pool: typeof undici.Pool = require('undici/lib/dispatcher/pool');
// As the index does: a method requests a tunnel.
Object.assign(Client.prototype, { connect: require('undici/lib/api/api-connect') });

/** The settings of a sender, without the limits of a whole run. */
export type SenderOptions = Transport & Omit<Pace, 'rate' | 'maxDuration' | 'reportDelay'>;

export type Connection = ReturnType<typeof connectTo>;

/**
 * Opens a way to an origin. Through a proxy, https goes over a tunnel, http with the whole URL in the request line
 * (RFC 9112 §3.2.2): proxies seldom tunnel to other ports. `change` makes the socket that is used, `prefix` is written
 * before the path, and `headers` are fields for a proxy, names and values in turn.
 */
export function connectTo(origin: string, options: SenderOptions, change: (socket: Socket) => Socket) {
  const { ca, connectTimeout: timeout, keepAlive, concurrency } = options;
  const proxy = proxyFor(origin, options);
  const secure = buildConnector({ ...tlsOptions(options), timeout });
  // The certificate for the client, the name and the leniency are for the target alone.
  const toProxy = buildConnector({ ...(ca && { ca }), checkServerIdentity: identityProblem, timeout });
  const forwarding = origin.startsWith('http:') ? proxy : null;
  const tunnelled = proxy ? tunnelThrough(proxy, timeout, toProxy, secure) : secure;
  const connect = forwarding ? toProxy : tunnelled;
  const changed: undiciConnector.connector = (target, callback) => {
    connect(target, (...[error, socket]) => {
      if (error) callback(error, null);
      else callback(null, change(socket));
    });
  };
  // The limits of a response are those of the exchange, which start earlier; two clocks would race for the code.
  const limits = { connect: changed, headersTimeout: 0, bodyTimeout: 0 };
  const to = forwarding ? proxyName(forwarding) : origin;
  const dispatcher: Dispatcher = keepAlive
    ? new Pool(to, { ...limits, connections: concurrency, pipelining: 1 })
    : new Client(to, { ...limits, pipelining: 0 });
  if (!forwarding) return { dispatcher, prefix: '', headers: [] };
  const headers = ['host', new URL(origin).host, ...proxyAuthorization(forwarding)];
  return { dispatcher, prefix: origin, headers };
}

/** Requests a tunnel of an HTTP proxy once (CONNECT, RFC 9110 §9.3.6); after no error of it does undici connect again. */
function tunnelThrough(
  proxy: URL,
  headersTimeout: number,
  connect: undiciConnector.connector,
  secure: undiciConnector.connector,
): undiciConnector.connector {
  const ask = async (host: string) => {
    const client = new Client(proxyName(proxy), { connect, headersTimeout });
    try {
      const headers = ['host', host, ...proxyAuthorization(proxy)];
      const { statusCode, socket } = await client.connect({ path: host, headers });
      if (statusCode >= 200 && statusCode < 300) return socket as Socket;
      socket.on('error', () => {}).destroy();
      const { code, message } = proxyRefusal(statusCode, proxy);
      throw Object.assign(new Error(message), { code });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isOfSocket = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_INFO';
      throw isOfSocket ? Object.assign(new Error(message), { code: 'ECONNRESET' }) : error;
    } finally {
      // The tunnel is no longer its own.
      void client.destroy();
    }
  };
  return (options, callback) => {
    const { hostname, port } = options;
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    ask(`${host}:${port || '443'}`).then(
      (httpSocket) => secure({ ...options, httpSocket } as undiciConnector.Options, callback),
      (error: Error) => callback(error, null),
    );
  };
}
