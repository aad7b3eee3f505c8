import type { RecordedCall } from '../model/judging/verdict.ts';
import { type HeaderList, type HeadFault, headFaultKinds, type WireRequest } from '../model/judging/wire.ts';
import type { Result } from '../model/result.ts';
import { headerValue } from '../reading/headers.ts';
import { defined } from '../text/defined.ts';
import { beginningOf } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';

/** Where a call of a run belongs: the id of its exchange and the step, from 0. */
export interface CallPlace {
  readonly exchange: string;
  readonly step: number;
  /** Of a probe: the call that its request was made of. */
  readonly probe?: { readonly operation: string; readonly binding: string };
}

/** One call of a recording, whoever made it; its times are milliseconds since the epoch. */
export interface HarEntry extends Pick<RecordedCall, 'request' | 'outcome' | 'startedAt' | 'endedAt'> {
  /** Number of the entry in its file, from 1. */
  readonly entry: number;
  /** Null for a call of no run of this suite. */
  readonly place: CallPlace | null;
  /** Of the URL of the request, whose path has the rest; of a URL without one, its scheme. */
  readonly origin: string;
  /** The parts that were not recorded to the byte, and so cannot be judged exactly. */
  readonly inexact: readonly string[];
}

/** Reads a HAR 1.2 log of this suite, a browser or a proxy; members that judging has no use for are not looked at. */
export function readHar(text: string): Result<readonly HarEntry[], string> {
  try {
    const whole: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { ok: true, value: needed(whole, 'log.entries', isList).map(readEntry) };
  } catch (error) {
    // Node quotes the text, which may hold a ticket that nobody has found yet.
    const syntax = reasonOf(error).replace(/, (?:\.{3})?".*$/s, '');
    const why = error instanceof SyntaxError ? `not JSON (${syntax})` : reasonOf(error);
    return { ok: false, error: `not a HAR 1.2 log: ${why}` };
  }
}

function readEntry(entry: unknown, index: number): HarEntry {
  const at = `log.entries[${index}].`;
  const url = needed(entry, 'request.url', isText, at);
  if (!URL.canParse(url))
    throw new Error(`${at}request.url is no URL: ${beginningOf(url.split('?', 1)[0] ?? '', 100)}`);
  const { origin, protocol } = new URL(url);
  const data = found(entry, 'request.postData', isObject);
  const method = needed(entry, 'request.method', isText, at);
  const headers = readHeaders(entry, 'request.headers', at);
  const size = bodySize(found(entry, 'request.bodySize', isNumber), headers);
  const isBodiless = !data && method === 'GET';
  const sent = recordedBody(
    data,
    found(data, '_encoding', isText) ?? found(data, 'encoding', isText),
    size ?? (isBodiless ? 0 : undefined),
  );
  const received = readOutcome(entry, method, at);
  const startedAt = Date.parse(found(entry, 'startedDateTime', isText) ?? '') || 0;
  return {
    entry: index + 1,
    place: readPlace(entry),
    startedAt,
    endedAt: startedAt + (found(entry, 'time', isNumber) ?? 0),
    request: {
      // A method that the contract does not use is one of the things that the rules tell.
      method: method as WireRequest['method'],
      path: /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url)?.[1] || '/',
      headers,
      body: data ? sent.bytes : null,
    },
    origin: origin === 'null' ? protocol : origin,
    outcome: received.outcome,
    inexact: [...(sent.exact ? [] : ['request body']), ...(received.exact ? [] : ['response body'])],
  };
}

function readPlace(entry: unknown): CallPlace | null {
  const exchange = found(entry, '_exchange', isText);
  if (exchange === undefined) return null;
  const [operation, binding] = ['operation', 'binding'].map((name) => found(entry, `_probe.${name}`, isText));
  const step = found(entry, '_step', isNumber) ?? 0;
  return { exchange, step, ...(operation && binding ? { probe: { operation, binding } } : {}) };
}

