import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withListener } from '../../suites/self/endpoints.ts';
import { forms, inForm } from '../bindings/in-form.ts';
import { bindings } from '../bindings/index.ts';
import type { BindingId } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { callOf, hardText, target } from '../rules/testing.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { maskFor } from '../secrets/mask.ts';
import { curlCommands, curlDifference } from './curl.ts';

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };

/** Runs a command in a POSIX shell, and gives what its request was on the wire. */
async function receivedFrom(ticket: string, request: WireRequest): Promise<Received | undefined> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    received.push({ method, url, headers, body: await text(incoming) });
    response.end('ok');
  });
  return withListener(server, async (port) => {
    const baseUrl = `http://127.0.0.1:${port}/a`;
    const command = curlCommands(baseUrl, ticket, maskFor([ticket]))(request);
    if (command === null) return undefined;
    expect(command).toContain('POSTSMS_TICKET');
    expect(maskFor([ticket])(command)).toBe(command);
    const { PATH = '' } = process.env;
    await promisify(execFile)('sh', ['-c', command], { env: { PATH, POSTSMS_TICKET: ticket } });
    expect(received).toHaveLength(1);
    return received[0];
  });
}

/** A request in a form, with a ticket. */
function requestIn(form: string | null, binding: BindingId, ServiceTicket: string, Message = hardText) {
  const call = callOf('SendBulkSms', binding, { ServiceTicket, Message });
  const here = { ...call, target: { ...target, baseUrl: 'http://127.0.0.1/a' } };
  const encoded = bindings[binding].encode(here);
  return form === null ? encoded : inForm(encoded, here, form);
}

/** With -G, curl may write a ticket that needs escapes with lower-case ones, and + for a space. */
function fieldsIn(url = ''): unknown {
  const { pathname, searchParams } = new URL(url, 'http://h');
  return url.includes('ServiceTicket=plain') ? url : [pathname, [...searchParams]];
}

function expectSame(received: Received | undefined, request: WireRequest): void {
  expect(received?.method).toBe(request.method);
  expect(fieldsIn(received?.url)).toEqual(fieldsIn(request.path));
  expect(received?.body).toBe(Buffer.from(request.body ?? []).toString('utf8'));
  for (const [name, value] of request.headers) expect(received?.headers[name.toLowerCase()]).toBe(value);
  const isChunked = request.framing?.chunks !== undefined;
  expect(received?.headers['transfer-encoding']).toBe(isChunked ? 'chunked' : undefined);
  if (request.method === 'GET') expect(received?.headers).not.toHaveProperty('content-type');
}

describe('the curl command', () => {
  it.each<[BindingId, string]>([
    ['soap11', 'plain'],
    ['http-get', 'plain'],
    ['soap12', " $HOME `id` \\ !*(x)~ '\"'\"' @/etc/hosts"],
    ['http-get', 'a+b/c=='],
    ['http-get', 'tic&ket"\'+%=ığ ü $x👩‍👧\r7'],
    ['http-post', 'a+b/c==\'"!*()'],
    ['http-post', '$HOME`id`@/etc/hosts'],
  ])('sends the bytes of the encoder over %s with the ticket %j from the environment', async (id, ticket) => {
    for (const message of ['Merhaba', hardText]) {
      const request = requestIn(null, id, ticket, message);
      expectSame(await receivedFrom(ticket, request), request);
    }
  });

  const commandOf = (ticket: string, sent: string) =>
    curlCommands(target.baseUrl, ticket, maskFor([ticket]))(requestIn(null, 'soap11', sent));

  it('is none where an envelope escapes the ticket, and keeps one that is not of the environment', () => {
    expect(commandOf('a<b&c', 'a<b&c')).toBeNull();
    expect(commandOf('mine', 'another')).toContain('<ServiceTicket>another</ServiceTicket>');
  });

  it.each(forms.flatMap((form) => form.bindings.map((binding) => ({ form: form.id, binding }))))(
    'of a form sends its bytes, or is none: $form over $binding',
    async ({ form, binding }) => {
      const rewritten = ['character-references', 'decimal-references', 'needless-escapes'];
      const ticket = 'plain-TICKET-0001';
      const request = requestIn(form, binding, ticket);
      const received = await receivedFrom(ticket, request);
      expect(received === undefined).toBe(rewritten.includes(form));
      if (received !== undefined) expectSame(received, request);
      for (const one of ['x y', '0F8FAD5B-D9CB-469F-A165-70867728950E', 'tic&k]]><"\'+%/=ığ ü! $x👩‍👧\r7']) {
        const command = curlCommands(target.baseUrl, one, maskFor([one]))(requestIn(form, binding, one));
        expect(maskFor([one])(command ?? '')).not.toContain(MASKED);
      }
    },
  );

  it('says what curl does otherwise', () => {
    const difference = (form: string) => curlDifference(requestIn(form, 'http-post', 'plain'));
    expect(difference('one-byte-at-a-time')).toContain('byte by byte');
    expect(difference('chunked-body')).toContain('chunks');
    expect(difference('lower-case-headers')).toBeNull();
  });
});
