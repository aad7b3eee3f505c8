import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { whenWhole, withEndpoint } from '../../../suites/self/endpoints.ts';
import { sampleCalls, sampleTarget } from '../../../suites/support/calls.ts';
import { get, sendTo } from '../../../suites/support/transport.ts';
import type { Target } from '../../model/contract.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { bindings } from '../bindings/index.ts';
import { renderRequest, withFields } from './render-request.ts';

/** What is rendered of a request to a server, and what comes in there. */
async function bytesOf(write: (target: Target) => WireRequest, kind: Target['kind'] = 'external') {
  let came = '';
  const serve = (socket: Socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      came += text;
    });
    whenWhole(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  };
  return withEndpoint(serve, async ({ baseUrl }) => {
    const target = { ...sampleTarget, baseUrl: `${baseUrl}/base`, kind };
    const request = write(target);
    const outcome = await sendTo(target.baseUrl, request, { keepAlive: kind === 'reference' });
    expect(outcome).toMatchObject({ kind: 'response', response: { status: 200 } });
    return { rendered: Buffer.from(renderRequest(target, request)).toString('latin1'), came };
  });
}

describe('renderRequest', () => {
  it('keeps the connection to the reference alone', async () => {
    const { rendered, came } = await bytesOf(() => get, 'reference');
    expect(rendered).toContain('connection: keep-alive');
    expect(came).toBe(rendered);
  });

  const samples = sampleCalls.map((call) => ({
    name: `${call.operation.name} over ${call.binding.id}`,
    call,
  }));

  it.each(samples)('gives the bytes of the wire: $name', async ({ call }) => {
    const { rendered, came } = await bytesOf((target) =>
      bindings[call.binding.id].encode({ ...call, target }),
    );
    expect(came).toBe(rendered);
  });

  const posted = (text: string, framing: WireRequest['framing'] = {}): WireRequest => ({
    ...{ method: 'POST', path: '/', headers: [['Content-Type', 'a/b']], body: Buffer.from(text) },
    ...(framing.chunks ? { framing } : {}),
  });

  it.each<[string, WireRequest]>([
    ['no header at all', get],
    ['a kept connection', { ...get, framing: { kept: { name: 'a', isLast: true } } }],
    [
      'odd header names',
      {
        ...get,
        headers: [
          ['x-LOWER', '1'],
          ['X-Twice', 'a'],
          ['X-Twice', 'b'],
        ],
      },
    ],
    ['every byte by itself', { ...get, headers: [['X-A', 'b']], framing: { byteByByte: true } }],
    ['a POST without a body', { ...posted(''), headers: [], body: null }],
    ['an empty body', posted('')],
    ['a body beyond ASCII', posted('ş\u{1F600}\0')],
    ['a body in chunks', posted('ğüşiöç, a body of more than sixteen bytes', { chunks: [1, 18, 3] })],
    ['a body of no bytes in chunks', posted('', { chunks: [1] })],
  ])('gives the bytes of the wire with %s', async (_, request) => {
    const { rendered, came } = await bytesOf(() => request);
    expect(came).toBe(rendered);
  });

  it.each([
    ['http://gateway.example:80/base', 'gateway.example'],
    ['https://gateway.example:8443', 'gateway.example:8443'],
  ])('names the host of %s without the port of the scheme', (baseUrl, host) => {
    expect(Buffer.from(renderRequest({ ...sampleTarget, baseUrl }, get)).toString()).toContain(
      `host: ${host}\r\n`,
    );
  });
});

describe('withFields', () => {
  const line = 'GET /x HTTP/1.1\nHost: gateway.example\n';
  const head = `${line}pragma: no-cache\nX-A: b\n`;
  const request: WireRequest = { ...get, headers: [['PRAGMA', 'no-cache']], framing: { head } };

  it('puts a field in the place of one of the same name, also in the head of a dialect', () => {
    const sent = withFields(request, [['Pragma', 'own: a']]);
    expect(sent).toEqual({
      ...request,
      headers: [['Pragma', 'own: a']],
      framing: { head: `${line}X-A: b\nPragma: own: a\n` },
    });
  });

  it('changes nothing without fields', () => {
    expect(withFields(request, [])).toBe(request);
  });
});
