import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BindingId, Call, ParameterValues } from '../../lib/model/contract.ts';
import { builtInDeclarations } from '../../lib/run/built-in.ts';
import { encodeInDialect, renderInDialect } from '../../lib/wire/bindings/dialect.ts';
import { openSender } from '../../lib/wire/transport/sender.ts';
import { strictOptions } from '../support/transport.ts';
import { inProcess, newFolder, ran, resultsIn } from './command.ts';
import { at, handingOn, namespace, withEndpoint, withFront, withReference } from './endpoints.ts';

const { clients, contract } = builtInDeclarations();
const captures = new URL('golden/clients/', import.meta.url);
const MESSAGE = `Merhaba & <dünya> "€" 'a' + 100%  ğüşıöç 😀 ]]>`;
const NUMBERS = ['905001112201', '905001112202'];

/** What was sent besides, as far as a client wrote another text. */
const ofClient: Readonly<Record<string, ParameterValues>> = {
  axis: { Message: MESSAGE.replace('😀', ':-)') },
  ...Object.fromEntries(
    [
      'zeep.http-get',
      'zeep.http-post',
      'web-service-proxy.http-get',
      'web-service-proxy.http-post',
      'java-http',
    ].map((name) => [name, { Message: MESSAGE.replace(/[<>]/g, '').replace(' ]]', '') }]),
  ),
};

/** Returns a sample call in the dialect of a client. */
function requestOf(id: string, bindingId: BindingId) {
  const [operation] = contract.operations.filter(({ name }) => name === 'SendBulkSms');
  const binding = contract.bindings.find((known) => known.id === bindingId);
  const dialect = clients.find((client) => client.id === id)?.dialects[bindingId];
  if (!operation || !binding || !dialect) throw new Error(`no dialect of ${id}`);
  const values = { ServiceTicket: 'T', Message: MESSAGE, GsmNumbers: NUMBERS };
  const target = {
    baseUrl: 'http://127.0.0.1',
    namespace: 'http://sms.example/ns',
    kind: 'external' as const,
  };
  return encodeInDialect({ operation, binding, values, target }, dialect);
}

test.each(readdirSync(captures).toSorted())('%s is what the client writes, byte for byte', (file) => {
  const [id = '', bindingId] = file.split('.') as [string, BindingId];
  const bytes = readFileSync(new URL(file, captures));
  const text = bytes.toString('latin1');
  const operation = contract.operations.find(({ name }) => text.includes(name));
  const binding = contract.bindings.find((known) => known.id === bindingId);
  const dialect = clients.find((client) => client.id === id)?.dialects[bindingId];
  if (!operation || !binding || !dialect) throw new Error(`${file} names no dialect`);
  const sent = {
    ServiceTicket: 'conformance-ticket-1',
    Originator: 'POSTSMS',
    Message: MESSAGE,
    GsmNumbers: NUMBERS,
  };
  const values = { ...sent, PacketId: '107757', ...ofClient[id], ...ofClient[`${id}.${bindingId}`] };
  const target = {
    baseUrl: 'http://127.0.0.1',
    namespace: 'http://oracle.example/sms',
    kind: 'external' as const,
  };
  const call: Call = { operation, binding, values, target };
  const request = encodeInDialect(call, dialect);
  const [, host = ''] = /^host: (.*?)\r$/im.exec(text) ?? [];
  const written = renderInDialect(request, request.framing?.head ?? '', host);
  expect(Buffer.from(written).toString('latin1')).toBe(text);
});

test('every dialect has a capture', () => {
  const dialects = clients.flatMap(({ id, dialects }) =>
    Object.keys(dialects).map((binding) => `${id}.${binding}.req`),
  );
  expect(readdirSync(captures).toSorted()).toEqual(dialects.toSorted());
});

test('a request goes out as the client writes it, but asks for no coding of the response', async () => {
  const received: Buffer[] = [];
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  const serve = (socket: Socket) =>
    socket.on('data', (bytes) => {
      received.push(bytes);
      socket.end(answer);
    });
  const sentBy = (id: string) => requestOf(id, 'http-post');
  await withEndpoint(serve, async ({ baseUrl, port }) => {
    const sender = openSender(baseUrl, strictOptions);
    const outcome = await sender.send(sentBy('requests'));
    await sender.close();
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 200 } });
    const { framing, ...request } = sentBy('requests');
    const expected = Buffer.from(renderInDialect(request, framing?.head ?? '', `127.0.0.1:${port}`));
    const coding = 'Accept-Encoding: ';
    expect(Buffer.concat(received).toString()).toBe(
      expected.toString().replace(`${coding}gzip, deflate`, `${coding}identity`),
    );
  });
});

