import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Connects as the given connector does, over plain TCP or TLS, and hands on the socket as `change` makes it. */
export function changedSocket(
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
