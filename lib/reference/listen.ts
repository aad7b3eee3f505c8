import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'this user may not use the port',
  EADDRNOTAVAIL: 'the address is not one of this machine',
  ENOTFOUND: 'the host is not known',
};

/**
 * Starts listening and gives the address; `port` 0 takes a free one.
 * @throws Error that names host, port and reason when it cannot listen
 */
export function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (why: string): void => reject(new Error(`Cannot listen on ${host} port ${port}: ${why}`));
    if (!Number.isInteger(port) || port < 0 || port > 65535) {
      refuse('a port is a whole number from 0 to 65535');
      return;
    }
    const onError = (error: NodeJS.ErrnoException): void => {
      const code = error.code ?? error.name;
      refuse(`${reasons[code] ?? error.message} (${code})`);
    };
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const address = server.address();
      if (address === null || typeof address === 'string') refuse('it has no port');
      else resolve(address);
    });
  });
}
