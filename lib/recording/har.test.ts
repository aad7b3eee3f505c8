import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { newFolder } from '../../suites/self/folders.ts';
import type { StepRecord } from '../model/judging/verdict.ts';
import { maskFor } from '../secrets/mask.ts';
import { readHar } from './read-har.ts';
import { harEntry, openHarFile } from './write-har.ts';

const mask = maskFor(['TICKET-0001']);
const place = { exchange: 'SendBulkSms/canonical/http-post', step: 1 };
const baseUrl = 'http://gateway.example/base';

const step: StepRecord = {
  operation: 'SendBulkSms',
  binding: 'http-post',
  request: {
    method: 'POST',
    path: '/base/liveb/postsms.asmx/SendBulkSms',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    body: Buffer.from('ServiceTicket=TICKET-0001&Message=%C5%9F'),
  },
  startedAt: 1_700_000_000_000,
  endedAt: 1_700_000_000_012,
  reached: 'reply',
  evaluated: [],
  outcome: {
    kind: 'response',
    response: {
      status: 200,
      reason: 'OK',
      headers: [['Content-Type', 'text/xml; charset=utf-8']],
      body: Buffer.from('\uFEFF<a>ş</a>'),
      durationMs: 12,
      behind: Buffer.from('more'),
      oddStatusLine: 'HTTP/1.1 200',
      headFaults: [{ kind: 'folded-field', line: ' b' }],
    },
  },
};

const logOf = (entry: string) => `{"log":{"version":"1.2","entries":[${entry}]}}`;
const read = (text: string) => {
  const reading = readHar(text);
  if (!reading.ok) throw new Error(reading.error);
  return reading.value;
};
const withResponse = (
  body: Uint8Array,
  headers: readonly (readonly [string, string])[] = [],
): StepRecord => ({
  ...step,
  outcome: { kind: 'response', response: { status: 200, reason: '', headers, body, durationMs: 1 } },
});

const behindGzip = (text: string) => Buffer.concat([gzipSync('<a/>'), Buffer.from(text)]);

