import { once as occurs } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../suites/support/cases.ts';
import { callOf, NAMESPACE, register } from '../../suites/support/samples.ts';
import type { BindingId, Gate, ParameterValues } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { replayOf } from '../recording/replay.ts';
import { findDefect } from '../reference/defects/registry.ts';
import type { HttpRequest } from '../reference/seams.ts';
import { serve, startReference } from '../reference/start.ts';
import { errorReply } from '../reference/write/replies.ts';
import { openLimits } from '../run/sends/permission.ts';
import { budgetedSender } from '../run/sends/send-budget.ts';
import { defaultSettings, type Settings } from '../settings/run-settings.ts';
import { bindings } from '../wire/bindings/index.ts';
import { openSender } from '../wire/transport/sender.ts';
import { readAnswer } from './answers.ts';
import { type ListenOptions, startListener } from './listener.ts';
import { followScenario } from './pairing.ts';
import { loadScenario, scenarioText } from './scenario.ts';

const declarations = { contract, register, cases: [], classes: [], clients: [] };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A listener with the lines that it tells. */
async function listening({
  settings,
  ...options
}: Partial<Omit<ListenOptions, 'settings'>> & { readonly settings?: Partial<Settings> } = {}) {
  const lines: string[] = [];
  const listener = await startListener({
    ...{
      declarations,
      host: '127.0.0.1',
      port: 0,
      deviations: [],
      answers: [],
      gateway: null,
      pairing: null,
    },
    settings: { ...defaultSettings, namespace: NAMESPACE, ticket: '', ...settings },
    report: (line) => lines.push(line),
    ...options,
  });
  const heard = once(() => listener.close());
  closing.push(heard);
  return { listener, lines, heard };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Sends bytes and gives everything that comes back until the other side ends or has answered. */
type Listener = Awaited<ReturnType<typeof startListener>>;

function raw({ baseUrl }: Listener, bytes: string | Buffer, whole = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    let said = '';
    socket.on('data', (data) => {
      said += data.toString('latin1');
    });
    socket.on('error', () => {}).on('close', () => resolve(said));
    if (whole) socket.write(bytes);
    else socket.end(bytes);
  });
}

const encoded = (operation: string, binding: BindingId, values: ParameterValues = {}) =>
  bindings[binding].encode(callOf(operation, binding, values));

async function call({ baseUrl }: Listener, { method, path, headers, body }: WireRequest) {
  const url = `${baseUrl}${path.replace(/^\/gateway/, '')}`;
  const response = await fetch(url, {
    method,
    headers: headers.map(([a, b]): [string, string] => [a, b]),
    body: body && Buffer.from(body),
  });
  return { status: response.status, text: await response.text() };
}

const form = 'ServiceTicket=T1cket-0001&PacketId=P1';
const head = (extra: string, version = '1.1') =>
  `POST /ecomm/postsms.asmx/ReportSmsWithPacketId HTTP/${version}\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n${extra}\r\n`;
/** The whole request with the form, whose length its header says. */
const sized = (extra = '', version = '1.1') =>
  `${head(`${extra}Content-Length: ${form.length}\r\n`, version)}${form}`;
const packetIn = ({ text }: { readonly text: string }) => /<PacketID>(.*?)</.exec(text)?.[1] ?? '';

