import { type buildConnector, Client } from 'undici';
import { proxyAuthorization, proxyName, proxyRefusal } from './proxy.ts';

export interface TunnelOptions {
  /** For the answer of the proxy. */
  readonly timeoutMs: number;
  readonly toProxy: buildConnector.connector;
  /** Speaks TLS with the target over the tunnel. */
  readonly secure: buildConnector.connector;
}

/**
 * Connects through a tunnel of an HTTP proxy (CONNECT, RFC 9110 §9.3.6), asked for once: undici's own ProxyAgent
 * asks again at once and for ever when a proxy closes the connection instead of answering. For the same reason no
 * error leaves here with undici's code for a socket: a client takes it for one to connect again after.
 */
export function tunnelThrough(
  proxy: URL,
  { timeoutMs, toProxy, secure }: TunnelOptions,
): buildConnector.connector {
  return (options, callback) => {
    const { hostname, port, protocol } = options;
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const authority = `${host}:${port || (protocol === 'https:' ? '443' : '80')}`;
    askFor(authority, proxy, timeoutMs, toProxy).then(
      (httpSocket) => secure({ ...options, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}

type Socket = NonNullable<buildConnector.Options['httpSocket']>;

async function askFor(
  authority: string,
  proxy: URL,
  timeoutMs: number,
  connect: buildConnector.connector,
): Promise<Socket> {
  const client = new Client(proxyName(proxy), { connect, headersTimeout: timeoutMs });
  const authorization = proxyAuthorization(proxy);
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => {}).destroy();
    const { code, message } = proxyRefusal(statusCode, proxy);
    throw Object.assign(new Error(message), { code });
  } catch (error) {
    throw withoutCodeOfSocket(error as NodeJS.ErrnoException);
  } finally {
    // The tunnel is no longer its own.
    void client.destroy();
  }
}

function withoutCodeOfSocket(error: NodeJS.ErrnoException): Error {
  return error.code === 'UND_ERR_SOCKET' || error.code === 'UND_ERR_INFO'
    ? Object.assign(new Error(error.message), { code: 'ECONNRESET' })
    : error;
}
