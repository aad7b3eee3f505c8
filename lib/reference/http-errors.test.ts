import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serve, startReference } from './start.ts';
import {
  bulk,
  formType,
  namespace,
  reportAny,
  send,
  single,
  singleName,
  testContract,
  withReference,
  xmlType,
} from './testing.ts';
import { httpReply } from './write/replies.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const query = 'ServiceTicket=T1&Originator=O&Message=m&BeginTime=&EndTime=';
const report = `${reportAny}/ReportSmsWithPacketId`;

describe('over GET and POST an error is status 500 and plain text', () => {
  it.each([
    ['missing parameter', `${report}?ServiceTicket=T1`, 'Missing parameter: PacketId.'],
    ['missing ticket', `${report}?PacketId=1`, 'Missing parameter: ServiceTicket.'],
    ['missing list', `${bulk}/SendBulkSms?${query}`, 'Missing parameter: GsmNumbers.'],
    ['empty ticket', `${report}?ServiceTicket=&PacketId=1`, 'ServiceTicket is empty.'],
    ['unknown packet', `${report}?ServiceTicket=T1&PacketId=1`, 'There is no such packet.'],
    ['unknown operation', `${single}/Nothing`, 'Nothing Web Service method name is not valid.'],
    [
      'operation in another case',
      `${bulk}/sendBulkSms?${query}`,
      'sendBulkSms Web Service method name is not valid.',
    ],
    [
      'operation of another path',
      `${single}/SendBulkSms?${query}`,
      'SendBulkSms Web Service method name is not valid.',
    ],
  ])('%s', async (_, target, line) => {
    await withReference(async ({ baseUrl }) => {
      const [path, fields = ''] = target.split('?');
      const got = await send(baseUrl, 'GET', target);
      const posted = await send(baseUrl, 'POST', path ?? '', { 'Content-Type': formType }, fields);
      for (const answer of [got, posted]) {
        expect([answer.status, answer.type]).toEqual([500, 'text/plain; charset=utf-8']);
        expect(answer.text).toBe(`${line}\r\n`);
      }
    });
  });

  it('characters that XML cannot hold never get out', async () => {
    const fields = `${query.replace('=m', '=a%01%EF%BF%BF%00b')}&GsmNumbers=1`;
    const answer = await withReference(({ baseUrl }) =>
      send(baseUrl, 'GET', `${bulk}/SendBulkSms?${fields}`),
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('<DeliveredMessage>a\uFFFD\uFFFD\uFFFDb<');
  });
});

describe('below the bindings', () => {
  it.each([
    ['GET', '/', {}, 404],
    ['GET', '/live', {}, 404],
    ['POST', '/live/postsms.asmxx', { 'Content-Type': xmlType }, 404],
    ['GET', `/prefix${single}`, {}, 404],
    ['GET', `${single}?WSDL`, {}, 200],
    ['HEAD', single, {}, 200],
    ['PUT', single, { 'Content-Type': xmlType }, 405],
    ['PUT', `${single}/${singleName}`, { 'Content-Type': formType }, 405],
    ['HEAD', report, {}, 405],
    ['POST', report, {}, 415],
    ['POST', report, { 'Content-Type': xmlType }, 415],
    ['POST', single, {}, 415],
  ] as const)('%s %s %o is %i', async (method, path, headers, status) => {
    const answer = await withReference(({ baseUrl }) => send(baseUrl, method, path, headers));
    expect(answer.status).toBe(status);
  });

  it('a request target in absolute form is served as any other', async () => {
    const answer = await withReference(({ port }) => {
      const socket = connect(port, '127.0.0.1');
      socket.end(`GET http://x:1${single} HTTP/1.1\r\nHost: x:1\r\nConnection: close\r\n\r\n`);
      return text(socket);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a body of more than 4 MB is 413, one of 4 MB is read', async () => {
    await withReference(async ({ baseUrl }) => {
      const headers = { 'Content-Type': formType };
      expect((await send(baseUrl, 'POST', report, headers, Buffer.alloc(4_000_001, 97))).status).toBe(413);
      expect((await send(baseUrl, 'POST', report, headers, Buffer.alloc(4_000_000, 97))).status).toBe(500);
    });
  });

  it('an endless request line is 431', async () => {
    const answer = await withReference(
      ({ port }) =>
        new Promise<string>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1');
          let received = '';
          socket.on('data', (data) => {
            received += data.toString();
            if (received.includes('\r\n')) socket.destroy();
          });
          socket.on('close', () => resolve(received));
          socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
          socket.write(`GET /${'a'.repeat(1_200_000)}`);
        }),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('the life of a server', () => {
  it('ends a client that never ends its header', async () => {
    const server = await serve(() => httpReply(200, 'text/plain', ''), { headersTimeoutMs: 200 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nX: ');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await server.close();
  });

  it('close ends kept connections', async () => {
    const reference = await startReference({ contract: testContract(), namespace });
    const socket = connect(reference.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const answered = new Promise((resolve) => socket.once('data', resolve));
    socket.write(`GET ${single} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await answered;
    // A second request under way: Node ends idle connections by itself, but not this one.
    socket.write('GET / HTTP/1.1\r\nHost:');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.closed).toBe(false);
    await reference.close();
    await closed;
    await expect(send(reference.baseUrl, 'GET', single)).rejects.toThrow('ECONNREFUSED');
  });

  it('says host, port and reason when it cannot listen', async () => {
    await withReference(async ({ port }) => {
      const start = (options: { port: number; host?: string }) =>
        startReference({ contract: testContract(), namespace, ...options });
      await expect(start({ port })).rejects.toThrow(
        `Cannot listen on 127.0.0.1 port ${port}: the port is already in use (EADDRINUSE)`,
      );
      await expect(start({ port: 65_536 })).rejects.toThrow(
        'port 65536: a port is a whole number from 0 to 65535',
      );
      await expect(start({ port: 1.5 })).rejects.toThrow('port 1.5: a port is a whole number');
      await expect(start({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
        'Cannot listen on 192.0.2.1 port 0: the address',
      );
    });
  });

  it.skipIf(!hasIpv6)('answers on IPv6 with a base URL that works', async () => {
    const answer = await withReference(({ baseUrl }) => send(baseUrl, 'GET', single), { host: '::1' });
    expect(answer.status).toBe(200);
  });
});
