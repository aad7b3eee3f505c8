import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { Socket } from 'node:net';
import { Server as ProxyServer } from 'proxy-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withEndpoint, withListener } from '../../../suites/self/endpoints.ts';
import { issue, newAuthority, post, sendTo, strictOptions } from '../../../suites/support/transport.ts';
import type { SenderOptions } from './connection/connect.ts';
import { openSender } from './sender.ts';

const authority = await newAuthority();
const certificate = await issue(authority);

/** What the proxy was asked for: a host and a port, by whom. */
const asked: string[] = [];
const proxy = new ProxyServer({
  port: 0,
  host: '127.0.0.1',
  prepareRequestFunction: ({ username, password, hostname, port, isHttp }) => {
    asked.push(`${username}:${password} ${isHttp ? 'http' : 'tunnel'} ${hostname}:${port}`);
    return { requestAuthentication: username !== 'me' || password !== 'p@ss:ş' };
  },
});
const known = () => `http://me:p%40ss:%C5%9F@127.0.0.1:${proxy.port}`;

beforeAll(() => proxy.listen());
afterAll(() => proxy.close(true));

const schemes = ['https', 'http'] as const;
const kinds = schemes.flatMap((scheme) => [false, true].map((keepAlive) => [scheme, { keepAlive }] as const));

/** A target that notes every request that comes in, and answers after a moment. */
async function withTarget<T>(
  scheme: (typeof schemes)[number],
  use: (baseUrl: string, received: readonly object[]) => Promise<T>,
): Promise<T> {
  asked.length = 0;
  const received: object[] = [];
  const server = scheme === 'https' ? createHttps(certificate) : createHttp();
  server.on('request', async (request: IncomingMessage, response) => {
    const { method, url, headers, rawHeaders } = request;
    const names = rawHeaders.filter((_, place) => place % 2 === 0);
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ method, url, headers, names, body });
    response.end('ok');
  });
  return withListener(server, (port) => use(`${scheme}://127.0.0.1:${port}`, received));
}

const send = (baseUrl: string, changed: Partial<SenderOptions>) =>
  sendTo(baseUrl, post, { ca: authority.cert, ...changed });

describe.each(kinds)('%s through a proxy, %j', (scheme, kept) => {
  it('goes out once, as it is, and without what is for the proxy', async () => {
    await withTarget(scheme, async (baseUrl, received) => {
      const outcome = await send(baseUrl, { ...kept, proxy: known() });
      expect(outcome).toMatchObject({ kind: 'response', response: { status: 200 } });
      const way = scheme === 'http' ? 'http' : 'tunnel';
      expect(asked).toEqual([`me:p@ss:ş ${way} ${new URL(baseUrl).host}`]);
      expect(received).toMatchObject([
        { method: 'POST', url: post.path, body: '<é/>', headers: { host: new URL(baseUrl).host } },
      ]);
      expect(received).toMatchObject([{ names: expect.arrayContaining(['Content-Type', 'SOAPAction']) }]);
      expect(JSON.stringify(received)).not.toMatch(/proxy-authorization/i);
    });
  });

  it.each(['', 'me:s3cret@'])(
    'with the credentials "%s" is refused with 407: asked once, never sent',
    async (user) => {
      await withTarget(scheme, async (baseUrl, received) => {
        const url = `http://${user}127.0.0.1:${proxy.port}`;
        const message = `the proxy http://127.0.0.1:${proxy.port} answered 407 instead of connecting: it requires a valid user and password; set POSTSMS_PROXY=http://user:password@host:port`;
        expect(await send(baseUrl, { ...kept, proxy: url })).toMatchObject({
          failure: { code: 'PROXY_REFUSED', message },
        });
        expect(asked).toHaveLength(1);
        expect(received).toEqual([]);
      });
    },
  );

  it('whose proxy is not there fails, and the proxy is named', async () => {
    const url = 'http://127.0.0.1:1';
    const message = `connect ECONNREFUSED 127.0.0.1:1 (while connecting through the proxy ${url}, --proxy)`;
    expect(await send(`${scheme}://127.0.0.1:9`, { ...kept, proxy: url })).toMatchObject({
      failure: { code: 'ECONNREFUSED', message },
    });
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up when it is asked', (socket) => void socket.once('data', () => socket.destroy())],
    ['talks nonsense', (socket) => void socket.once('data', () => socket.end('220 smtp ready\r\n'))],
  ])('that %s is connected to once, and named', async (_, serve) => {
    await withEndpoint(serve, async ({ port, connections }) => {
      const url = `http://me:s3cret@127.0.0.1:${port}`;
      const outcome = await send(`${scheme}://127.0.0.1:9`, { ...kept, proxy: url });
      await pause(100);
      expect(connections()).toBe(1);
      expect(outcome).toMatchObject({
        kind: 'failure',
        failure: { message: expect.stringContaining(`through the proxy http://127.0.0.1:${port}, --proxy)`) },
      });
      expect(JSON.stringify(outcome)).not.toContain('s3cret');
    });
  });
});

it.each([403, 502, 504])('a tunnel that is answered with %i is a failure that says so', async (status) => {
  const refusing = (socket: Socket) =>
    socket.once('data', () => socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`));
  await withEndpoint(refusing, async ({ baseUrl: url, connections }) => {
    const message = `the proxy ${url} answered ${status} instead of connecting: it cannot or may not connect to the target; bypass it with --noproxy HOST`;
    const outcome = await send('https://127.0.0.1:9', { proxy: url });
    await pause(100);
    expect(connections()).toBe(1);
    expect(outcome).toMatchObject({ failure: { code: 'PROXY_REFUSED', message } });
  });
});

it('a tunnel that is never answered is given up when the time to connect is over', async () => {
  const silent = () => {};
  await withEndpoint(silent, async ({ baseUrl, connections }) => {
    const limited = { proxy: baseUrl, connectTimeout: 150 };
    const message = 'no connection within 150 ms (--connect-timeout)';
    expect(await send('https://127.0.0.1:9', limited)).toMatchObject({
      failure: { code: 'UND_ERR_CONNECT_TIMEOUT', message },
    });
    expect(connections()).toBe(1);
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
])('a proxy over https at %s is believed by the same CA', async (address, host) => {
  const server = createHttps(certificate);
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'));
  const ask = async (port: number) => {
    const outcome = await send('https://127.0.0.1:9', { proxy: `https://${host}:${port}` });
    expect(outcome).toMatchObject({ failure: { code: 'PROXY_REFUSED' } });
  };
  await withListener(server, ask, address);
});

it('requests one after the other go through the same tunnel where it is kept', async () => {
  await withTarget('https', async (baseUrl, received) => {
    const options = { ...strictOptions, ca: authority.cert, proxy: known() };
    const shared = openSender(baseUrl, { ...options, keepAlive: true });
    for (const _ of [1, 2, 3]) await shared.send(post);
    await shared.close();
    expect(asked).toHaveLength(1);
    expect(received).toHaveLength(3);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
