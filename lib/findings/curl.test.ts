import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { forms } from '../bindings/forms/index.ts';
import { inForm } from '../bindings/in-form.ts';
import { bindings } from '../bindings/index.ts';
import type { BindingId } from '../model/contract.ts';
import { callOf, contract, hardText, target } from '../rules/testing.ts';
import { MASKED, maskFor } from '../secrets/mask.ts';
import { curlCommands, curlDifference } from './curl.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Runs a command in a POSIX shell, and gives what its request was on the wire. */
async function receivedFrom(
  ticket: string,
  commandFor: (baseUrl: string) => string,
): Promise<readonly Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.end('ok');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const command = commandFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a`);
    const { PATH = '' } = process.env;
    await promisify(execFile)('sh', ['-c', command], { env: { PATH, POSTSMS_TICKET: ticket } });
    return received;
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const hardTickets = [
  'plain',
  'tic&ket<"\'+%/=ığ ü',
  " $HOME `id` \\ !*(x)~ '\"'\"' ]]> -d @/etc/hosts",
  'a\rb\nc\td',
  '👩‍👩‍👧 %20 #?;',
];

describe.each(contract.bindings.map(({ id }) => id))('the curl command over %s', (id: BindingId) => {
  it.each(hardTickets)(
    'sends the bytes of the encoder with the ticket %j from the environment',
    async (ticket) => {
      for (const Message of ['Merhaba', hardText]) {
        const call = callOf('SendBulkSms', id, { ServiceTicket: ticket, Message });
        const request = bindings[id].encode({
          ...call,
          target: { ...target, baseUrl: 'http://127.0.0.1/a' },
        });
        const [received, ...more] = await receivedFrom(ticket, (baseUrl) =>
          curlCommands(baseUrl, ticket, maskFor([ticket]))(request),
        );
        expect(more).toEqual([]);
        expect(received).toMatchObject({ method: request.method, url: request.path });
        expect(received?.body.toString('utf8')).toBe(Buffer.from(request.body ?? []).toString('utf8'));
        for (const [name, value] of request.headers)
          expect(received?.headers[name.toLowerCase()]).toBe(value);
        if (request.method === 'GET') expect(received?.headers).not.toHaveProperty('content-type');
      }
    },
  );

  it.each(hardTickets)('does not show the ticket %j', (ticket) => {
    const request = bindings[id].encode(callOf('SendBulkSms', id, { ServiceTicket: ticket }));
    const command = curlCommands(target.baseUrl, ticket, maskFor([ticket]))(request);
    for (const written of [ticket, encodeURIComponent(ticket)]) expect(command).not.toContain(written);
    expect(command).toContain('POSTSMS_TICKET');
  });
});

it('a ticket that is not the one of the environment stays in the command', () => {
  const request = bindings.soap11.encode(callOf('SendBulkSms', 'soap11', { ServiceTicket: 'another' }));
  expect(curlCommands(target.baseUrl, 'mine', maskFor(['mine']))(request)).toContain(
    '<ServiceTicket>another</ServiceTicket>',
  );
});

const pairs = forms.flatMap((form) => form.bindings.map((binding) => ({ form: form.id, binding })));

/** A request in a form, with a ticket. */
function requestIn(form: string, binding: BindingId, ServiceTicket: string) {
  const call = callOf('SendBulkSms', binding, { ServiceTicket, Message: hardText });
  const here = { ...call, target: { ...target, baseUrl: 'http://127.0.0.1/a' } };
  return inForm(bindings[binding].encode(here), here, form);
}

describe('the curl command of a form', () => {
  const ticket = 'tic&k]]><"\'+%/=ığ ü! $x👩‍👧\r7';

  it.each(pairs)('sends its bytes: $form over $binding', async ({ form, binding }) => {
    const request = requestIn(form, binding, ticket);
    const [received, ...more] = await receivedFrom(ticket, (baseUrl) =>
      curlCommands(baseUrl, ticket, maskFor([ticket]))(request),
    );
    expect(more).toEqual([]);
    expect(received?.url).toBe(request.path);
    expect(received?.body.toString('utf8')).toBe(Buffer.from(request.body ?? []).toString('utf8'));
    for (const [name, value] of request.headers) {
      expect(received?.headers[name.toLowerCase()]).toBe(value);
    }
    expect(received?.headers['transfer-encoding']).toBe(form === 'chunked-body' ? 'chunked' : undefined);
  });

  it.each(pairs)('leaves nothing to mask: $form over $binding', ({ form, binding }) => {
    for (const one of [ticket, 'TICKET-0001', 'x y', '0F8FAD5B-D9CB-469F-A165-70867728950E']) {
      const command = curlCommands(target.baseUrl, one, maskFor([one]))(requestIn(form, binding, one));
      expect(command).toContain('POSTSMS_TICKET');
      expect(maskFor([one])(command)).not.toContain(MASKED);
    }
  });

  it('says what curl does otherwise', () => {
    const difference = (form: string) => curlDifference(requestIn(form, 'http-post', ticket));
    expect(difference('one-byte-at-a-time')).toContain('byte by byte');
    expect(difference('chunked-body')).toContain('chunks');
    expect(difference('lower-case-headers')).toBeNull();
  });
});
