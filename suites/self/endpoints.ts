/** For tests: the reference, and endpoints that go wrong in ways it cannot be made to. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { findDefect } from '../../lib/reference/defects/registry.ts';
import { startReference } from '../../lib/reference/start.ts';
import { planRun } from '../../lib/run/plan-run.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';

export const namespace = 'http://sms.example/ns';

const planned = planRun(defaultSettings, 'proof0');
if (!planned.ok) throw new Error(planned.message);
export const { declarations, exchanges } = planned;
export const { contract: builtInContract } = declarations;

/** Flags of a target. */
export const at = (baseUrl: string) => ['--target', baseUrl, '--namespace', namespace] as const;

type Reference = Awaited<ReturnType<typeof startReference>>;

/** Serves the reference while `use` runs. */
export async function serving<T>(
  options: Partial<Parameters<typeof startReference>[0]>,
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  const reference = await startReference({ contract: builtInContract, namespace, ...options });
  try {
    return await use(reference);
  } finally {
    await reference.close();
  }
}

/** Serves the reference with defects, by their ids, while `use` runs. */
export function withReference<T>(
  ids: readonly string[],
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  const deviations = ids.map((id) => {
    const defect = findDefect(id);
    if (!defect) throw new Error(`no defect ${id}`);
    return defect;
  });
  return serving({ deviations }, use);
}

/** An endpoint before the reference: `see` is given each connection, and hands it on, at once or later, or does not. */
export function withFront<T>(
  see: (socket: Socket, number: number, handOn: () => void) => void,
  use: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  return withReference([], ({ port }) =>
    withEndpoint((socket, number) => see(socket, number, () => handOn(socket, port)), use),
  );
}

/** Sees nothing. */
export const handingOn = (_: Socket, __: number, handOn: () => void) => handOn();

export interface Endpoint {
  readonly port: number;
  readonly baseUrl: string;
  /** Connections so far; the command opens one for each request. */
  connections(): number;
}

/** Listens on loopback while `use` runs, and gives every connection with its number, from 1, to `serve`. */
export function withEndpoint<T>(
  serve: (socket: Socket, number: number) => void,
  use: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    serve(socket, connections);
  });
  return withListener(server, (port) =>
    use({ port, baseUrl: `http://127.0.0.1:${port}`, connections: () => connections }),
  );
}

/** Lets a server listen while `use` runs, and ends every connection to it then. */
export async function withListener<T>(
  server: Server,
  use: (port: number) => Promise<T>,
  host = '127.0.0.1',
): Promise<T> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => open.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
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
export function answeringWith(status: string, mediaType: string, body: string): (socket: Socket) => void {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${mediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`;
  return (socket) => whenWhole(socket, () => socket.end(head + body));
}

/** Calls back once, when head and body of a request are there; reads on, so that the end of the other side is seen. */
export function whenWhole(socket: Socket, asked: (request: string) => void): void {
  let request = '';
  let done = false;
  socket.setEncoding('latin1').on('data', (text: string) => {
    request += text;
    if (done || !isWhole(request)) return;
    done = true;
    asked(request);
  });
}

/** Whether a request is there up to its end; a body in chunks ends with an empty one. */
function isWhole(request: string): boolean {
  const [head = ''] = request.split('\r\n\r\n', 1);
  if (/^transfer-encoding: *chunked/im.test(head)) return request.endsWith('\r\n0\r\n\r\n');
  return request.length >= head.length + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