describe('a recording', () => {
  it('holds request and response to the byte, the ticket masked', () => {
    const text = harEntry(step, place, baseUrl, mask);
    expect(text).not.toContain('TICKET');
    const [call] = read(logOf(text));
    expect(call).toMatchObject({
      entry: 1,
      place,
      startedAt: step.startedAt,
      endedAt: step.endedAt,
      inexact: [],
    });
    expect([call?.origin, call?.request.path]).toEqual(['http://gateway.example', step.request.path]);
    expect(String(Buffer.from(call?.request.body ?? []))).toBe('ServiceTicket=***&Message=%C5%9F');
    const { outcome } = step;
    expect(call?.outcome).toEqual(
      outcome.kind === 'response' && {
        kind: 'response',
        response: { ...outcome.response, durationMs: 0 },
      },
    );
  });

  it('is in its place only once it is whole', async () => {
    const folder = newFolder();
    const path = join(folder, 'recording.har');
    const file = openHarFile(path, baseUrl, mask);
    const judged = { steps: [step], findings: [], evaluated: [], durationMs: 12, startedAt: 0 };
    file.add({ id: 'SendBulkSms/canonical/http-post', verdict: 'passed', note: '', ...judged });
    expect(existsSync(path)).toBe(false);
    await file.close();
    expect(readdirSync(folder)).toEqual(['recording.har']);
    expect(read(readFileSync(path, 'utf8'))).toHaveLength(1);
  });

  it('keeps bytes that are no UTF-8, the ticket in them masked', () => {
    const [call] = read(
      logOf(harEntry(withResponse(Buffer.from('\xFFTICKET-0001', 'latin1')), place, baseUrl, mask)),
    );
    expect(
      call?.outcome.kind === 'response' && Buffer.from(call.outcome.response.body).toString('latin1'),
    ).toBe('\xFF***');
    expect(call?.inexact).toEqual([]);
  });

  it('keeps a U+FFFD that the target wrote, the ticket beside it masked', () => {
    const [call] = read(
      logOf(harEntry(withResponse(Buffer.from('<a>\uFFFD TICKET-0001</a>')), place, baseUrl, mask)),
    );
    expect(call?.outcome.kind === 'response' && String(Buffer.from(call.outcome.response.body))).toBe(
      '<a>\uFFFD ***</a>',
    );
    expect(call?.inexact).toEqual([]);
  });

  it('keeps compressed bytes that hold no secret', () => {
    const zipped = gzipSync('<a>ş</a>');
    const [call] = read(
      logOf(harEntry(withResponse(zipped, [['Content-Encoding', 'gzip']]), place, baseUrl, mask)),
    );
    expect(call?.outcome.kind === 'response' && Buffer.from(call.outcome.response.body)).toEqual(zipped);
    expect(call?.inexact).toEqual([]);
  });

  it.each([
    ['compressed bytes that cannot be read', Buffer.from([0x1f, 0x8b, 0xff]), [['Content-Encoding', 'gzip']]],
    ['a compressed ticket', gzipSync('<a>TICKET-0001</a>'), [['Content-Encoding', 'gzip']]],
    ['a ticket behind compressed bytes', behindGzip('TICKET-0001'), [['Content-Encoding', 'gzip']]],
    ['an unknown coding', Buffer.from([0xff]), [['Content-Encoding', 'zstd']]],
    ['a ticket in UTF-16', Buffer.from('\uFEFF\u{D8}TICKET-0001', 'utf16le'), []],
    ['a ticket in UTF-16 of ASCII alone', Buffer.from('TICKET-0001', 'utf16le'), []],
  ] as const)('leaves out %s, and says that the body is not exact', (_, body, headers) => {
    const [call] = read(logOf(harEntry(withResponse(body, headers), place, baseUrl, mask)));
    expect(call?.inexact).toEqual(['response body']);
  });

  it('tells why no response came', () => {
    const failure = { code: 'ECONNRESET', message: 'the connection was reset', durationMs: 3 };
    const [call] = read(
      logOf(harEntry({ ...step, outcome: { kind: 'failure', failure } }, place, baseUrl, mask)),
    );
    expect(call?.outcome).toEqual({ kind: 'failure', failure: { ...failure, durationMs: 0 } });
  });

  it('of a browser is not exact where a body was decoded, cut or left out', () => {
    const entry = (content: object) =>
      JSON.stringify({
        request: { method: 'GET', url: 'http://a.example/x', headers: [{ name: ':path', value: '/x' }] },
        response: { status: 200, headers: [], content },
      });
    const inexact = [{ size: 4, text: 'abc' }, { size: 3, text: '\uFFFD' }, { size: 9 }].map(
      (content) => read(logOf(entry(content)))[0]?.inexact,
    );
    expect(inexact).toEqual([['response body'], ['response body'], ['response body']]);
    const [exact] = read(logOf(entry({ size: 3, text: 'abc' })));
    expect([exact?.inexact, exact?.request.headers, exact?.place]).toEqual([[], [], null]);
  });

  it('of HEAD is exact without the body that its Content-Length announces', () => {
    expect(entryOf({ method: 'HEAD', bodySize: 0 }, { headers: length('26') })).toEqual([]);
  });

  const entryOf = (request: object, response: object) =>
    read(
      logOf(
        JSON.stringify({
          request: { method: 'GET', url: 'http://a.example/x', headers: [], ...request },
          response: { status: 200, headers: [], content: { size: 0 }, ...response },
        }),
      ),
    )[0]?.inexact;
  const length = (value: string) => [{ name: 'content-length', value }];
  const gzip = [{ name: 'content-encoding', value: 'gzip' }];

  it.each<[string, object, readonly string[]]>([
    ['an unknown size', { content: { size: -1 } }, ['response body']],
    ['no content', { content: undefined }, ['response body']],
    ['another length', { content: { size: 0 }, headers: length('1130') }, ['response body']],
    ['a coded length', { content: { size: 0 }, headers: [...length('9'), ...gzip] }, ['response body']],
    ['an unknown size and a length', { content: { size: -1 }, headers: length('0') }, []],
    ['size 0', {}, []],
    ['status 204', { status: 204, content: { size: -1 } }, []],
    ['status 304', { status: 304, content: { size: 0 }, headers: length('9') }, []],
    [
      'a text of another length',
      { content: { size: -1, text: 'a' }, headers: length('2') },
      ['response body'],
    ],
    ['a text of the length', { content: { size: -1, text: 'a' }, headers: length('1') }, []],
    ['a decoded text', { content: { size: 1, text: 'a' }, headers: gzip }, ['response body']],
    ['a text as it came', { content: { size: 1, text: 'a' }, bodySize: 1, headers: gzip }, []],
  ])('of a response was not recorded, or was: %s', (_, response, inexact) => {
    expect(entryOf({}, response)).toEqual(inexact);
  });

  it.each<[string, object, readonly string[]]>([
    ['GET of unknown size', { bodySize: -1 }, []],
    ['POST of unknown size', { method: 'POST', bodySize: -1 }, ['request body']],
    ['POST of size 0', { method: 'POST', bodySize: 0 }, []],
    ['POST of another length', { method: 'POST', bodySize: 0, headers: length('9') }, ['request body']],
    ['parameters alone', { method: 'POST', bodySize: -1, postData: { params: [] } }, ['request body']],
    ['a text', { method: 'POST', bodySize: -1, postData: { text: 'a' } }, []],
  ])('of a request was not recorded, or was: %s', (_, request, inexact) => {
    expect(entryOf(request, {})).toEqual(inexact);
  });

  it.each([
    ['{', /^not a HAR 1\.2 log: not JSON \(/],
    ['ServiceTicket=t1ck3t-0001', /^not a HAR 1\.2 log: not JSON \(Unexpected token '?S'?[^=]*\)$/],
    [logOf('{"request":{"url":"a?t=t1ck3t-0001"}}'), /request\.url is no URL: a$/],
    ['{}', /^not a HAR 1\.2 log: log\.entries is missing or of another type$/],
    ['{"log":{"entries":{}}}', /log\.entries is missing or of another type$/],
    [logOf('{"request":{"url":"a"}}'), /log\.entries\[0\]\.request\.url is no URL: a$/],
    [
      logOf('{"request":{"url":"http://a","method":"GET","headers":[{}]}}'),
      /request\.headers\[0\]\.name is missing or of another type$/,
    ],
  ])('says what is wrong with %s', (text, problem) => {
    expect(readHar(text)).toEqual({ ok: false, error: expect.stringMatching(problem) });
  });
});
