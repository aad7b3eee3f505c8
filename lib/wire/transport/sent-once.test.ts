import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withEndpoint } from '../../../suites/self/endpoints.ts';
import { strictOptions } from '../../../suites/support/transport.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { openSender, type Sender } from './sender.ts';

// Nothing is sent twice, whatever the server does and whenever: every request has a marker of its own, the server
// does with it what the path of the request says, and counts how often it met the marker.

/** What the server does with a connection once it has read something of a request. */
type Behaviour = (socket: Socket) => void;

const fin: Behaviour = (socket) => socket.end();
const close: Behaviour = (socket) => socket.destroy();
const rst: Behaviour = (socket) => socket.resetAndDestroy();
const drops = Object.entries({ fin, close, rst });

/** Writes this much of a response, and then drops the connection. */
const after =
  (text: string, drop: Behaviour): Behaviour =>
  (socket) => {
    socket.write(text, 'latin1', () => drop(socket));
  };

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n';
const whole = `${HEAD}Content-Length: 10\r\n\r\n0123456789`;
const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n`;
const interim = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${whole}`;
const untilClosed = `${HEAD}Connection: close\r\n\r\n0123456789`;

/** Statuses that some clients take for an invitation to send again, with everything that invites them. */
const inviting = [
  ...[300, 301, 302, 303, 307, 308].map((status) => [status, 'Location: /elsewhere'] as const),
  [401, 'WWW-Authenticate: Basic realm="x"'],
  [407, 'Proxy-Authenticate: Basic realm="x"'],
  [408, 'Connection: close'],
  [421, 'X: y'],
  [425, 'Retry-After: 0'],
  [429, 'Retry-After: 0'],
  [429, 'Retry-After: 1'],
  [500, 'Retry-After: 0'],
  [502, 'Retry-After: 0'],
  [503, 'Retry-After: 1'],
  [503, 'Retry-After: Thu, 01 Jan 1970 00:00:00 GMT'],
  [504, 'Refresh: 0'],
] as const;

/** Every moment at which the server may go wrong, by name. */
const behaviours = new Map<string, { readonly early: boolean; readonly act: Behaviour }>();
for (const [turn, [name, drop]] of drops.entries()) {
  // Before the request can have been read, and as soon as any of it is there.
  behaviours.set(`first-bytes-${name}`, { early: true, act: drop });
  behaviours.set(`whole-request-${name}`, { early: false, act: drop });
  for (const [kind, text] of Object.entries({ whole, chunked, interim, untilClosed })) {
    // Every byte has one of the drops, in turn.
    for (let bytes = 1 + turn; bytes <= text.length; bytes += 3) {
      behaviours.set(`${kind}-${bytes}-${name}`, { early: false, act: after(text.slice(0, bytes), drop) });
      // An answer that comes, and ends, before the request has.
      if (kind === 'whole' && bytes % 16 === 0) {
        behaviours.set(`early-${bytes}-${name}`, { early: true, act: after(text.slice(0, bytes), drop) });
      }
    }
  }
}
for (const [index, [status, field]] of inviting.entries()) {
  const text = `HTTP/1.1 ${status} X\r\n${field}\r\nContent-Length: 2\r\n\r\nno`;
  behaviours.set(`status-${status}-${index}`, { early: false, act: (socket) => socket.write(text) });
  behaviours.set(`status-${status}-${index}-fin`, { early: false, act: after(text, fin) });
  behaviours.set(`status-${status}-${index}-early`, { early: true, act: (socket) => socket.write(text) });
}
behaviours.set('answer', { early: false, act: (socket) => socket.write(whole) });
behaviours.set('garbage', { early: false, act: (socket) => socket.write('nonsense\r\n\r\n') });
behaviours.set('silence', { early: false, act: () => {} });

/** How often each marker was met, and requests that none of ours is. */
const met = new Map<string, number>();
const others: string[] = [];

const server = createServer((socket) => {
  let head = '';
  let body = 0;
  let acted = false;
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    const before = head.length;
    if (!head.includes('\r\n\r\n')) head += bytes.toString('latin1');
    else body += bytes.length;
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [, name = '', marker] = / \/([\w-]+)\?marker=([\w-]+) /.exec(head) ?? [];
    const behaviour = behaviours.get(name);
    if (before < end + 4) {
      if (marker === undefined || !behaviour) others.push(head.slice(0, end));
      else met.set(marker, (met.get(marker) ?? 0) + 1);
    }
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const complete = /transfer-encoding: chunked/i.test(head)
      ? bytes.toString('latin1').endsWith('0\r\n\r\n')
      : head.length - end - 4 + body >= length;
    if (!acted && (behaviour?.early || complete)) {
      acted = true;
      behaviour?.act(socket);
    }
    if (!complete) return;
    // The next request on the same connection; none is sent before this one is answered.
    head = '';
    body = 0;
    acted = false;
  });
});

let baseUrl = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const got = (path: string): WireRequest => ({ method: 'GET', path, headers: [], body: null });
const posted = (path: string, body: string | Uint8Array = '<x/>'): WireRequest => {
  const headers = [['Content-Type', 'text/xml; charset=utf-8']] as const;
  return { method: 'POST', path, headers, body: Buffer.from(body) };
};
const slowly = { framing: { byteByByte: true } } as const;

