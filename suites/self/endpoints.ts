/** For tests of the real command: endpoints that go wrong in ways the reference cannot be made to. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Endpoint {
  readonly port: number;
  readonly baseUrl: string;
  /** Connections so far; the command opens one for each request. */
  connections(): number;
}

/** Listens on loopback while `use` runs, and gives every connection with its number, from 1, to `serve`. */
export async function withEndpoint<T>(
  serve: (socket: Socket, number: number) => void,
  use: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    serve(socket, connections);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await use({ port, baseUrl: `http://127.0.0.1:${port}`, connections: () => connections });
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

/** Hands a connection on to a server on this machine. */
export function handOn(socket: Socket, port: number): void {
  const server = connect(port, '127.0.0.1');
  server.on('error', () => socket.destroy());
  socket.on('close', () => server.destroy());
  socket.pipe(server).pipe(socket);
}

/** Answers whatever is asked with the same response, once the whole request is there. */
export function answering(status: string, mediaType: string, body: string): (socket: Socket) => void {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${mediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  return (socket) => {
    let asked = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      asked += text;
      const end = asked.indexOf('\r\n\r\n');
      if (end >= 0 && isWhole(asked.slice(0, end), asked.slice(end + 4))) socket.end(head + body);
    });
  };
}

/** Whether the body of a request is there up to its end; one in chunks ends with an empty one. */
function isWhole(head: string, body: string): boolean {
  if (/^transfer-encoding: *chunked/im.test(head)) return body.endsWith('\r\n0\r\n\r\n');
  return body.length >= Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
