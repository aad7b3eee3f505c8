import { createServer } from 'node:net';
import { defaultSettings } from '../../../lib/settings/run-settings.ts';
import { builtInContract, whenWhole, withListener } from '../endpoints.ts';
import { type Peer, type PeerRequest, sendReply } from './peer.ts';

/** Listens on loopback while `use` runs; `choose` says which peer answers a request, null for one that answers well. */
export function withPeers<T>(
  choose: (request: string) => Peer | null,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections += 1;
    const packet = `P-1-${connections}`;
    whenWhole(
      socket.on('error', () => {}),
      (text) => {
        const asked = askedOf(text, packet, socket.localPort ?? 0);
        const peer = choose(text);
        if (peer) peer.answer(socket, asked);
        else sendReply(socket, asked, asked.good);
      },
    );
  });
  return withListener(server, (port) => use(`http://127.0.0.1:${port}`));
}

/** A call of SendBulkSms over SOAP 1.2 or GET, and how it would be answered well. */
function askedOf(text: string, packet: string, port: number): PeerRequest {
  const id = text.startsWith('GET ') ? 'http-get' : 'soap12';
  const binding = builtInContract.bindings.find((candidate) => candidate.id === id);
  if (!binding) throw new Error(`no binding ${id}`);
  const { response, envelope } = binding;
  const state = 'accepted';
  const fields = `<PacketID>${packet}</PacketID><PacketStatus>${state}</PacketStatus><DeliveryResults/>`;
  const { namespace } = defaultSettings;
  const good =
    envelope === undefined
      ? `<EmPostSmsResult xmlns="${namespace}">${fields}</EmPostSmsResult>`
      : `<soap:Envelope xmlns:soap="${envelope}"><soap:Body><SendBulkSmsResponse xmlns="${namespace}">` +
        `<SendBulkSmsResult>${fields}</SendBulkSmsResult></SendBulkSmsResponse></soap:Body></soap:Envelope>`;
  return { contentType: `${response.mediaType}; charset=${response.charset}`, good, state, port };
}
