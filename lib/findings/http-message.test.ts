import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { outcomeText, requestText } from './http-message.ts';

const response = (body: Uint8Array) =>
  outcomeText({
    kind: 'response',
    response: { status: 200, reason: '', headers: [['X-a', 'b']], body, durationMs: 1 },
  });

it('a request reads as it went out', () => {
  const headers = [['Content-Type', 'text/xml']] as const;
  const body = Buffer.from('<ş/>');
  expect(requestText('http://host:81/base', { method: 'POST', path: '/base/x', headers, body })).toBe(
    'POST /base/x HTTP/1.1\nhost: host:81\nContent-Type: text/xml\n\n<ş/>',
  );
  expect(requestText('http://host', { method: 'GET', path: '/x?y', headers: [], body: null })).toBe(
    'GET /x?y HTTP/1.1\nhost: host\n',
  );
});

it('a request in chunks says so and reads in one piece', () => {
  const request = { method: 'POST', path: '/x', headers: [], body: Buffer.from('a=b') } as const;
  expect(requestText('http://host', { ...request, framing: { chunks: [1] } })).toBe(
    'POST /x HTTP/1.1\nhost: host\ntransfer-encoding: chunked\n\na=b',
  );
});

it('a response reads as it came in, in Latin-1 where it is not UTF-8', () => {
  expect(response(Buffer.from('ş'))).toBe('HTTP/1.1 200\nX-a: b\n\nş');
  expect(response(Buffer.from([0x61, 0xe9]))).toBe('HTTP/1.1 200\nX-a: b\n\na\u00E9');
  expect(response(Buffer.alloc(0))).toBe('HTTP/1.1 200\nX-a: b\n');
});

it('a long body is cut, and says how long it was', () => {
  const text = response(Buffer.alloc(100_001, 'x'));
  expect(text).toMatch(/x… \(100001 bytes in all\)$/);
  expect(response(Buffer.alloc(100_000, 'x'))).not.toContain('…');
});

it.each([
  ['gzip', gzipSync('s3cret'), []],
  ['zlib', deflateSync('s3cret'), []],
  ['brotli that a header names', brotliCompressSync('s3cret'.repeat(9)), [['content-encoding', 'br']]],
] as const)('a body in %s is not shown, since nothing in it can be masked', (_, body, headers) => {
  const text = outcomeText({
    kind: 'response',
    response: { status: 200, reason: '', headers, body, durationMs: 1 },
  });
  expect(text).toMatch(/\n\n\(\d+ bytes, compressed and not shown: no secret in them could be masked\)$/);
});

it('a text that a header says is compressed is shown', () => {
  const response = { status: 200, reason: '', body: Buffer.from('x^ <a/>'), durationMs: 1 };
  const text = outcomeText({
    kind: 'response',
    response: { ...response, headers: [['Content-Encoding', 'gzip']] },
  });
  expect(text).toContain('x^ <a/>');
});

it('no response says why', () => {
  const failure = { code: 'ECONNREFUSED', message: 'connect', durationMs: 1 };
  expect(outcomeText({ kind: 'failure', failure })).toBe('no response: ECONNREFUSED: connect');
});

it('a response that broke off shows what came of it', () => {
  const head = { status: 200, reason: 'OK', headers: [['X-a', 'b']] as const };
  const failure = { code: 'ECONNRESET', message: 'read', durationMs: 1, head, bodyLength: 7 };
  expect(outcomeText({ kind: 'failure', failure })).toBe(
    'HTTP/1.1 200 OK\nX-a: b\n\nno whole response, after 7 bytes of its body: ECONNRESET: read',
  );
});