/** Refuses the requests that hold a text, and hands on the others. */
const refusing = (text: string) => (socket: Socket, _: number, handOn: () => void) => {
  socket.once('data', (bytes) => {
    if (bytes.includes(text)) {
      socket.end(
        'HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nno',
      );
      return;
    }
    socket.unshift(bytes);
    handOn();
  });
};

test('a run names the clients that a gateway refuses, and the property that it refuses', async () => {
  await withFront(refusing('action='), async ({ baseUrl }) => {
    const { said, code, folder } = await ran([...at(baseUrl), '--case', 'clients/{php,zeep,jaxws}/**']);
    expect(code).toBe(0);
    expect(said).toMatch(
      /^clients +0 of 3 clients can call it\n +not JAX-WS RI \(Java\) over soap12; PHP SoapClient over soap12; zeep \(Python\) over soap12: refused, 500 plain-error "no"; because of action= in the Content-Type\n +not, by requests that break the contract: zeep \(Python\)$/m,
    );
    const { dialects = [] } = resultsIn(folder);
    expect(
      dialects.filter(({ state }) => state === 'served').map(({ client, binding }) => `${client} ${binding}`),
    ).toEqual(['jaxws soap11', 'php soap11', 'zeep soap11', 'zeep http-get']);
  });
});

test('a client that has to be served and is not makes the run fail', async () => {
  await withFront(refusing('action='), async ({ baseUrl }) => {
    const gated = await ran([...at(baseUrl), '--case', 'clients/{php,zeep}/**', '--gate-clients', 'php']);
    expect(gated.code).toBe(1);
    expect(gated.said).toContain('PHP SoapClient has to be served (--gate-clients), and is refused');
    const served = await ran([...at(baseUrl), '--case', 'clients/{curl,php}/**', '--gate-clients', 'curl']);
    expect(served.code).toBe(0);
  });
});

test.each([
  [
    ['--gate-clients', 'zep'],
    /--gate-clients names no client: "zep"\n +allowed: all, .*\n +did you mean: zeep/,
  ],
  [
    ['--clients', 'bulit-in'],
    /--clients: "bulit-in" is no file or folder\n +allowed: built-in, none, or a path\n +did you mean: built-in/,
  ],
  [
    ['--clients', 'none', '--gate-clients', 'all'],
    /--gate-clients needs calls of clients; add --clients built-in/,
  ],
])('%s is refused with what is allowed', async (flags, message) => {
  const { code, said } = await ran(flags);
  expect(code).toBe(2);
  expect(said).toMatch(message);
});

test('judge says of the clients in a recording what the run said', async () => {
  const folder = newFolder();
  const chosen = ['--case', 'clients/{zeep,web-service-proxy}/{http-get,http-post}/**'];
  const clientsOf = (said: string) => said.match(/^clients .*\n.*$/m)?.[0];
  await withReference([], async ({ baseUrl }) => {
    const run = await inProcess([
      ...['run', '--target', baseUrl, '--namespace', namespace, '--report-dir', folder, '--reporter', 'har'],
      ...chosen,
    ]);
    const judged = await inProcess(['judge', folder, '--report-dir', newFolder()]);
    expect(clientsOf(run.said)).toMatch(/^clients {7}0 of 2 clients can call it\n/);
    expect(clientsOf(judged.said)).toBe(clientsOf(run.said));
  });
});

test('compare names the clients that the old gateway serves and the new one refuses, once', async () => {
  const compared = (old: string, now: string, folder = newFolder()) => {
    const flags = ['--namespace', namespace, '--report-dir', folder, '--case', 'clients/{php,zeep,curl}/**'];
    return inProcess(['compare', old, now, ...flags]);
  };
  await withFront(handingOn, ({ baseUrl: old }) =>
    withFront(refusing('action='), async ({ baseUrl: now }) => {
      const folder = newFolder();
      const { said, code } = await compared(old, now, folder);
      expect(code, said).toBe(1);
      expect(said.match(/^meaning .*$/gm)).toEqual([
        'meaning       client  served -> refused, 500 plain-error "no"; because of action= in the Content-Type  in 8 replies (PHP SoapClient over soap12, zeep (Python) over soap12)',
      ]);
      const back = await compared(now, old);
      expect(back.said).toMatch(
        /client {2}refused, 500 plain-error "no"; because of action= in the Content-Type -> served/,
      );
      expect((await compared(old, old)).code).toBe(0);
      // The recordings alone do not say because of what.
      const recorded = await compared(join(folder, 'old'), join(folder, 'new'));
      expect(recorded.said.match(/^meaning .*$/gm)).toEqual([
        'meaning       client  served -> refused, 500 text/plain "no"  in 8 replies (php over soap12, zeep over soap12)',
      ]);
    }),
  );
});

