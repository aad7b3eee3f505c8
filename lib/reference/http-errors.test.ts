import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { serving } from '../../suites/self/endpoints.ts';
import { contract } from '../../suites/support/cases.ts';
import { reference, textsOf } from '../../suites/support/reference.ts';
import { NAMESPACE } from '../../suites/support/samples.ts';
import { serve, startReference } from './start.ts';
import { httpReply } from './write/replies.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);
const single = '/live/postsms.asmx';
const bulk = '/liveb/postsms.asmx';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const xml = { 'Content-Type': 'text/xml; charset=utf-8' };
const query = 'ServiceTicket=T1&Originator=O&Message=m&BeginTime=&EndTime=';
const report = '/ecomm/postsms.asmx/ReportSmsWithPacketId';

describe('over GET and POST an error is status 500 and plain text', () => {
  it.each([
    ['missing parameter', `${report}?ServiceTicket=T1`, 'Missing parameter: PacketId.'],
    ['missing ticket', `${report}?PacketId=1`, 'Missing parameter: ServiceTicket.'],
    ['missing list', `${bulk}/SendBulkSms?${query}`, 'Missing parameter: GsmNumbers.'],
    ['empty ticket', `${report}?ServiceTicket=&PacketId=1`, 'ServiceTicket is empty.'],
    ['unknown packet', `${report}?ServiceTicket=T1&PacketId=1`, 'There is no such packet.'],
    ['unknown operation', `${single}/Nothing`, 'Nothing Web Service method name is not valid.'],
    ['another case', `${bulk}/sendBulkSms?${query}`, 'sendBulkSms Web Service method name is not valid.'],
    ['another path', `${single}/SendBulkSms?${query}`, 'SendBulkSms Web Service method name is not valid.'],
  ])('%s', (_, target, line) => {
    const [path = '', fields = ''] = target.split('?');
    const { ask } = reference();
    for (const { status, type, text } of [ask('GET', target), ask('POST', path, form, fields)]) {
      expect([status, type, text]).toEqual([500, 'text/plain; charset=utf-8', `${line}\r\n`]);
    }
  });
});

describe('fields', () => {
  const sent = (fields: string) => reference().ask('GET', `${bulk}/SendBulkSms?${fields}&GsmNumbers=1`);

  it('have a plus for a space, are joined where they are repeated, and others are ignored', () => {
    expect(textsOf(sent(`${query.replace('=m', '=a+b&Message=c')}&Other=1`), 'DeliveredMessage')).toEqual([
      'a b,c',
    ]);
  });

  it('lose characters that XML cannot hold', () => {
    const fields = query.replace('=m', '=a%01%EF%BF%BF%00b');
    expect(textsOf(sent(fields), 'DeliveredMessage')).toEqual(['a\uFFFD\uFFFD\uFFFDb']);
  });
});

