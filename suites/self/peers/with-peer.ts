import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { BindingId, Contract } from '../../../lib/model/contract.ts';
import { type Asked, type Peer, reply } from './peer.ts';

/** Says which peer answers a connection, counted from 1; null for one that answers well. */
export type Choose = (connection: number) => Peer | null;

/** Listens on loopback while `use` runs. */
export async function withPeers<T>(
  choose: Choose,
  contract: Contract,
  namespace: string,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const open = new Set<Socket>();
  let connections = 0;
  let port = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    const peer = choose(connections);
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    const packet = `P-1-${connections}`;
    const asked = (text: string) => askedOf(text, contract, namespace, port, packet);
    if (peer?.atOnce) peer.answer(socket.resume(), asked(''));
    else {
      whenWhole(socket, (text) => {
        if (peer) peer.answer(socket, asked(text));
        else reply(socket, asked(text), asked(text).good);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

/** Calls back once, when head and body of a request are there; reads on, so that the end of the other side is seen. */
function whenWhole(socket: Socket, asked: (text: string) => void): void {
  let text = '';
  let done = false;
  socket.on('data', (chunk) => {
    if (done) return;
    text += chunk.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
    if (end < 0 || text.length - end - 4 < length) return;
    done = true;
    asked(text);
  });
}

/** The call in a request, and how it would be answered well. */
function askedOf(text: string, contract: Contract, namespace: string, port: number, packet: string): Asked {
  const binding = bindingOf(text);
  const declared = contract.bindings.find(({ id }) => id === binding);
  const operation = contract.operations.find(({ name }) => text.includes(name))?.name ?? 'SendBulkSms';
  const state = 'accepted';
  const fields = `<PacketID>${packet}</PacketID><PacketStatus>${state}</PacketStatus><DeliveryResults/>`;
  const { mediaType = 'text/xml', charset = 'utf-8' } = declared?.response ?? {};
  const envelope = declared?.envelope;
  const good =
    envelope === undefined
      ? `<EmPostSmsResult xmlns="${namespace}">${fields}</EmPostSmsResult>`
      : `<soap:Envelope xmlns:soap="${envelope}"><soap:Body><${operation}Response xmlns="${namespace}">` +
        `<${operation}Result>${fields}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`;
  return { binding, contentType: `${mediaType}; charset=${charset}`, good, state, port };
}

function bindingOf(text: string): BindingId {
  if (text.startsWith('GET ')) return 'http-get';
  if (/^content-type: *application\/soap\+xml/im.test(text)) return 'soap12';
  return /^content-type: *text\/xml/im.test(text) ? 'soap11' : 'http-post';
}