test('compare names a request that one gateway takes and the other refuses, about a packet of the run', async () => {
  const arrived: string[] = [];
  const refuseSlash = (socket: Socket, number: number, handOn: () => void) => {
    socket.once('data', (bytes) => arrived.push(bytes.toString('latin1')));
    refusing('asmx/ HTTP')(socket, number, handOn);
  };
  const compared = (old: string, now: string, ...flags: readonly string[]) => {
    const probe = '*/probe-request/soap12/slash-behind-path';
    // One after the other, so that a report has found a packet before the probe.
    const chosen = ['--case', '*/canonical/soap12', '--case', probe, '--concurrency', '1'];
    return inProcess([
      'compare',
      old,
      now,
      '--namespace',
      namespace,
      '--report-dir',
      newFolder(),
      ...chosen,
      ...flags,
    ]);
  };
  await withFront(handingOn, ({ baseUrl: old }) =>
    withFront(refuseSlash, async ({ baseUrl: now }) => {
      const { said, code } = await compared(old, now);
      expect(code).toBe(1);
      expect(said).toMatch(
        /^meaning +request {2}taken -> refused, 500 text\/plain "no" {2}in 1 reply \(request\/slash-behind-path over soap12\)$/m,
      );
      expect(arrived.find((text) => text.includes('asmx/ HTTP'))).not.toContain('no-such-packet');
      expect((await compared(old, now, '--no-probes', '--case', '*/canonical/soap11')).said).not.toContain(
        'slash',
      );
    }),
  );
});

test('a target with a budget gets no call whose numbers cannot be counted, and the others', async () => {
  await withFront(handingOn, async ({ baseUrl }) => {
    const live = [
      '--sends',
      'allow',
      '--recipients',
      '905000000000,905000000001',
      '--max-messages',
      '60',
      '--yes',
    ];
    const chosen = ['--clients', 'built-in', '--case', 'clients/{axios,zeep}/**'];
    const { said, code } = await ran([...at(baseUrl), ...chosen, ...live]);
    expect(code, said).toBe(0);
    expect(said).toMatch(
      /note +3 calls of clients left out: readers differ in which numbers this call names/,
    );
    expect(said).not.toContain('harness');
  });
});

test('a pattern of clients says how a live target is called by clients, and else which are like it', async () => {
  const live = await ran([...at('http://127.0.0.1:1'), '--sends', 'refuse', '--case', 'clients/**']);
  expect(live).toMatchObject({ code: 2, said: expect.stringContaining('with --clients built-in') });
  const misspelt = await ran(['--case', 'clients/zep/**']);
  expect(misspelt).toMatchObject({ code: 2, said: expect.stringContaining('nearest: clients/zeep') });
});

test('where everything is refused, no client is served, and no filter hides a client that has to be', async () => {
  await withFront(refusing(' HTTP/1.'), async ({ baseUrl }) => {
    const chosen = ['--case', 'clients/{php,curl}/**'];
    const { said, code } = await ran([...at(baseUrl), ...chosen, '--gate-clients', 'curl']);
    expect(code).toBe(1);
    expect(said).toMatch(/^clients +0 of 2 clients can call it$/m);
    expect(said).toContain("because of what the contract's own request meets as well");
  });
  const hidden = await ran(['--case', 'SendBulkSms/canonical', '--gate-clients', 'zeep']);
  expect(hidden).toMatchObject({
    code: 2,
    said: expect.stringContaining('--gate-clients zeep: no selected exchange'),
  });
});

