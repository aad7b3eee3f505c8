import { isUtf8 } from 'node:buffer';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JudgedExchange, RecordedCall } from '../model/judging/verdict.ts';
import type { HeaderList, SendOutcome } from '../model/judging/wire.ts';
import type { Masked } from '../model/running/masked.ts';
import { headerValue, withoutCodings } from '../reading/headers.ts';
import { renameOver, unfinished } from '../report-folder/write-atomic.ts';
import { type Mask, ownText } from '../secrets/mask.ts';
import { escapeControls } from '../text/printable.ts';
import { suiteIdentity } from '../text/suite-identity.ts';
import type { CallPlace } from './read-har.ts';

/**
 * Opens a HAR 1.2 file for the calls of a run, readable by its owner alone. It grows beside its place while the run goes
 * on, so that the bytes of a run are never held together.
 * @throws Error where the file cannot be written
 */
export function openHarFile(path: string, baseUrl: string, mask: Mask) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const growing = unfinished(path);
  const file = openSync(growing, 'w', 0o600);
  writeSync(file, `{"log":{"version":"1.2","creator":${JSON.stringify(suiteIdentity())},"entries":[`);
  let separator = '\n';
  return {
    add: ({ id, steps, answer }: JudgedExchange) => {
      for (const [step, record] of steps.entries()) {
        const { operation, binding } = record;
        const place = { exchange: id, step, ...(answer && { probe: { operation, binding } }) };
        writeSync(file, `${separator}${harEntry(record, place, baseUrl, mask)}`);
        separator = ',\n';
      }
    },
    /** Makes the file whole and puts it into its place; nothing may be added afterwards. */
    close: async () => {
      writeSync(file, '\n]}}\n');
      closeSync(file);
      await renameOver(growing, path);
    },
  };
}

/** Returns one call as an entry of a HAR 1.2 log, in JSON, masked; members of our own begin with an underscore. */
export function harEntry(call: RecordedCall, place: CallPlace | null, baseUrl: string, mask: Mask): Masked {
  const { request, outcome, startedAt, endedAt } = call;
  const url = new URL(`${new URL(baseUrl).origin}${request.path}`);
  const sent = harBody(request.body, request.headers, mask);
  const entry = {
    startedDateTime: new Date(startedAt).toISOString(),
    time: Math.max(0, endedAt - startedAt),
    request: {
      method: request.method,
      url: `${url.origin}${request.path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: harHeaders(request.headers),
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      postData: request.body
        ? {
            mimeType: headerValue(request.headers, 'content-type'),
            params: [],
            text: sent.text ?? '',
            // HAR has an encoding for responses alone.
            _encoding: sent.encoding,
            comment: sent.comment,
          }
        : undefined,
      headersSize: -1,
      bodySize: sent.size,
      _framing: request.framing,
    },
    response: harResponse(outcome, mask),
    cache: {},
    timings: { send: 0, wait: Math.max(0, endedAt - startedAt), receive: 0 },
    _exchange: place?.exchange,
    _step: place?.step,
    _probe: place?.probe,
  };
  // Text by text, because a body is masked by its bytes. A member that is undefined is not written.
  const json = JSON.stringify(entry, (key, value: unknown) =>
    typeof value === 'string' && !OURS.includes(key) ? mask(value) : value,
  );
  return ownText(escapeControls(json));
}

/** Members whose texts are our own, or were masked before. */
const OURS = ['_exchange', 'startedDateTime', 'encoding', 'comment', 'operation', 'binding'];

/** Browsers write status 0 and `_error` where no whole response came. */
function harResponse(outcome: SendOutcome, mask: Mask): object {
  const whole = outcome.kind === 'response' ? outcome.response : undefined;
  const failure = outcome.kind === 'failure' ? outcome.failure : undefined;
  const { status, reason, headers } = whole ?? failure?.head ?? { status: 0, reason: '', headers: [] };
  const { size, ...content } = harBody(whole?.body ?? null, headers, mask);
  return {
    status,
    statusText: reason,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers),
    redirectURL: headerValue(headers, 'location'),
    headersSize: -1,
    content: { size, mimeType: failure ? '' : headerValue(headers, 'content-type'), ...content },
    bodySize: failure ? -1 : size,
    _wholeLength: whole?.wholeLength,
    _statusLine: whole?.oddStatusLine,
    _headFaults: whole?.headFaults,
    _cut: (whole ?? failure)?.cut,
    _behind: whole?.behind && Buffer.from(whole.behind).toString('latin1'),
    _error: failure?.message,
    _failure: failure && { code: failure.code, bodyLength: failure.bodyLength },
  };
}

function harHeaders(headers: HeaderList): readonly object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

/**
 * Returns a body without a secret in it, as text, or in base64 where it is no UTF-8 or has a U+FFFD, by which other recorders
 * replace bytes; a comment says why it is left out.
 */
function harBody(body: Uint8Array | null, headers: HeaderList, mask: Mask) {
  if (!body || body.length === 0) return { size: 0 };
  const bytes = Buffer.from(body);
  const octets = bytes.toString('latin1');
  // A text of two bytes for each character has a zero between any two letters of a secret.
  const narrow = octets.replaceAll('\0', '');
  if (narrow !== octets && mask(narrow) !== narrow)
    return { size: 0, comment: `${body.length} bytes are left out: they hold a secret` };
  if (isUtf8(bytes)) {
    const text = mask(bytes.toString('utf8'));
    const masked = Buffer.from(text);
    if (!text.includes('\uFFFD')) return { text, size: masked.length };
    return { text: masked.toString('base64'), encoding: 'base64', size: masked.length };
  }
  const coding = headerValue(headers, 'content-encoding').trim().toLowerCase();
  const masked = Buffer.from(mask(octets), 'latin1');
  if (mask !== ownText && !['', 'identity'].includes(coding) && !isClean(bytes, headers, masked, mask)) {
    const why = 'no secret in them could be masked';
    return { size: 0, comment: `${body.length} bytes in ${mask(coding)} are left out: ${why}` };
  }
  return { text: masked.toString('base64'), encoding: 'base64', size: masked.length };
}

/** True if coded bytes were decoded, and hold no secret before or after that. */
function isClean(bytes: Buffer, headers: HeaderList, masked: Buffer, mask: Mask): boolean {
  const { body, fault } = withoutCodings({ headers, body: bytes });
  const texts = [Buffer.from(body).toString(), Buffer.from(body).toString('latin1').replaceAll('\0', '')];
  const isDecoded = fault === undefined && body !== bytes;
  return isDecoded && masked.equals(bytes) && texts.every((text) => mask(text) === text);
}
