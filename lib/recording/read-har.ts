import type { HeaderList, TransportFailure, WireResponse } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';

/** A request of anybody's, with the whole URL; the method may be any. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  /** Path and query of the URL as they were written. */
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
}

/** One call of a recording, whoever made it. */
export interface RecordedCall {
  /** Number of the entry in its file, from 1. */
  readonly entry: number;
  /** Of a run of this suite; null for other traffic. */
  readonly place: { readonly exchange: string; readonly step: number } | null;
  /** Of a probe: the call that its request was made of. */
  readonly probe?: { readonly operation: string; readonly binding: string };
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly request: RecordedRequest;
  readonly outcome:
    | { readonly kind: 'response'; readonly response: WireResponse }
    | { readonly kind: 'failure'; readonly failure: TransportFailure };
  /** What was not recorded to the byte, and so cannot be judged exactly. */
  readonly inexact: readonly ('request body' | 'response body')[];
}

/** Something in the file that is not as HAR has it. */
class NotHar extends Error {}

/**
 * Reads a HAR 1.2 log of this suite, a browser or a proxy. Members that judging has no use for are not looked at.
 * Bodies are exact only where their recorded size is that of the recorded text: writers that decode lose bytes.
 */
export function readHar(text: string): Result<readonly RecordedCall[], string> {
  let whole: unknown;
  try {
    whole = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  try {
    const entries = list(member(member(whole, 'log', ''), 'entries', 'log'), 'log.entries');
    return { ok: true, value: entries.map((entry, index) => readEntry(entry, index)) };
  } catch (error) {
    if (error instanceof NotHar) return { ok: false, error: `not a HAR 1.2 log: ${error.message}` };
    throw error;
  }
}

function readEntry(entry: unknown, index: number): RecordedCall {
  const at = `log.entries[${index}]`;
  const request = readRequest(member(entry, 'request', at), `${at}.request`);
  const response = readResponse(member(entry, 'response', at), `${at}.response`);
  const startedAt = Date.parse(optional(entry, 'startedDateTime') ?? '') || 0;
  const exchange = optional(entry, '_exchange');
  const probe = objectOf(entry)._probe;
  const inexact = [
    ...(request.exact ? [] : (['request body'] as const)),
    ...(response.exact ? [] : (['response body'] as const)),
  ];
  return {
    entry: index + 1,
    place: exchange === undefined ? null : { exchange, step: amount(entry, '_step') ?? 0 },
    ...(probe === undefined
      ? {}
      : {
          probe: { operation: optional(probe, 'operation') ?? '', binding: optional(probe, 'binding') ?? '' },
        }),
    startedAt,
    endedAt: startedAt + (amount(entry, 'time') ?? 0),
    request: request.request,
    outcome: response.outcome,
    inexact,
  };
}

function readRequest(
  value: unknown,
  at: string,
): { readonly request: RecordedRequest; readonly exact: boolean } {
  const address = string(member(value, 'url', at), `${at}.url`);
  if (!URL.canParse(address)) throw new NotHar(`${at}.url is no URL: ${address.slice(0, 100)}`);
  const headers = readHeaders(value, at);
  const data = objectOf(value).postData;
  const size = amount(value, 'bodySize');
  const body = data === undefined || data === null ? null : readBody(data, optional(data, '_encoding'), size);
  // Chromium writes -1 or 0 where it does not know.
  const exact = body === null ? (size ?? 0) <= 0 : body.exact;
  return {
    request: {
      method: string(member(value, 'method', at), `${at}.method`),
      url: new URL(address),
      path: /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(address)?.[1] || '/',
      headers,
      body: body?.bytes ?? null,
    },
    exact,
  };
}

function readResponse(
  value: unknown,
  at: string,
): { readonly outcome: RecordedCall['outcome']; readonly exact: boolean } {
  const status = number(member(value, 'status', at), `${at}.status`);
  const head = { status, reason: optional(value, 'statusText') ?? '', headers: readHeaders(value, at) };
  const failure = objectOf(value)._failure;
  if (status === 0 || failure !== undefined) {
    const code = optional(failure, 'code') ?? 'NO_RESPONSE';
    const bodyLength = amount(failure, 'bodyLength');
    return {
      outcome: {
        kind: 'failure',
        failure: {
          code,
          message: optional(value, '_error') ?? 'no response was recorded',
          durationMs: 0,
          ...(status === 0 ? {} : { head }),
          ...(bodyLength === undefined ? {} : { bodyLength }),
        },
      },
      exact: true,
    };
  }
  const content = objectOf(value).content;
  const body = readBody(content, optional(content, 'encoding'), amount(content, 'size'));
  const whole = amount(value, '_wholeLength');
  const odd = optional(value, '_statusLine');
  const behind = optional(value, '_behind');
  return {
    outcome: {
      kind: 'response',
      response: {
        ...head,
        body: body.bytes,
        durationMs: 0,
        ...(whole === undefined ? {} : { wholeLength: whole }),
        ...(odd === undefined ? {} : { oddStatusLine: odd }),
        ...(behind === undefined ? {} : { behind: Buffer.from(behind, 'latin1') }),
      },
    },
    exact: body.exact && whole === undefined,
  };
}

/**
 * Bytes of a body, exact where they are as many as were recorded. A text with U+FFFD in it is what a decoder left of
 * bytes that it could not read.
 */
function readBody(
  value: unknown,
  encoding: string | undefined,
  size: number | undefined,
): { readonly bytes: Uint8Array; readonly exact: boolean } {
  const text = optional(value, 'text');
  if (text === undefined)
    return { bytes: new Uint8Array(), exact: (size ?? 0) <= 0 && optional(value, 'comment') === undefined };
  const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(text, 'utf8');
  const known = size === undefined || size < 0 || size === bytes.length;
  return { bytes, exact: known && (encoding === 'base64' || !text.includes('\uFFFD')) };
}

/** HTTP/2 pseudo headers, which browsers record, are no header fields. */
function readHeaders(value: unknown, at: string): HeaderList {
  return list(member(value, 'headers', at), `${at}.headers`)
    .map((one, index) => {
      const where = `${at}.headers[${index}]`;
      const name = string(member(one, 'name', where), `${where}.name`);
      return [name, string(member(one, 'value', where), `${where}.value`)] as const;
    })
    .filter(([name]) => !name.startsWith(':'));
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function member(value: unknown, name: string, at: string): unknown {
  const found = objectOf(value)[name];
  if (found === undefined) throw new NotHar(`${at === '' ? '' : `${at}.`}${name} is missing`);
  return found;
}

function optional(value: unknown, name: string): string | undefined {
  const found = objectOf(value)[name];
  return typeof found === 'string' ? found : undefined;
}

function amount(value: unknown, name: string): number | undefined {
  const found = objectOf(value)[name];
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

function string(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new NotHar(`${at} must be a string`);
  return value;
}

function number(value: unknown, at: string): number {
  if (typeof value !== 'number') throw new NotHar(`${at} must be a number`);
  return value;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new NotHar(`${at} must be a list`);
  return value;
}
