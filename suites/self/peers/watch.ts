/** What shows that nobody read a file, or asked a server, because a reply named it. */
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A text that stands in a file, and must never be read from there. */
export const CANARY = 'canary-that-nobody-reads';

export interface Watched {
  readonly file: string;
  readonly port: number;
  connections(): number;
}

export async function watched(): Promise<Watched> {
  const file = join(mkdtempSync(join(tmpdir(), 'postsms-')), 'canary.txt');
  writeFileSync(file, CANARY);
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return { file, port: (server.address() as AddressInfo).port, connections: () => connections };
}