const methods = {
  get: got,
  post: (path: string) => posted(path),
  // More than a socket takes at once, so that the server can go away in the middle of it.
  'large-post': (path: string) => posted(path, Buffer.alloc(2_000_000, 'x')),
  'post-in-chunks': (path: string) => ({ ...posted(path, '<x>in pieces</x>'), framing: { chunks: [1, 3] } }),
  'get-byte-by-byte': (path: string) => ({ ...got(path), ...slowly }),
  'post-byte-by-byte': (path: string) => ({ ...posted(path), ...slowly }),
} as const;

/** Sends one request for each behaviour, several at a time, over one sender. */
async function sendEach(
  sender: Sender,
  method: (path: string) => WireRequest,
  tag: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const markers: string[] = [];
  const waiting = [...names];
  const lane = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const marker = `${tag}-${name}`;
      markers.push(marker);
      await sender.send(method(`/${name}?marker=${marker}`));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return markers;
}

const quick = { ...strictOptions, concurrency: 4, timeout: 2_000, firstByteTimeout: 2_000 };
const LATER_MS = 1_200;

it.each([false, true])(
  'a request goes out once with keep-alive %s, whatever the server does and at whichever byte',
  { timeout: 60_000 },
  async (keepAlive) => {
    const sender = openSender(baseUrl, { ...quick, keepAlive });
    const every = [...behaviours.keys()];
    const few = every.filter((name) => !/^(?:whole|chunked|interim|untilClosed)-/.test(name));
    // A request byte by byte takes its time.
    const fewer = few.filter((_, index) => index % 5 === 0);
    const namesFor = (method: string) =>
      ['get', 'post'].includes(method) ? every : method.endsWith('byte-by-byte') ? fewer : few;
    const sent = await Promise.all(
      Object.entries(methods).map(([name, method]) =>
        sendEach(sender, method, `k${keepAlive}-${name}`, namesFor(name)),
      ),
    );
    // Whoever waits before sending again has had the time for it.
    await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    await sender.close();
    const markers = sent.flat();
    expect(markers).toHaveLength(2 * (every.length + few.length + fewer.length));
    expect(markers.filter((marker) => (met.get(marker) ?? 0) > 1)).toEqual([]);
    // And not by sending nothing at all: a request that follows a drop on a kept connection may never arrive.
    const arrived = markers.filter((marker) => met.get(marker) === 1).length;
    expect(arrived).toBeGreaterThan(markers.length * (keepAlive ? 0.5 : 0.9));
    expect(others).toEqual([]);
  },
);

describe.each([false, true])('a connection that ends with keep-alive %s', (keepAlive) => {
  /** A server that ends every connection in its own way, and counts them. */
  const connectionsTo = (serve: (socket: Socket) => void, requests: readonly WireRequest[]) =>
    withEndpoint(serve, async ({ baseUrl, connections }) => {
      const sender = openSender(baseUrl, { ...quick, concurrency: 1, keepAlive });
      for (const request of requests) await sender.send(request);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await sender.close();
      return connections();
    });

  it.each(drops)('before anything is read is made once for a request: %s', async (_, drop) => {
    const each = [methods.get('/x'), methods.post('/x'), methods['large-post']('/x')];
    expect(await connectionsTo(drop, each)).toBe(each.length);
  });

  it.each(drops)('after some bytes of the request is made once for it: %s', async (_, drop) => {
    let bytes = 0;
    const reading = (socket: Socket) => {
      bytes += 1;
      const most = bytes;
      socket.once('readable', () => {
        socket.read(most);
        drop(socket);
      });
    };
    const requests = Array.from({ length: 40 }, () => [methods.get('/x'), methods.post('/x')]).flat();
    expect(await connectionsTo(reading, requests)).toBe(requests.length);
    expect(bytes).toBe(requests.length);
  });
});

it('an idle connection that ends while the next request goes out takes it along, and no other brings it', async () => {
  const seen: string[] = [];
  const idle = (socket: Socket) =>
    socket.on('data', (bytes) => {
      const closing = seen.push(/marker=(\d+)/.exec(bytes.toString('latin1'))?.[1] ?? '');
      socket.write(whole);
      setTimeout(() => (closing % 2 === 0 ? fin : rst)(socket), closing % 5);
    });
  await withEndpoint(idle, async ({ baseUrl: idleUrl }) => {
    const sender = openSender(idleUrl, { ...quick, concurrency: 1, keepAlive: true });
    for (let marker = 0; marker < 100; marker += 1) {
      await sender.send(methods[marker % 2 === 0 ? 'get' : 'post'](`/x?marker=${marker}`));
      await new Promise((resolve) => setTimeout(resolve, marker % 4));
    }
    await sender.close();
  });
  expect(seen.length).toBeGreaterThan(50);
  expect(new Set(seen).size).toBe(seen.length);
});

it('what is sent twice would be seen', async () => {
  const sender = openSender(baseUrl, { ...quick, keepAlive: false });
  const again: Sender = {
    ...sender,
    send: async (request) => {
      const outcome = await sender.send(request);
      return outcome.kind === 'response' && outcome.response.status === 200 ? outcome : sender.send(request);
    },
  };
  const names = ['whole-request-rst', 'chunked-80-close', 'status-503-15', 'answer'];
  const markers = await sendEach(again, methods.get, 'again', names);
  await sender.close();
  expect(markers.map((marker) => met.get(marker))).toEqual([1, 2, 2, 2]);
});