describe('below the bindings', () => {
  it.each([
    ['GET', '/', {}, 404],
    ['GET', '/live', {}, 404],
    ['POST', '/live/postsms.asmxx', xml, 404],
    ['GET', `/prefix${single}`, {}, 404],
    ['GET', `${single}?WSDL`, {}, 200],
    ['GET', `http://x:1${single}`, {}, 200],
    ['HEAD', single, {}, 200],
    ['PUT', single, xml, 405],
    ['PUT', `${single}/ReportSingleShotSms`, form, 405],
    ['HEAD', report, {}, 405],
    ['POST', report, {}, 415],
    ['POST', report, xml, 415],
    ['POST', single, {}, 415],
  ] as const)('%s %s %o is %i', (method, path, headers, status) => {
    expect(reference().ask(method, path, headers).status).toBe(status);
  });

  it('a GET of the path base shows help', () => {
    const { status, type, text } = reference().ask('GET', bulk);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<li>SendBulkSms</li>');
    expect(text).not.toContain('Report');
  });

  it('a body of more than 4 MB is 413, one of 4 MB is read, as is a long request line', async () => {
    await serving({}, async ({ baseUrl }) => {
      const post = async (length: number) => {
        const sent = { method: 'POST', headers: form, body: Buffer.alloc(length, 97) };
        return (await fetch(`${baseUrl}${report}`, sent)).status;
      };
      expect([await post(4_000_001), await post(4_000_000)]).toEqual([413, 500]);
      const message = query.replace('=m', `=${'%E2%82%AC'.repeat(10_000)}`);
      const long = await fetch(`${baseUrl}${bulk}/SendBulkSms?${message}&GsmNumbers=1`);
      expect(await long.text()).toContain(`>${'€'.repeat(10_000)}<`);
    });
  });

  it('an endless request line is 431', async () => {
    const answer = await serving({}, async ({ port }) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(`GET /${'a'.repeat(1_200_000)}`);
      const [bytes] = await once(socket, 'data');
      return String(bytes);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

it('a header field of many blanks is 431, after work in proportion to them', async () => {
  await serving({}, async ({ baseUrl }) => {
    // Work that grows with the square of their number would last beyond the limit of a test.
    const headers = { 'Content-Type': `text/xml;${' '.repeat(900_000)}x` };
    expect((await fetch(`${baseUrl}${single}`, { method: 'POST', headers, body: 'x' })).status).toBe(431);
  });
});

describe('the life of a server', () => {
  it('idle connections give way, the oldest first, and a request under way does not', async () => {
    let answer = () => {};
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = async () => {
      await waiting;
      return httpReply(200, 'text/plain', 'answered');
    };
    const server = await serve(slow, { most: 3 });
    const open = async (bytes = '') => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(bytes);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { socket, closed: once(socket, 'close') };
    };
    const busy = await open('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const said = text(busy.socket);
    const idle = [await open(), await open('GET / HT')];
    const newer = await open();
    await idle[0]?.closed;
    expect(idle[1]?.socket.closed).toBe(false);
    const newest = await open();
    await idle[1]?.closed;
    expect([newer.socket.closed, newest.socket.closed]).toEqual([false, false]);
    answer();
    expect(await said).toContain('answered');
    await server.close();
  });

  it('close ends kept connections', async () => {
    const started = await startReference({ contract, namespace: NAMESPACE });
    const socket = connect(started.port, '127.0.0.1');
    const closed = once(socket, 'close');
    socket.write(`GET ${single} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await once(socket, 'data');
    // A second request under way: Node ends idle connections by itself, but not this one.
    socket.write('GET / HTTP/1.1\r\nHost:');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(socket.closed).toBe(false);
    await started.close();
    await closed;
    await expect(fetch(`${started.baseUrl}${single}`)).rejects.toThrow('fetch failed');
  });

  it('says host, port and reason when it cannot listen', async () => {
    await serving({}, async ({ port }) => {
      const start = (options: { port: number; host?: string }) =>
        startReference({ contract, namespace: NAMESPACE, ...options });
      await expect(start({ port })).rejects.toThrow(
        `Cannot listen on 127.0.0.1 port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}; --port 0 takes a free one`,
      );
      await expect(start({ port: 0, host: '192.0.2.1' })).rejects.toThrow(
        'Cannot listen on 192.0.2.1 port 0: listen EADDRNOTAVAIL: address not available 192.0.2.1',
      );
      await expect(start({ port: 65_536 })).rejects.toThrow('Cannot listen on 127.0.0.1 port 65536: ');
    });
  });

  it('ends a client that never ends its header', async () => {
    const server = await serve(() => httpReply(200, 'text/plain', ''), { headersTimeoutMs: 200 });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nX: ');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await server.close();
  });

  it.skipIf(!hasIpv6)('IPv6 addresses appear in brackets', async () => {
    const { baseUrl } = await serving({ host: '::1' }, async (started) => {
      expect((await fetch(`${started.baseUrl}${single}`)).status).toBe(200);
      return started;
    });
    expect(baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  });
});

describe('an answer that cannot be given', () => {
  it.each<[string, Parameters<typeof serve>[0], RegExp]>([
    [
      'for an exception',
      () => {
        throw new Error('no such thing');
      },
      /^no such thing$/,
    ],
    ['for its reason phrase', () => ({ ...httpReply(200, '', 'a'), reason: 'ı\n' }), /invalid/i],
    ['for a field', () => ({ ...httpReply(200, '', 'a'), headers: [['a b', 'c']] }), /must be a valid/i],
  ])('is answered with 500 and told: %s', async (_, handler, why) => {
    const told: string[] = [];
    const service = await serve(handler, { failed: (text) => told.push(text) });
    const response = await fetch(service.baseUrl);
    expect([response.status, await response.text()]).toEqual([500, 'The answer could not be written.']);
    expect(told).toEqual([expect.stringMatching(why)]);
    await service.close();
  });
});
