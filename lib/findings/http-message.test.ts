import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { HeaderList } from '../model/judging/wire.ts';
import { outcomeText, requestText } from './http-message.ts';

const response = (body: Uint8Array, headers: HeaderList = [['X-a', 'b']]) =>
  outcomeText({ kind: 'response', response: { status: 200, reason: '', headers, body, durationMs: 1 } });

it('a request reads as it went out, in one piece', () => {
  const post = {
    method: 'POST',
    path: '/base/x',
    headers: [['X-a', 'b']],
    body: Buffer.from('<ş/>'),
  } as const;
  const sent = 'POST /base/x HTTP/1.1\nhost: host:81\nX-a: b';
  expect(requestText('http://host:81/base', post)).toBe(`${sent}\n\n<ş/>`);
  const chunked = { ...post, framing: { chunks: [1] } };
  expect(requestText('http://host:81/base', chunked)).toBe(`${sent}\ntransfer-encoding: chunked\n\n<ş/>`);
  const get = { method: 'GET', path: '/x?y', headers: [], body: null } as const;
  expect(requestText('http://host', get)).toBe('GET /x?y HTTP/1.1\nhost: host\n');
});

it('a response reads as it came in, in Latin-1 where it is not UTF-8', () => {
  expect(response(Buffer.from('ş'))).toBe('HTTP/1.1 200\nX-a: b\n\nş');
  expect(response(Buffer.from([0x61, 0xe9]))).toBe('HTTP/1.1 200\nX-a: b\n\na\u00E9');
  expect(response(Buffer.alloc(0))).toBe('HTTP/1.1 200\nX-a: b\n');
});

it('a body in UTF-16 is decoded, since no secret is found between zero bytes', () => {
  const text = '<a>t1ck3t</a>';
  for (const mark of ['', '\uFEFF']) {
    const little = Buffer.from(mark + text, 'utf16le');
    expect(response(little)).toContain(`\n\n${text}`);
    expect(response(Buffer.from(little).swap16())).toContain(`\n\n${text}`);
  }
});

it('a long body is cut, and says how long it was', () => {
  expect(response(Buffer.alloc(100_001, 'x'))).toMatch(/x… \(100001 bytes in all\)$/);
  expect(response(Buffer.alloc(100_000, 'x'))).not.toContain('…');
});

it.each([
  ['gzip', gzipSync('s3cret'), []],
  ['zlib', deflateSync('s3cret'), []],
  ['brotli that a header names', brotliCompressSync('s3cret'.repeat(9)), [['content-encoding', 'br']]],
] as const)('a body in %s is not shown, since nothing in it can be masked', (_, body, headers) => {
  const hidden = /\n\n\(\d+ bytes, compressed and not shown: no secret in them could be masked\)$/;
  expect(response(body, headers)).toMatch(hidden);
});

it('a text that a header says is compressed is shown', () => {
  expect(response(Buffer.from('x^ <a/>'), [['Content-Encoding', 'gzip']])).toContain('x^ <a/>');
});

it('no response says why, and one that broke off shows what came of it', () => {
  const failure = { code: 'ECONNRESET', message: 'read', durationMs: 1 };
  expect(outcomeText({ kind: 'failure', failure })).toBe('no response: ECONNRESET: read');
  const head = { status: 200, reason: 'OK', headers: [['X-a', 'b']] as const };
  expect(outcomeText({ kind: 'failure', failure: { ...failure, head, bodyLength: 7 } })).toBe(
    'HTTP/1.1 200 OK\nX-a: b\n\nno whole response, after 7 bytes of its body: ECONNRESET: read',
  );
});
