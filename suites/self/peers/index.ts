import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { folderWith } from '../folders.ts';
import { charsetPeers, markupPeers, namePeers, shapePeers } from './documents.ts';
import type { Peer } from './peer.ts';
import { textPeers } from './texts.ts';
import { endlessPeers, wirePeers } from './wire.ts';

/** A text that appears in a file, and must never be read from there because a reply named it. */
export const CANARY = 'canary-that-nobody-reads';

/** Connections to a server that nobody asks but because a reply named it. */
export const lured: unknown[] = [];

const file = join(folderWith({ 'canary.txt': CANARY }), 'canary.txt');
const server = createServer((socket) => {
  lured.push(socket.destroy());
});
server.listen(0, '127.0.0.1').unref();
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

export const peers: readonly Peer[] = [
  ...endlessPeers,
  ...wirePeers,
  ...charsetPeers,
  ...markupPeers(file, port),
  ...shapePeers,
  ...namePeers,
  ...textPeers,
];