describe('a listener', () => {
  it('answers every operation over every binding with state, and finds its requests clean', async () => {
    const { listener, lines, heard } = await listening();
    for (const id of ['soap11', 'soap12', 'http-get', 'http-post'] as const) {
      const PacketId = packetIn(await call(listener, encoded('SendBulkSms', id)));
      const report = await call(listener, encoded('ReportSmsWithPacketId', id, { PacketId }));
      expect(packetIn(report)).toBe(PacketId);
      const single = await call(listener, encoded('SingleShotSmsWithTypeAndKeyID', id));
      const asked = { PacketId: packetIn(single) };
      expect((await call(listener, encoded('ReportSingleShotSms', id, asked))).status).toBe(200);
    }
    expect(lines).toHaveLength(16);
    expect(lines[0]).toBe('1  SendBulkSms soap11  clean');
    expect(lines.filter((line) => !line.endsWith('  clean'))).toEqual([]);
    expect((await heard()).heard.calls).toHaveLength(16);
  });

  it.each(['soap11', 'soap12', 'http-get', 'http-post'] as const)(
    'hands its readings of a call over %s on to the reports, so that their judge reads nothing again',
    async (binding) => {
      const { listener, heard } = await listening();
      const { text } = await call(listener, encoded('SendBulkSms', binding));
      const { calls } = replayOf((await heard()).heard.calls, new Map());
      const read = [...calls.values()].flat().map((made) => JSON.parse(made?.readElsewhere ?? 'null'));
      expect(read).toMatchObject([
        { request: { fields: expect.any(Array) }, reply: { text, xml: { kind: 'document' } } },
      ]);
    },
  );

  it.each(['""', '"http://sms.example/ns/Other"', '"http://sms.example/ns#SendBulkSms"'])(
    'answers a SOAP 1.1 call with the SOAPAction %s, and says what ASMX does',
    async (action) => {
      const { listener, lines } = await listening();
      const { headers, ...request } = encoded('SendBulkSms', 'soap11');
      const changed = headers.map(([name, value]) => [name, name === 'SOAPAction' ? action : value] as const);
      expect((await call(listener, { ...request, headers: changed })).status).toBe(200);
      expect(lines[0]).toMatch(
        /^1 {2}SendBulkSms soap11 {2}breach: SOAPAction(?:: expected .*, got .* \(§4\.1\)| \(§4\.1\)\n {3}expected {2}.*\n {3}got {7}.*)$/m,
      );
      expect(lines[0]).toContain('\n   ASMX answers a SOAP 1.1 call with an empty SOAPAction');
    },
  );

  it('takes the right SOAPAction without quotes, as ASMX does', async () => {
    const { listener, lines } = await listening();
    const { headers, ...request } = encoded('SendBulkSms', 'soap11');
    const changed = headers.map(([name, value]) => [name, value.replaceAll('"', '')] as const);
    expect((await call(listener, { ...request, headers: changed })).status).toBe(200);
    expect(lines[0]).toMatch(/breach: SOAPAction \(§4\.1\)\n {3}expected {2}"\S+"\n {3}got {7}http\S+$/);
  });

  it('tells what a call breaks or leaves open, without its ticket', async () => {
    const { listener, lines } = await listening();
    const request = encoded('SendBulkSms', 'soap12', { ServiceTicket: 'T1cket-0001' });
    await call(listener, { ...request, headers: [...request.headers, ['SOAPAction', '"T1cket-0001"']] });
    await call(listener, {
      ...request,
      headers: [['Content-Type', 'application/soap+xml; charset=utf-8; action="a"']],
    });
    await fetch(`${listener.baseUrl}/live/postsms.asmx?WSDL`);
    await fetch(`${listener.baseUrl}/favicon.ico`);
    expect(lines).toEqual([
      '1  SendBulkSms soap12  breach: SOAPAction: expected none, got "***" (§4.1)',
      '2  SendBulkSms soap12  open: Content-Type (§4.1)\n   expected  application/soap+xml; charset=utf-8\n   got       application/soap+xml; charset=utf-8; action="a"',
      'GET /live/postsms.asmx  no call: a description of the service',
      'GET /favicon.ico  no call: no path base of the contract is in /favicon.ico',
    ]);
  });

  it('reports once for each client what the contract leaves open, and then counts', async () => {
    const { listener, lines } = await listening();
    const request = encoded('SendBulkSms', 'soap12');
    const by = (client: string) =>
      call(listener, {
        ...request,
        headers: [
          ['Content-Type', `application/soap+xml; charset=utf-8; action="${client}"`],
          ['User-Agent', client],
        ],
      });
    for (const client of ['a', 'a', 'b', 'a']) await by(client);
    expect(lines.map((line) => line.split('\n')[0])).toEqual([
      '1  SendBulkSms soap12  open: Content-Type (§4.1)',
      '2  SendBulkSms soap12  open: the same as in call 1, 2 calls so far',
      '3  SendBulkSms soap12  open: Content-Type (§4.1)',
      '4  SendBulkSms soap12  open: the same as in call 1, 3 calls so far',
    ]);
  });

  it('counts what is open by what is expected, and says what to do about it', async () => {
    const { listener, lines } = await listening();
    for (const [ticket, packet] of [
      ['', 'P1'],
      ['T1cket-0001', ''],
      ['T1cket-0001', 'undefined'],
      ['T1cket-0001', ''],
    ]) {
      const values = { ServiceTicket: ticket ?? '', PacketId: packet ?? '' };
      await call(listener, encoded('ReportSmsWithPacketId', 'http-get', values));
    }
    expect(lines).toEqual([
      '1  ReportSmsWithPacketId http-get  open: ServiceTicket: expected a text that is not empty, got "" (§5)',
      '2  ReportSmsWithPacketId http-get  open: PacketId: expected a text that is not empty, got "" (§1)',
      '3  ReportSmsWithPacketId http-get  open: PacketId: expected a value, not a placeholder, got "undefined" (§1)\n   set the value in the client: programs and tools write this where there is none',
      '4  ReportSmsWithPacketId http-get  open: the same as in call 2, 2 calls so far',
    ]);
  });

  it('shows the word for a missing value as a ticket, which is no secret', async () => {
    const { listener, lines } = await listening();
    const values = { ServiceTicket: 'undefined', PacketId: 'P1' };
    await call(listener, encoded('ReportSmsWithPacketId', 'soap12', values));
    expect(lines).toEqual([
      expect.stringContaining('ServiceTicket: expected a value, not a placeholder, got "undefined" (§5)'),
    ]);
  });

  it.each<[string, string, string, string | null]>([
    ['POST', '/live/postsms.asmx/Foo', '', 'SingleShotSmsWithTypeAndKeyID/unrecognised/http-post/1'],
    ['POST', '/sms', '<Envelope><sendbulksms', 'SendBulkSms/unrecognised/soap11/1'],
    ['PUT', '/x/postsms.asmx', 'a=b', 'SingleShotSmsWithTypeAndKeyID/unrecognised/http-post/1'],
    ['GET', '/ecomm/postsms.asmx/Foo?a=b', '', 'ReportSmsWithPacketId/unrecognised/http-get/1'],
    ['GET', '/', '', null],
    ['GET', '/favicon.ico?v=1', '', null],
    ['POST', '/health', 'up?', null],
    ['GET', '/live/postsms.asmx?wsdl', '', null],
    ['GET', '/live/postsms.asmx', '', null],
  ])('takes %s %s %s for a call that was not recognised, or for none', async (method, path, body, id) => {
    const { listener, lines, heard } = await listening();
    await fetch(`${listener.baseUrl}${path}`, { method, ...(body === '' ? {} : { body }) });
    const { others } = await heard();
    expect(others.map((one) => one.id)).toEqual(id === null ? [] : [id]);
    const [said] = lines;
    expect(said).toMatch(
      id === null ? / {2}no call: / : / {2}not recognised: (no path base|.* names no operation)/,
    );
    for (const { missing } of others) expect(missing).toBe(said?.replace('  ', ' was '));
  });

  it.each([
    [
      'chunks',
      `${head('Transfer-Encoding: chunked\r\n')}5\r\n${form.slice(0, 5)}\r\n${(form.length - 5).toString(16)}\r\n${form.slice(5)}\r\n0\r\n\r\n`,
    ],
    ['Expect', sized('Expect: 100-continue\r\n')],
    ['HTTP/1.0', sized('', '1.0')],
    ['Upgrade', sized('Upgrade: h2c\r\n').replace('close', 'close, Upgrade')],
    ['an absolute form', sized().replace('/ecomm', 'http://127.0.0.1/ecomm')],
  ])('takes %s', async (_, bytes) => {
    const { listener, lines } = await listening();
    expect(await raw(listener, bytes)).toMatch(/HTTP\/1.1 [25]00/);
    expect(lines).toEqual(['1  ReportSmsWithPacketId http-post  clean']);
  });

  it('keeps raw bytes of the request line in what is judged at the end', async () => {
    const { listener, lines, heard } = await listening();
    const line = 'GET /ecomm/postsms.asmx/ReportSmsWithPacketId?ServiceTicket=T&PacketId=';
    await raw(
      listener,
      Buffer.from(`${line}\u015F HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`),
    );
    expect(lines[0]).toMatch(/http-get {2}breach: request line \(\S+\)\n {3}expected {2}visible ASCII/);
    const [recorded] = (await heard()).heard.calls;
    expect(recorded?.recorded.request.path).toMatch(/[\x80-\xFF]/);
  });

  it.each([
    ['whose rest is the end of a value', 1, ['clean', 'breach: bytes follow']],
    ['whose rest is most of it', form.length - 5, ['breach: parameters', 'breach: bytes follow']],
  ])(
    'tells of a Content-Length that is too short as one breach of its call, %s',
    async (_, missing, said) => {
      for (const packets of [1, 2]) {
        const { listener, lines, heard } = await listening();
        const short = sized()
          .replace('Connection: close\r\n', '')
          .replace(/(?<=Content-Length: )\d+/, String(form.length - missing));
        const cut = short.length - missing;
        const socket = connect(Number(new URL(listener.baseUrl).port), '127.0.0.1');
        socket.on('error', () => {}).resume();
        if (packets === 1) socket.write(short);
        else {
          socket.write(short.slice(0, cut));
          await wait(100);
          socket.write(short.slice(cut));
        }
        await new Promise((resolve) => socket.once('close', resolve));
        await vi.waitFor(() => expect(lines).toHaveLength(said.length));
        expect(lines).toEqual(said.map((part) => expect.stringContaining(part)));
        const { heard: traffic, others } = await heard();
        expect(traffic.calls).toHaveLength(1);
        expect(others).toHaveLength(said[0] === 'clean' ? 1 : 0);
      }
    },
  );

  it('reports a malformed request behind a call on its connection as one of its own', async () => {
    const { listener, lines, heard } = await listening();
    const request = (header: string) =>
      `GET /ecomm/postsms.asmx/ReportSmsWithPacketId?${form} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`;
    const socket = connect(Number(new URL(listener.baseUrl).port), '127.0.0.1');
    socket.on('error', () => {}).write(request(''));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.resume().write(request('No Field: x\r\n'));
    await new Promise((resolve) => socket.once('close', resolve));
    await vi.waitFor(() => expect(lines).toHaveLength(3));
    expect(lines).toEqual([
      '1  ReportSmsWithPacketId http-get  clean',
      '2  ReportSmsWithPacketId http-get  clean',
      '   breach: call 2 is no HTTP: Parse Error: Invalid header token',
    ]);
    const { heard: traffic, others } = await heard();
    expect(traffic.calls).toHaveLength(2);
    expect(others.map(({ missing }) => missing)).toEqual([lines[2]?.replace('   breach: ', '')]);
  });

  it('finds a call with a DOCTYPE not clean, which it answers with an error, and cites §5 for a missing ticket', async () => {
    const { listener, lines } = await listening();
    const request = encoded('SendBulkSms', 'soap11');
    const body = Buffer.from(request.body ?? []).toString();
    const doctype = body.replace('<soap', '<!DOCTYPE a>\n<soap');
    expect((await call(listener, { ...request, body: Buffer.from(doctype) })).status).not.toBe(200);
    await call(listener, {
      ...request,
      body: Buffer.from(body.replace(/<ServiceTicket>.*<\/ServiceTicket>/, '')),
    });
    expect(lines).toEqual([
      expect.stringMatching(/^1 {2}SendBulkSms soap11 {2}breach: /),
      '2  SendBulkSms soap11  breach: ServiceTicket: expected ServiceTicket, got none (§5)\n   ServiceTicket is missing\n   send the parameter, named to the letter, also where it is empty',
    ]);
  });

  it('names the parameter that is missing where another is in its place', async () => {
    const { listener, lines } = await listening();
    const slip = form.replace('PacketId', 'PacketID');
    await raw(listener, `${head(`Content-Length: ${slip.length}\r\n`)}${slip}`);
    expect(lines).toEqual([
      '1  ReportSmsWithPacketId http-post  breach: parameters (§4.5)\n   expected  ServiceTicket, PacketId\n   got       ServiceTicket, PacketID',
    ]);
  });

  it('tells of a check by HEAD, and judges a body in a content coding', async () => {
    const { listener, lines } = await listening();
    const path = '/ecomm/postsms.asmx/ReportSmsWithPacketId';
    await raw(listener, `HEAD ${path}?PacketId=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    const body = gzipSync(form);
    const bytes = Buffer.concat([
      Buffer.from(head(`Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n`)),
      body,
    ]);
    expect(await raw(listener, bytes)).toMatch(/^HTTP\/1.1 415 /);
    await raw(listener, sized('Content-Encoding: gzip\r\n'));
    expect(lines).toEqual([
      `HEAD ${path}  no call: HEAD is no method of the contract, and its reply has no body`,
      expect.stringContaining('open: Content-Encoding: expected none, got gzip'),
      expect.stringContaining('breach: Content-Encoding: expected none, or a body in this coding, got gzip'),
    ]);
  });

  it.each([
    [
      'TLS',
      Buffer.from('160301020001000001fc0303', 'hex'),
      'the client speaks TLS: use http: in place of https: in its URL',
    ],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'the client speaks HTTP/2: set HTTP/1.1 in it'],
  ])('says what to set in a client that speaks %s', async (_, bytes, why) => {
    const { listener, lines } = await listening();
    await raw(listener, bytes);
    await expect.poll(() => lines).toEqual([`no HTTP: ${why}`]);
  });

  it.each(['GsmNumbers[]', 'GsmNumbers%5B0%5D', 'GsmNumbers.0'])(
    'names one cause for a list that is written as %s',
    async (name) => {
      const { listener, lines } = await listening();
      const request = encoded('SendBulkSms', 'http-post');
      const body = Buffer.from(request.body ?? [])
        .toString()
        .replaceAll('GsmNumbers', name);
      await call(listener, { ...request, body: Buffer.from(body) });
      expect(lines).toEqual([
        `1  SendBulkSms http-post  breach: GsmNumbers: expected field GsmNumbers, got 1 field such as ${decodeURIComponent(name)} (§4.1 rule 4)
   write GsmNumbers without brackets or an index
   repeat the field for each item (axios: paramsSerializer: { indexes: null }; jQuery: traditional: true; PHP: http_build_query cannot)`,
      ]);
    },
  );

  it('survives hostile clients', async () => {
    const { listener, lines } = await listening();
    const said = await Promise.all([
      raw(listener, 'no HTTP at all\r\n\r\n'),
      raw(listener, head(`X: ${'x'.repeat(1_100_000)}\r\n`)),
      raw(listener, sized().slice(0, -3), false),
      raw(listener, `${head('Transfer-Encoding: chunked\r\n')}zz\r\n`),
      raw(listener, 'CONNECT a:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
      raw(listener, 'OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'),
      raw(
        listener,
        'GET //[/live/postsms.asmx/x?%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
      ),
      raw(listener, `${head('Content-Length: 5000000\r\n')}${'x'.repeat(5_000_000)}`),
    ]);
    expect(said.map((text) => text.slice(9, 12))).toEqual(
      ['400', '431', '', '400', '', '404', '404', '413'].map((status) =>
        expect.stringMatching(status === '' ? /^(400)?$/ : status),
      ),
    );
    await raw(listener, sized());
    expect(lines).toContainEqual(expect.stringMatching(/ReportSmsWithPacketId http-post {2}clean$/));
  });

  describe('that has more calls than it keeps', () => {
    const sent = encoded('SendBulkSms', 'soap12');
    const open = {
      ...sent,
      headers: [['Content-Type', `${sent.headers[0]?.[1]}; action="x/SendBulkSms"`]] as const,
    };
    const broken = { ...sent, headers: [...sent.headers, ['Authorization', 'Basic a']] as const };
    const report = encoded('ReportSmsWithPacketId', 'http-get');
    /** Each call has about 4,000 bytes. */
    const listenedTo = async (
      requests: readonly WireRequest[],
      keptBytes = 13_000,
      pairing?: ListenOptions['pairing'],
    ) => {
      const { listener, lines, heard } = await listening({ keptBytes, pairing: pairing ?? null });
      for (const request of requests) await call(listener, request);
      const ended = await heard();
      return { ...ended, lines, numbers: ended.heard.calls.map(({ recorded }) => recorded.entry) };
    };

    it('leaves out the oldest clean ones, then open ones, and says how many', async () => {
      const { numbers, notes, others, lines, seen } = await listenedTo([
        report,
        open,
        ...Array(5).fill(sent),
      ]);
      expect(numbers).toEqual([2, 6, 7]);
      expect(lines).toHaveLength(7);
      expect(notes).toEqual([
        'left out: the oldest 4 calls without a breach, judged when they came: the reports keep 0.013 MB of calls',
      ]);
      expect(others).toEqual([]);
      expect([...seen].sort()).toEqual(['ReportSmsWithPacketId/http-get', 'SendBulkSms/soap12']);
      expect((await listenedTo([open, open, open, open, sent, sent])).numbers).toEqual([3, 4, 6]);
    });

    it('leaves no breach out: it stays without its call where there are only such calls', async () => {
      expect((await listenedTo([broken, broken, ...Array(5).fill(sent)])).numbers).toEqual([1, 2, 7]);
      const { numbers, notes, others } = await listenedTo(Array(5).fill(broken));
      expect([numbers, notes]).toEqual([[3, 4, 5], []]);
      expect(others.map(({ missing }) => missing)).toEqual(
        [1, 2].map(
          (number) =>
            `call ${number}, left out of the reports for its size: Authorization: expected no authentication header, got the header Authorization`,
        ),
      );
      expect(new Set(others.map(({ id }) => id)).size).toBe(2);
    });

    it('keeps all of them below the limit, and the last one above it', async () => {
      expect((await listenedTo([sent, sent, sent], 100_000)).notes).toEqual([]);
      expect((await listenedTo([sent, sent], 10)).numbers).toEqual([2]);
    });
  });

  it.each([
    ['fields', 'a=b&'.repeat(20_001), 'it has more than 20000 fields, the limit of one request'],
    [
      'tickets',
      Array.from({ length: 21 }, (_, index) => `ServiceTicket=secret-${index}`).join('&'),
      'it has more than 20 different tickets, the limit of one request',
    ],
  ])('refuses a request with too many %s, and says so', async (_, body, why) => {
    const { listener, lines, heard } = await listening();
    const answered = await call(listener, {
      ...encoded('SendBulkSms', 'http-post'),
      body: Buffer.from(body),
    });
    expect(answered.status).toBe(413);
    expect(lines).toEqual([expect.stringContaining(`not recognised: ${why}`)]);
    expect((await heard()).others.map(({ missing }) => missing)).toEqual([expect.stringContaining(why)]);
  });

  it('answers twenty clients at once', async () => {
    const { listener, lines } = await listening();
    const all = await Promise.all(
      Array.from({ length: 200 }, () => call(listener, encoded('SendBulkSms', 'soap11'))),
    );
    expect(new Set(all.map(packetIn)).size).toBe(200);
    expect(lines.filter((line) => line.endsWith('clean'))).toHaveLength(200);
  });

  it('masks the numbers of clients in its lines where it is asked to', async () => {
    const asked = encoded('SendBulkSms', 'http-get', { GsmNumbers: ['905556667788', '905556667799'] });
    const wrong = { ...asked, path: asked.path.replace('&GsmNumbers=905556667799', ',905556667799') };
    const line = async (mask: 'numbers' | 'none') => {
      const { listener, lines } = await listening({ settings: { mask } });
      await call(listener, { ...wrong, headers: [...wrong.headers, ['Content-Type', 'text/905556667788']] });
      return lines.join();
    };
    expect(await line('none')).toContain('905556667788');
    expect(await line('numbers')).not.toContain('905556667788');
  });
});

describe('scripted answers', () => {
  const rules = (...texts: readonly string[]) => texts.map((text) => readAnswer(text, contract));

  it('are chosen by number, range and operation, and judge nothing', async () => {
    const answers = rules('1=503', '2-3=fault', 'ReportSmsWithPacketId=ticket', '5=close', '6=delay:200');
    const { listener, lines } = await listening({ answers });
    const send = (id: BindingId = 'soap11') => call(listener, encoded('SendBulkSms', id));
    expect((await send()).status).toBe(503);
    expect((await send('soap12')).text).toContain('A scripted fault.');
    expect(await send('http-get')).toEqual({ status: 500, text: 'A scripted fault.\r\n' });
    const report = await call(listener, encoded('ReportSmsWithPacketId', 'soap11'));
    expect(report.text).toContain('The ServiceTicket is not valid.');
    await expect(send()).rejects.toThrow();
    const started = performance.now();
    expect((await send()).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(190);
    expect((await send()).status).toBe(200);
    const scripted = ['503', 'fault', 'fault', 'ticket', 'close', 'delay:200'];
    expect(lines.map((line) => line.split('  clean')[1])).toEqual([
      ...scripted.map((what) => `\n   answered by script: ${what}`),
      '',
    ]);
  });
});

describe('a gateway behind the listener', () => {
  const gatewayOf = async (recipients: readonly string[] | null, ...defects: readonly string[]) => {
    const deviations = defects.flatMap((id) => findDefect(id) ?? []);
    const reference = await startReference({ contract, namespace: NAMESPACE, deviations });
    closing.push(() => reference.close());
    const own = openSender(reference.baseUrl, defaultSettings);
    const opened = await openLimits(recipients && { recipients, maxMessages: 3 });
    closing.push(opened.remove);
    const sender = opened.limits ? budgetedSender(own, opened.limits, contract) : own;
    return { baseUrl: reference.baseUrl, sender, live: recipients !== null };
  };

  it('gets the request with its ticket and its answer goes back to the byte', async () => {
    const gateway = await gatewayOf(null);
    const { listener, lines } = await listening({ gateway });
    const send = encoded('SendBulkSms', 'http-post', { ServiceTicket: 'T1cket-0001' });
    const PacketId = packetIn(await call(listener, send));
    const report = encoded('ReportSmsWithPacketId', 'soap12', { ServiceTicket: 'T1cket-0001', PacketId });
    const forwarded = await call(listener, report);
    expect(forwarded.text).toContain('<PacketStatus>');
    expect(forwarded).toEqual(await call({ ...listener, baseUrl: gateway.baseUrl }, report));
    expect(lines.map((line) => line.split('  ')[2])).toEqual(['clean', 'clean']);
  });

  it('gets nothing that a web page has a browser send, or that comes by a foreign name', async () => {
    const { listener, lines, heard } = await listening({
      gateway: await gatewayOf(null),
      settings: { allowHost: ['gateway', '10.0.0.7', 'null'] },
    });
    const status = async (fields: string, path = '/ecomm/postsms.asmx/ReportSmsWithPacketId') => {
      const line = `GET ${path}?ServiceTicket=T1cket-0001&PacketId=P1 HTTP/1.1`;
      return (await raw(listener, `${line}\r\n${fields}\r\nConnection: close\r\n\r\n`)).slice(9, 12);
    };
    const refused = [
      ...['Host: evil.example', 'Host: localhost.', 'Host: 127.0.0.1@evil.example', 'Host: 10.0.0.8:80'],
      'Host: 127.0.0.1\r\nOrigin: null',
      'Host: 127.0.0.1\r\nOrigin: http://evil.example',
      ...['same-site', 'cross-site', 'x'].map((site) => `Host: 127.0.0.1\r\nSec-Fetch-Site: ${site}`),
    ];
    for (const fields of [...refused, ...refused])
      expect([fields, await status(fields)]).toEqual([fields, '403']);
    expect(await status('Host: 127.0.0.1', 'http://evil.example/ecomm/postsms.asmx')).toBe('403');
    expect(lines).toHaveLength(refused.length);
    expect(lines[0]).toBe(
      'refused: host "evil.example" is neither this machine nor the address listened on; a client that calls it so needs --allow-host evil.example',
    );
    await status('Host: $(reboot)');
    expect(lines.at(-1)).toMatch(/needs --allow-host NAME$/);
    expect((await heard()).heard.calls).toEqual([]);
  });

  it('gets calls by the names of this machine, and those that are allowed', async () => {
    const { listener, lines } = await listening({ settings: { allowHost: ['gateway', '10.0.0.7'] } });
    const good = ['localhost:1', '[::1]:8080', '127.1.2.3', 'GATEWAY:8080', '10.0.0.7'];
    for (const host of good) {
      const more = `Origin: http://${host}\r\nSec-Fetch-Site: ${host === 'localhost:1' ? 'none' : 'same-origin'}`;
      expect(await raw(listener, sized(`${more}\r\n`).replace('127.0.0.1', host))).toMatch(/^HTTP\/1.1 500/);
    }
    expect(lines.filter((line) => line.startsWith('refused'))).toEqual([]);
  });

  it.each<[string, string, number]>([
    ['DELETE', '/admin/everything', 403],
    ['POST', '/admin/SendBulkSms', 403],
    ['DELETE', '/live/postsms.asmx/ReportSingleShotSms?a=b', 403],
    ['GET', '/live/postsms.asmx/../../admin', 403],
    ['GET', '/live/postsms.asmx?delete=all', 403],
    ['GET', '/favicon.ico', 403],
    ['OPTIONS', '/live/postsms.asmx', 403],
    ['GET', '/live/postsms.asmx?WSDL', 200],
    ['GET', '/live/postsms.asmx', 200],
    ['GET', '/live/postsms.asmx?disco', 200],
    ['GET', '/live/postsms.asmx?xsd=xsd0', 200],
    ['GET', '/live/postsms.asmx?op=ReportSingleShotSms', 200],
  ])('gets calls and descriptions alone: %s %s', async (method, path, status) => {
    const gateway = await gatewayOf(null);
    let forwarded = 0;
    const send: typeof gateway.sender.send = (request) => {
      forwarded += 1;
      return gateway.sender.send(request);
    };
    const { listener, lines } = await listening({
      gateway: { ...gateway, sender: { ...gateway.sender, send } },
    });
    const asked = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
    expect((await raw(listener, asked)).slice(9, 12)).toBe(`${status}`);
    expect(forwarded).toBe(status === 200 ? 1 : 0);
    expect(lines).toEqual([
      expect.stringContaining(status === 200 ? 'a description' : '\n   not forwarded: it is neither'),
    ]);
  });

  const listed = '<string>905321112233</string>';
  const other = '<string>905320000000</string>';

  it.each<[string, BindingId, (text: string) => string, string]>([
    [
      'a string within a string',
      'soap11',
      (text) => text.replace(listed, listed.replace('>9', `>${other}9`)),
      '/GsmNumbers/string/string is no part of the call',
    ],
    [
      'an operation in the SOAP Header',
      'soap12',
      (text) =>
        text.replace(
          '<soap:Body',
          `<soap:Header><SendBulkSms xmlns="${NAMESPACE}"/></soap:Header><soap:Body`,
        ),
      '/Envelope/Header is no part of the call',
    ],
    [
      'a comment in a number',
      'soap11',
      (text) => text.replace('90532', '90<!-- -->532'),
      'its envelope has a comment',
    ],
    [
      'another encoding',
      'soap11',
      (text) => text.replace('encoding="utf-8"', 'encoding="utf-7"'),
      'names utf-7',
    ],
    [
      'a field that a semicolon ends',
      'http-get',
      (text) => text.replace('Message=', 'Message=a;GsmNumbers='),
      'semicolon',
    ],
  ])('that is live gets no call that it could read otherwise: %s', async (_, binding, change, why) => {
    const { listener, lines } = await listening({
      gateway: await gatewayOf(['905321112233', '905321112244']),
    });
    const { path, body, ...request } = encoded('SendBulkSms', binding);
    const changed = body ? { path, body: Buffer.from(change(`${body}`)) } : { path: change(path), body };
    expect((await call(listener, { ...request, ...changed })).status).toBe(403);
    expect(lines[0]).toMatch(/\n {3}not forwarded: (?:it could be read otherwise|the request breaks)/);
    expect(lines[0]).toContain(why);
  });

  it.each<[string, BindingId, (text: string) => string]>([
    ['a list twice', 'soap11', (text) => text.replace(/<GsmNumbers>.*<.GsmNumbers>/, '$&$&')],
    [
      'a list in no namespace',
      'soap12',
      (text) => text.replace('<Message>', '<GsmNumbers xmlns=""/><Message>'),
    ],
    ['a text in an element', 'soap11', (text) => text.replace(/<Message>(.*?)</, '<Message><a>$1</a><')],
    ['two operations', 'soap12', (text) => text.replace(/<SendBulkSms.*<.SendBulkSms>/, '$&$&')],
    ['a second Body', 'soap11', (text) => text.replace(/<soap:Body.*<.soap:Body>/, '$&$&')],
    ['a document type', 'soap11', (text) => text.replace('<soap', '<!DOCTYPE a>\n<soap')],
    ['a field of no parameter', 'http-post', (text) => `${text}&to=905329999999`],
    ['a field twice', 'http-get', (text) => `${text}&Message=a`],
  ])('that is live gets no call with %s', async (_, binding, change) => {
    const { listener, lines } = await listening({
      gateway: await gatewayOf(['905321112233', '905321112244']),
    });
    const { path, body, ...request } = encoded('SendBulkSms', binding);
    const changed = body ? { path, body: Buffer.from(change(`${body}`)) } : { path: change(path), body };
    expect((await call(listener, { ...request, ...changed })).status).toBe(403);
    expect(lines).toEqual([expect.stringContaining('\n   not forwarded: the request breaks the contract')]);
  });

  it('may refuse a report on a packet that no send was given, and no other', async () => {
    const gateway = await gatewayOf(null);
    const send = (request: WireRequest) =>
      gateway.sender.send({ ...request, path: request.path.replace('ecomm/postsms.asmx/', 'no/') });
    const sender = { ...gateway.sender, send };
    const { listener, lines } = await listening({ gateway: { ...gateway, sender } });
    const given = packetIn(await call(listener, encoded('SendBulkSms', 'soap11')));
    for (const PacketId of ['no-such-packet', given]) {
      await call(listener, encoded('ReportSmsWithPacketId', 'http-get', { PacketId }));
    }
    const told = (word: string) =>
      expect.stringContaining(`\n   reply of the gateway  ${word}: status line: expected 200, got 404`);
    expect(lines).toEqual(['1  SendBulkSms soap11  clean', told('open'), told('breach')]);
  });

  it.each<[string, Gate, string]>([
    ['charset-missing', 'must', 'breach: Content-Type: expected '],
    ['key-id-lower-cased', 'must', 'warning: '],
    ['key-id-lower-cased', 'should', 'breach: '],
  ])('that answers with %s is told beside the request, at gate %s', async (defect, gate, told) => {
    const { listener, lines } = await listening({
      gateway: await gatewayOf(null, defect),
      settings: { gate },
    });
    await call(listener, encoded('SingleShotSmsWithTypeAndKeyID', 'soap11'));
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^1  SingleShotSmsWithTypeAndKeyID soap11  clean\n   reply of the gateway  ${told}`),
      ),
    ]);
    for (const line of lines.join('\n').split('\n')) expect(line.length).toBeLessThan(125);
  });

  it.each<[string, Buffer, string, string | undefined]>([
    ['in ASCII', Buffer.from('All Right'), 'All Right', undefined],
    ['in UTF-8', Buffer.from('Geçersiz ışık'), Buffer.from('Geçersiz ışık').toString('latin1'), undefined],
    ['in Latin-1', Buffer.from('Geçersiz', 'latin1'), 'Geçersiz', undefined],
    ['with a control', Buffer.from('O\x01K'), 'OK', '"O\\u0001K" cannot be passed on, and is "OK"'],
    ['that is empty', Buffer.from(''), '', undefined],
  ])('has its reply passed on with a reason phrase %s', async (_, phrase, passed, told) => {
    const reply = '<EmPostSmsResult/>';
    const service = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          socket.write(Buffer.concat([Buffer.from('HTTP/1.1 200 '), phrase]));
          socket.end(`\r\nContent-Length: ${reply.length}\r\nX-A: ${'\u00E7'}\r\n\r\n${reply}`);
        });
    });
    service.listen(0, '127.0.0.1');
    await occurs(service, 'listening');
    closing.push(async () => service.close());
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const gateway = { baseUrl, sender: openSender(baseUrl, defaultSettings), live: false };
    const { listener, lines } = await listening({ gateway });
    const said = await raw(listener, sized());
    expect(said.split('\r\n')[0]).toBe(`HTTP/1.1 200 ${passed}`);
    expect(said.endsWith(reply)).toBe(true);
    const wanted = `   reply of the gateway  the reason phrase ${told}`;
    expect(lines.slice(1)).toEqual(told === undefined ? [] : [wanted]);
  });

  it('that is live gets no field of a request for its description but what reply is wanted', async () => {
    const arrived: HttpRequest[] = [];
    const service = await serve((request) => {
      arrived.push(request);
      return errorReply(404);
    });
    closing.push(() => service.close());
    const { baseUrl } = service;
    const gateway = { baseUrl, sender: openSender(baseUrl, defaultSettings), live: true };
    const { listener } = await listening({ gateway });
    const fields = [
      'X-Original-URL: /liveb/postsms.asmx/SendBulkSms?GsmNumbers=905',
      'Cookie: a=b',
      'Accept: text/xml',
    ];
    const head = [
      'GET /live/postsms.asmx?WSDL HTTP/1.1',
      'Host: 127.0.0.1',
      ...fields,
      'Connection: close',
      '',
      '',
    ];
    expect(await raw(listener, head.join('\r\n'))).toMatch(/^HTTP\/1\.1 404 /);
    const names = arrived.map(({ headers }) => headers.map(([name]) => name.toLowerCase()));
    expect(names).toEqual([['host', 'connection', 'accept', 'accept-encoding']]);
  });

  it('is not to blame for a call that the listener cannot judge, which is answered, told and missing', async () => {
    let asked = 0;
    const answers = [
      {
        applies: () => {
          asked += 1;
          if (asked === 1) throw new Error('no such rule');
          return false;
        },
        ...{ what: '', delayMs: 0, reply: undefined },
      },
    ];
    const { listener, lines, heard } = await listening({ answers });
    expect((await call(listener, encoded('SendBulkSms', 'soap11'))).status).toBe(500);
    expect((await call(listener, encoded('SendBulkSms', 'soap11'))).status).toBe(200);
    expect(lines).toEqual([
      '   breach: call 1 was not judged: no such rule',
      expect.stringMatching(/^2 {2}SendBulkSms soap11 {2}clean$/),
    ]);
    const { others } = await heard();
    expect(others.map(({ missing }) => missing)).toEqual(['call 1 was not judged: no such rule']);
  });

  it('that is live gets no call that breaks the contract, leaves the list or passes the budget', async () => {
    const gateway = await gatewayOf(['905321112233', '905321112244']);
    const { listener, lines } = await listening({ gateway });
    const send = (values: ParameterValues = {}) => call(listener, encoded('SendBulkSms', 'soap11', values));
    expect((await send()).status).toBe(200);
    expect(await send({ GsmNumbers: ['905329999999'] })).toMatchObject({ status: 403 });
    const broken = encoded('SendBulkSms', 'http-get');
    expect(await call(listener, { ...broken, path: `${broken.path}&gsmnumbers=905329999999` })).toEqual({
      status: 403,
      text: 'Not forwarded: the request breaks the contract',
    });
    expect((await send()).text).toContain('the budget of 3 messages');
    expect((await fetch(`${listener.baseUrl}/other`)).status).toBe(403);
    expect(lines[0]).toMatch(/clean$/);
    expect(lines.slice(1, 4)).toEqual(
      ['not sent: the request names', 'the request breaks', 'not sent: the budget'].map((why) =>
        expect.stringContaining(`\n   not forwarded: ${why}`),
      ),
    );
  });
});

describe('the built-in scenario', () => {
  const builtIn = (filters: Partial<Settings>) => {
    const read = loadScenario('built-in', { ...defaultSettings, ...filters }, declarations);
    if ('message' in read) throw new Error(read.message);
    return read;
  };
  const told = builtIn({ binding: ['soap12'] });

  it('has every operation, and says in words what to call', () => {
    expect(new Set(told.flatMap(({ steps }) => steps.map(({ operation }) => operation))).size).toBe(4);
    expect(scenarioText(told, contract, 'http://127.0.0.1:8080', NAMESPACE)).toMatchSnapshot();
  });

  it('names the URL of every binding, and keeps a send with its report', () => {
    const calls = builtIn({ operation: ['ReportSingleShotSms'] });
    expect(calls.map(({ steps }) => steps.length)).toEqual([2, 2, 2, 2]);
    const service = 'http://127.0.0.1:8080/live/postsms.asmx';
    expect(scenarioText(calls, contract, 'http://127.0.0.1:8080', NAMESPACE)).toContain(
      `  1.2  ReportSingleShotSms
       PacketId      the PacketID in the reply to 1.1
       POST ${service} (SOAP 1.1, SOAP 1.2)
       GET ${service}/ReportSingleShotSms (HTTP GET)
       POST ${service}/ReportSingleShotSms (HTTP POST)
`,
    );
  });

  it('is clean to the letter; calls that it does not tell are extra, and red only by what they break', async () => {
    const { listener, lines, heard } = await listening({ pairing: followScenario(told, contract) });
    for (const { steps } of told) {
      let PacketId = '';
      for (const { operation, values } of steps) {
        const known = Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'object' && 'step' in value ? PacketId : value,
        ]);
        PacketId = packetIn(await call(listener, encoded(operation, 'soap12', Object.fromEntries(known))));
      }
    }
    expect(lines.filter((line) => !line.endsWith('clean'))).toEqual([]);
    await call(listener, encoded('SendBulkSms', 'soap12'));
    await call(listener, encoded('ReportSmsWithPacketId', 'soap12', { PacketId: 'P000001' }));
    expect(lines.slice(-3).map((line) => line.replace(/^\d+ {2}/, ''))).toEqual([
      'SingleShotSmsWithTypeAndKeyID soap12 (4)  clean',
      'SendBulkSms soap12 (extra call)  clean',
      'ReportSmsWithPacketId soap12 (extra call)  clean',
    ]);
    const { others, played } = await heard();
    expect(others.map(({ operation }) => operation)).toEqual(['SendBulkSms', 'ReportSmsWithPacketId']);
    expect(played?.notes[0]).toBe(
      'scenario: 6 of 6 calls seen right, 0 seen wrong, 0 not seen; 2 extra calls',
    );
  });

  it('says in words what was wrong with a call at another path', async () => {
    const { listener, heard } = await listening({ pairing: followScenario(told, contract) });
    const step = told.find(({ case: id }) => id === 'told-bulk')?.steps[0];
    const sent = encoded('SendBulkSms', 'soap12', step?.values as ParameterValues);
    await call(listener, { ...sent, path: sent.path.replace('liveb', 'livex') });
    const { played } = await heard();
    const wrong = played?.notes.filter((note) => note.includes('seen wrong: '));
    expect(wrong).toEqual([expect.stringMatching(/got \/\S*livex\S*$/)]);
  });

  const text = told.find(({ case: id }) => id === 'told-bulk')?.steps[0]?.values.Message as string;

  it.each<[string, string, ParameterValues, string]>([
    [
      'a text in a wrong charset',
      'SendBulkSms',
      { Message: 'ÅŸ' },
      'Message (§4.3) and 1 more\n   expected  "<b> & ',
    ],
    [
      'a list printed as one number',
      'SendBulkSms',
      { Message: '00123', GsmNumbers: ["['00905000000000']"] },
      `GsmNumbers (§4.1 rule 4)\n   expected  one string child each for "00905000000000"\n   got       "['00905000000000']"`,
    ],
    [
      'a lost plus',
      'SendBulkSms',
      { Message: text, GsmNumbers: ['905000000000', ' 905000000001'] },
      'GsmNumbers (§4.1 rule 4)\n   expected  one string child each for "905000000000", "+905000000001"\n   got       "905000000000", " 905000000001"',
    ],
  ])('tells %s', async (_, operation, values, said) => {
    const { listener, lines } = await listening({ pairing: followScenario(told, contract) });
    await call(listener, encoded(operation, 'soap12', values));
    expect(lines).toEqual([expect.stringContaining(`  breach: ${said}`)]);
  });
});