test('a report that was not sent, because no PacketID of the plain send can be read, says nothing of a client', async () => {
  await withReference(['plain-string-of-xml'], async ({ baseUrl }) => {
    const chosen = ['--case', 'clients/curl/**', '--case', '*/canonical/http-get'];
    const { said, folder } = await ran([...at(baseUrl), ...chosen]);
    const ofClient = resultsIn(folder).exchanges.filter(({ client }) => client);
    expect(ofClient.filter(({ verdict }) => verdict === 'blocked').length).toBe(2);
    expect(said).toMatch(/^clients +1 of 1 client can call it$/m);
  });
  await withFront(refusing('POST '), async ({ baseUrl }) => {
    const { said } = await ran([...at(baseUrl), '--case', 'clients/{curl,php-without-wsdl}/**']);
    expect(said).toMatch(/^clients +1 of 2 clients can call it$/m);
  });
});

test('a client whose recipients a gateway does not read is answered otherwise', async () => {
  const packet = `<EmPostSmsResult xmlns="${namespace}"><PacketID>1</PacketID><PacketStatus>Completed</PacketStatus><DeliveryResults/></EmPostSmsResult>`;
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${packet.length}\r\n\r\n`;
  const withoutRecipients = (text: string) => (socket: Socket, _: number, handOn: () => void) => {
    socket.once('data', (bytes) => {
      if (bytes.includes(text)) {
        socket.end(head + packet);
        return;
      }
      socket.unshift(bytes);
      handOn();
    });
  };
  const chosen = ['--case', 'clients/axios/http-get/SendBulkSms', '--case', 'SendBulkSms/canonical/http-get'];
  await withFront(withoutRecipients('GsmNumbers%5B%5D='), async ({ baseUrl }) => {
    const { folder } = await ran([...at(baseUrl), ...chosen]);
    expect(resultsIn(folder).dialects).toMatchObject([
      {
        ...{ state: 'answered otherwise', rules: ['delivery/recipients'] },
        because: 'a list written GsmNumbers[]=…',
      },
    ]);
  });
  await withFront(withoutRecipients('GsmNumbers'), async ({ baseUrl }) => {
    const { folder } = await ran([...at(baseUrl), ...chosen]);
    expect(resultsIn(folder).dialects).toMatchObject([{ state: 'served' }]);
  });
});

test('with another path base of a send, every operation still has a call of each client', async () => {
  const { said, code } = await ran(['--path', 'SendBulkSms=/live/postsms.asmx', '--case', 'clients/php/**']);
  expect(code, said).toBe(0);
  expect(said).toMatch(/clients +1 of 1 client can call it/);
});

test('evidence shows the head that a client writes, and repeat names the exchange', async () => {
  await withFront(refusing('HTTP/1.0'), async ({ baseUrl }) => {
    const { said, folder } = await ran([
      ...at(baseUrl),
      '--case',
      'clients/axis/**',
      '--gate-clients',
      'axis',
    ]);
    expect(said).toMatch(/note +(?:because of HTTP\/1\.0|Axis .* because of HTTP\/1\.0)/);
    expect(said).toMatch(/repeat +postsms-conformance show clients\/axis|show clients\/axis/);
    const texts = resultsIn(folder).exchanges.flatMap(({ evidence = [] }) =>
      evidence.map(({ request }) => request),
    );
    expect(texts.join('\n')).toMatch(
      /^POST \S+ HTTP\/1\.0\nContent-Type: text\/xml; charset=utf-8\nAccept: /m,
    );
  });
});

test('of a client without an operation, and of a folder without clients, the message says what there is', async () => {
  const shown = await inProcess(['show', 'clients/zeep']);
  expect(shown.said).toMatch(/clients\/zeep has several calls: clients\/zeep\/soap11\/\w+, .* and 13 more/);
  const { code, said } = await ran(['--clients', newFolder()]);
  expect(code).toBe(2);
  expect(said).toMatch(/has neither files of clients \(\.yaml\) nor a recording\.har/);
});

test('compare calls neither side where one cannot be reached', async () => {
  const arrived: string[] = [];
  const noting = (socket: Socket, _: number, handOn: () => void) => {
    socket.once('data', (bytes) => arrived.push(bytes.toString('latin1')));
    handOn();
  };
  await withFront(noting, async ({ baseUrl }) => {
    const free = await withEndpoint(
      () => {},
      async (endpoint) => endpoint.baseUrl,
    );
    const chosen = ['--namespace', namespace, '--case', '*/canonical', '--report-dir', newFolder()];
    const ended = await inProcess(['compare', baseUrl, free, ...chosen], { POSTSMS_WSDL: 'true' });
    expect(ended).toMatchObject({
      code: 3,
      said: expect.stringContaining('cannot be reached, so neither side was called'),
    });
  });
  expect(arrived.filter((text) => !text.startsWith('GET'))).toEqual([]);
});