function readOutcome(entry: unknown, method: string, at: string) {
  const status = needed(entry, 'response.status', isNumber, at);
  const text = (name: string) => found(entry, `response.${name}`, isText);
  const amount = (name: string) => found(entry, `response.${name}`, isNumber);
  const headers = readHeaders(entry, 'response.headers', at);
  const head = { status, reason: text('statusText') ?? '', headers };
  const [answered, idleMs = 0] = [amount('_cut.answered'), amount('_cut.idleMs')];
  const cut = answered === undefined ? undefined : { answered, idleMs };
  if (status === 0 || found(entry, 'response._failure', isObject)) {
    const failure = defined({
      code: text('_failure.code') ?? 'NO_RESPONSE',
      message: text('_error') ?? 'no response was recorded',
      durationMs: 0,
      head: status === 0 ? undefined : head,
      bodyLength: amount('_failure.bodyLength'),
      cut,
    });
    return { outcome: { kind: 'failure', failure } as const, exact: true };
  }
  const content = found(entry, 'response.content', isObject);
  const size = amount('content.size');
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const body = recordedBody(content, text('content.encoding'), isBodiless ? 0 : bodySize(size, head.headers));
  // Browsers write a body without its content coding, whose length on the wire was another.
  const isDecoded = isCoded(head.headers) && body.bytes.length > 0 && amount('bodySize') !== size;
  const wholeLength = amount('_wholeLength');
  const behind = text('_behind');
  const response = defined({
    ...{ ...head, body: body.bytes, durationMs: 0 },
    ...{ wholeLength, oddStatusLine: text('_statusLine') },
    behind: behind === undefined ? undefined : Buffer.from(behind, 'latin1'),
    headFaults: found(entry, 'response._headFaults', isHeadFaults),
    cut,
  });
  return {
    outcome: { kind: 'response', response } as const,
    exact: body.exact && !isDecoded && wholeLength === undefined,
  };
}

/** Returns the bytes of a body: exact if they are as many as were recorded and no U+FFFD replaces any; none only if the size is 0. */
function recordedBody(value: unknown, encoding: string | undefined, size: number | undefined) {
  const text = found(value, 'text', isText) ?? '';
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  if (text === '') return { bytes, exact: size === 0 && !found(value, 'comment', isText) };
  const isWhole = size === undefined || size === bytes.length;
  return { bytes, exact: isWhole && (encoding === 'base64' || !text.includes('\uFFFD')) };
}

/** Returns the bytes that a body had; undefined where nothing says it. Browsers write 0 or -1 where they do not know. */
function bodySize(recorded: number | undefined, headers: HeaderList): number | undefined {
  if (recorded !== undefined && recorded > 0) return recorded;
  const length = headerValue(headers, 'content-length').trim();
  if (length === '') return recorded === 0 ? 0 : undefined;
  return isCoded(headers) && length !== '0' ? undefined : Number(length);
}

function isCoded(headers: HeaderList): boolean {
  return !['', 'identity'].includes(headerValue(headers, 'content-encoding').trim().toLowerCase());
}

/** Reads header fields without the pseudo headers of HTTP/2, which browsers record. */
function readHeaders(entry: unknown, path: string, at: string): HeaderList {
  return needed(entry, path, isList, at)
    .map((header, index) => {
      const where = `${at}${path}[${index}].`;
      return [needed(header, 'name', isText, where), needed(header, 'value', isText, where)] as const;
    })
    .filter(([name]) => !name.startsWith(':'));
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isHeadFaults = (value: unknown): value is readonly HeadFault[] =>
  isList(value) &&
  value.every((fault) => {
    const kind = found(fault, 'kind', isText);
    return headFaultKinds.some((known) => known === kind) && found(fault, 'line', isText) !== undefined;
  });

/** Returns a member by its path, such as `request.url`; undefined where it is absent or of another type. */
function found<T>(value: unknown, path: string, isIt: (member: unknown) => member is T): T | undefined {
  let member = value;
  for (const name of path.split('.')) member = (member as Record<string, unknown> | undefined)?.[name];
  return isIt(member) ? member : undefined;
}

/** @throws Error where it is absent or of another type */
function needed<T>(value: unknown, path: string, isIt: (member: unknown) => member is T, at = ''): T {
  const member = found(value, path, isIt);
  if (member === undefined) throw new Error(`${at}${path} is missing or of another type`);
  return member;
}
