import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { withListener } from '../../suites/self/endpoints.ts';
import { lacks } from '../../suites/self/needs.ts';
import { callOf, hardText, target } from '../../suites/support/samples.ts';
import type { BindingId } from '../model/contract.ts';
import type { WireRequest } from '../model/judging/wire.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { maskFor, ownText } from '../secrets/mask.ts';
import { forms, inForm } from '../wire/bindings/edits/edits.ts';
import { bindings } from '../wire/bindings/index.ts';
import { curlCommands, curlDifference, powerShell } from './curl.ts';

type Received = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };

const UNUSED = 'unused-ticket';

/** Runs a command in a POSIX shell, and gives what its request was on the wire. */
async function receivedFrom(ticket: string, request: WireRequest): Promise<Received | undefined> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const { method, url, headers } = incoming;
    received.push({ method, url, headers, body: `${await buffer(incoming)}` });
    response.end('ok');
  });
  return withListener(server, async (port) => {
    const baseUrl = `http://127.0.0.1:${port}/a`;
    const command = curlCommands(baseUrl, ticket, maskFor([ticket]))(request);
    if (command === null) return undefined;
    if (ticket !== UNUSED) expect(command).toContain('POSTSMS_TICKET');
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
  it.skipIf(lacks('sh', 'curl')).each<[BindingId, string]>([
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

  it
    .skipIf(lacks('sh', 'curl'))
    .each(forms.flatMap((form) => form.bindings.map((binding) => ({ form: form.id, binding }))))(
    'of a form sends its bytes, or is none: $form over $binding',
    async ({ form, binding }) => {
      const rewritten = ['character-references', 'decimal-references', 'needless-escapes', 'large-envelope'];
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
    expect(difference('lower-case-headers')).toBeUndefined();
    const kept = { name: 'x', isLast: false };
    expect(curlDifference({ ...requestIn(null, 'http-get', 'plain'), framing: { kept } })).toContain('keeps');
  });
});

/** A request of a recording, whose every part may be a stranger's. */
function recorded(change: { readonly [K in keyof WireRequest]?: unknown }): WireRequest {
  return { method: 'POST', path: '/a', headers: [], body: null, ...change } as WireRequest;
}

const commandOf = (change: Parameters<typeof recorded>[0], baseUrl = 'http://h') =>
  curlCommands(baseUrl, '', ownText)(recorded(change));

/** The arguments that curl.exe gets of a command, by the rules of PowerShell 5.1 and of the C runtime of Windows. */
function wordsOfPowerShell(command: string, ticket = ''): readonly string[] {
  const start = "$PSNativeCommandArgumentPassing = 'Legacy'; curl.exe ";
  expect(command.slice(0, start.length)).toBe(start);
  const quoted = "'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'";
  const part = `(?:${quoted}|\\$env:POSTSMS_TICKET)`;
  const word = `(?:\\(${part}(?: \\+ ${part})*\\)|${part}|[\\w:/.-]+)`;
  const rest = command.slice(start.length);
  expect(rest).toMatch(new RegExp(`^${word}(?: ${word})*$`));
  const texts = [...rest.matchAll(new RegExp(word, 'g'))].map(([one]) =>
    one.startsWith('(') || /^['$]/.test(one)
      ? [...one.matchAll(new RegExp(part, 'g'))]
          .map(([text]) =>
            text.startsWith('$') ? ticket : text.slice(1, -1).replace(/['‘’‚‛]{2}/g, ([quote = '']) => quote),
          )
          .join('')
      : one,
  );
  // It quotes what has a blank, whatever is in it; the runtime reads \\" as a quotation mark.
  const line = texts.map((text) => (/\s/.test(text) ? `"${text}${text.endsWith('\\') ? '\\' : ''}"` : text));
  return line.map((text) => {
    const inner = /^"(.*)"$/s.exec(text)?.[1] ?? text;
    return inner.replace(/(\\*)(\\"|$)/g, (_, before: string, end: string) =>
      end === '' && text === inner ? before : before.slice(before.length / 2) + end.slice(-1),
    );
  });
}

it('a command for PowerShell takes the ticket from its variable, as it is or encoded by curl', () => {
  const words = (binding: BindingId, ticket: string) => {
    const make = curlCommands(target.baseUrl, ticket, maskFor([ticket]), powerShell);
    const command = make(requestIn(null, binding, ticket, `a "b" it’s 'c'`)) ?? '';
    expect(command).not.toContain(ticket);
    return wordsOfPowerShell(command, ticket);
  };
  const body = Buffer.from(requestIn(null, 'soap11', 'plain', `a "b" it’s 'c'`).body ?? []).toString('utf8');
  expect(words('soap11', 'plain')).toContain(body);
  expect(words('http-get', 'a b')).toContain('ServiceTicket=a b');
});

describe('the curl command of a hostile recording', () => {
  const words = ['-sS', '-g', '-i'];
  const noType = ['-H', 'Content-Type:'];
  const evil = `'; touch X #$(touch X)\`touch X\`"$HOME"\\ !!\n~ * \t{a,b}`;
  it.skipIf(lacks('sh', 'file modes')).each<[string, Parameters<typeof recorded>[0], readonly string[]]>([
    [
      'a body that names a file',
      { body: Buffer.from('@/etc/hosts') },
      [...noType, '--data-raw', '@/etc/hosts'],
    ],
    ['a body for the shell', { body: Buffer.from(evil) }, [...noType, '--data-raw', evil]],
    ['a body that is an option', { body: Buffer.from('-o X') }, [...noType, '--data-raw', '-o X']],
    [
      'a body that ends in line breaks',
      { body: Buffer.from('a\r\n\n') },
      [...noType, '--data-raw', 'a\r\n\n'],
    ],
    ['a method of odd characters', { method: "P!#$%&'*+.^_`|~-" }, ['-X', "P!#$%&'*+.^_`|~-"]],
    ['a method that is an option', { method: '-oX' }, ['-X', '-oX']],
    [
      'a header for the shell',
      { headers: [['A', "x'; $(touch X)"]] },
      ['-X', 'POST', '-H', "A: x'; $(touch X)"],
    ],
    ['an empty header', { headers: [['A', ' ']] }, ['-X', 'POST', '-H', 'A;']],
    [
      'a header that names a file',
      { headers: [['A', '@/etc/hosts']] },
      ['-X', 'POST', '-H', 'A: @/etc/hosts'],
    ],
    [
      'a length of a body',
      {
        headers: [
          ['Content-Length', '9'],
          ['Content-Type', 'a/b'],
        ],
        body: Buffer.from('b'),
      },
      ['-H', 'Content-Type: a/b', '--data-raw', 'b'],
    ],
    ['a URL with globs', { path: '/{a,b}[1-5]' }, ['-X', 'POST', 'http://h/{a,b}[1-5]']],
    ['a URL for the shell', { path: "/'$(touch%20X)&b;c" }, ['-X', 'POST', "http://h/'$(touch%20X)&b;c"]],
    ['a URL with dots', { path: '/a/%2e./b' }, ['--path-as-is', '-X', 'POST', 'http://h/a/%2e./b']],
  ])('gives curl each word as it is: %s', async (_, change, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'curl-'));
    const stub = join(folder, 'curl');
    writeFileSync(stub, `#!/bin/sh\nprintf '%s\\0' "$@" > "${join(folder, 'words')}"\n`);
    chmodSync(stub, 0o755);
    const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
    await promisify(execFile)('sh', ['-c', commandOf(change) ?? ''], { env, cwd: folder });
    const url = expected.at(-1)?.startsWith('http://') ? [] : ['http://h/a'];
    const forPowerShell = curlCommands('http://h', '', ownText, powerShell)(recorded(change)) ?? '';
    expect(wordsOfPowerShell(forPowerShell)).toEqual([...words, ...expected, ...url]);
    const received = readFileSync(join(folder, 'words'), 'utf8').split('\0').slice(0, -1);
    expect(received).toEqual([...words, ...expected, ...url]);
    expect(readdirSync(folder).sort()).toEqual(['curl', 'words']);
    rmSync(folder, { recursive: true });
  });

  it.each<[string, Parameters<typeof recorded>[0], string?]>([
    ['a method with a command', { method: 'POST $(touch X)' }],
    ['a method with a URL', { method: 'POST http://x/; touch X #' }],
    ['no method', { method: '' }],
    ['a header name that names a file', { headers: [['@/etc/hosts', '']] }],
    ['a header name that ends early', { headers: [['A;', 'b']] }],
    ['a header value of two lines', { headers: [['A', 'b\r\nC: d']] }],
    ['a length without a body', { headers: [['Content-Length', '9']] }],
    ['a URL with a blank', { path: '/a b' }],
    ['a URL with a fragment', { path: '/a#b' }],
    ['a URL beyond ASCII', { path: '/ı' }],
    ['a body with NUL', { body: Buffer.from('a\0b') }],
    ['a body with an escape sequence', { body: Buffer.from('\x1B[2J') }],
    ['a body that no command line holds', { body: Buffer.alloc(40_000, 'a') }],
    ['a body of HEAD', { method: 'HEAD', body: Buffer.from('a') }],
    ['another scheme', {}, 'file:///etc'],
    ['another scheme with a host', {}, 'ftp://h'],
  ])('is none: %s', (_, change, baseUrl) => {
    expect(commandOf(change, baseUrl)).toBeNull();
  });

  it('is none where curl cannot write the fields around an encoded ticket', () => {
    const of = (change: Parameters<typeof recorded>[0]) =>
      curlCommands('http://h', 'a b', ownText)(recorded(change));
    expect(of({ path: '/a?t=a%20b', body: Buffer.from('x') })).toBeNull();
    expect(of({ body: Buffer.from('x=1&&t=a%20b') })).toBeNull();
    expect(of({ body: Buffer.from('x=y=a%20b') })).toBeNull();
    expect(of({ path: '/a?x=?&t=a%20b' })).toContain(`--data-raw 'x=?'`);
  });

  it.skipIf(lacks('sh', 'curl')).each(['/{a,b}[1-5]', '/a/../b/./c?x=/../y', '/\'%22$&;\\^`|<>"'])(
    'sends one request, to %s',
    async (path) => {
      const request = recorded({ path, body: Buffer.from('@/etc/hosts\r\n\n') });
      const received = await receivedFrom(UNUSED, request);
      expect(received).toMatchObject({ method: 'POST', url: path, body: '@/etc/hosts\r\n\n' });
    },
  );
});
