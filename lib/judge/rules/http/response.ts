import type { BodyReading, ResponseEvidence } from '../../../model/judging/evidence.ts';
import type { Part, Value } from '../../../model/judging/finding.ts';
import {
  CONNECTION_ENDED,
  type HeadFault,
  INVALID_HEAD,
  TARGET_GONE,
  type TransportFailure,
} from '../../../model/judging/wire.ts';
import { bodyMessage, onOneLine } from '../../../reading/body-text.ts';
import { headerValue, headerValues, readContentType } from '../../../reading/headers.ts';
import { messageOf, numberOf, quoted, words } from '../../../text/finding-value.ts';
import { beginningOf } from '../../../text/printable.ts';
import { rule } from '../rule.ts';

/** Codes of a response that was given up because it is larger than the suite reads: ours and undici's. */
const OVER_LIMIT: readonly string[] = ['RESPONSE_TOO_LARGE', 'UND_ERR_HEADERS_OVERFLOW'];

/** Failures that have their own rule. */
const OTHERWISE_TOLD: readonly string[] = [...OVER_LIMIT, INVALID_HEAD, CONNECTION_ENDED];

function failureOf({ code, message }: TransportFailure): Part {
  return messageOf(`${code}: ${message}`);
}

/** The rule of HTTP that each fault of a head breaks; recipients can read such a head. */
const HEAD_WITHOUT: Readonly<Record<HeadFault['kind'], string>> = {
  'line-feed': 'CR and LF at the end of each line (RFC 9112 §2.1)',
  'empty-first-line': 'the status line first (RFC 9112 §2.1)',
  'leading-blank': 'no white space before the first header field (RFC 9112 §2.2)',
  'folded-field': 'each header field on one line (RFC 9112 §5.2)',
  'blank-before-colon': 'no white space between a field name and its colon (RFC 9112 §5.1)',
  'control-character': 'no control character in a field value (RFC 9110 §5.5)',
  'repeated-length': 'one Content-Length (RFC 9110 §8.6)',
  'length-and-coding': 'no Content-Length beside Transfer-Encoding (RFC 9112 §6.2)',
  'chunked-twice': 'the chunked coding applied once (RFC 9112 §6.1)',
};

/** Characters that are shown of what comes behind a response. */
const MOST_BEHIND = 500;

/** Up to this time, the next request counts as sent right after the last answer. */
const SHORT_REST_MS = 50;

/** Too Many Requests (RFC 6585 §4) and Service Unavailable, for overload (RFC 9110 §15.6.4). */
const SLOW_DOWN: ReadonlySet<number> = new Set([429, 503]);

/** Returns status, reason, Location or Retry-After, and the text of an error, on one line. */
export function statusText({ response, reply }: ResponseEvidence): Value {
  const retryAfter = headerValue(response.headers, 'retry-after');
  const when = retryAfter === '' ? '' : words`, Retry-After: ${messageOf(onOneLine(retryAfter))}`;
  const reason = response.reason.trim() === '' ? '' : words` ${messageOf(response.reason.trim())}`;
  // A query may repeat that of the request.
  const [location = ''] = headerValue(response.headers, 'location').split('?');
  const isMoved = Math.floor(response.status / 100) === 3 && location !== '';
  const where = isMoved ? words`, Location: ${quoted(location)}` : '';
  const line = words`${String(response.status)}${reason}${where}${when}`;
  switch (reply.kind) {
    case 'soap-fault':
      return words`${line}, ${messageOf(onOneLine(reply.text), 'SOAP fault')}`;
    case 'plain-error':
      return reply.text === '' ? words`${line}, empty body` : words`${line}: ${bodyMessage(reply.text)}`;
    default:
      return line;
  }
}

/** Returns the message of a body that is a page, a plain refusal or JSON instead of the XML of the service. */
function otherText({ text, xml }: BodyReading): Value {
  if (text === null || (xml.kind === 'document' && xml.root.local.toLowerCase() !== 'html')) return '';
  const said = bodyMessage(text);
  return said.by === undefined && /^(?:<|$)/.test(said.text) ? '' : words`, ${said}`;
}

export const httpRules = [
  /** The call is answered at all (contract §4.1 rule 5: every operation returns); a response that is too large is an answer. */
  rule('http/response', 'must', 'outcome', ['unanswered', 'unread'], ({ failure }) => {
    if (failure === null || OTHERWISE_TOLD.includes(failure.code)) return [];
    const { head, bodyLength = 0 } = failure;
    const received =
      head && words` (received: status ${String(head.status)} and ${numberOf(bodyLength)} bytes of the body)`;
    const actual = words`${failureOf(failure)}${received ?? ''}`;
    const about = failure.code === TARGET_GONE ? ({ unsent: true } as const) : undefined;
    return [{ path: 'connection', expected: 'an HTTP response', actual, ...(about && { about }) }];
  }),
  /** A response begins with a status line of HTTP/1.1, whose second space is there even without a reason (RFC 9112 §4). */
  rule('http/status-line', 'must', 'response', ({ response: { oddStatusLine } }) => {
    if (oddStatusLine === undefined) return [];
    const expected = 'HTTP/1.1, space, status code, space, optional reason phrase';
    return [{ path: 'status line', expected, actual: quoted(oddStatusLine) }];
  }),
  /** The head of a response keeps the letter of HTTP, also where recipients may read it otherwise (RFC 9110 §2.2). */
  rule('http/head', 'must', 'response', ({ response: { headFaults = [] } }) =>
    headFaults.map(({ kind, line }) => {
      return { path: 'header section', expected: HEAD_WITHOUT[kind], actual: quoted(line) };
    }),
  ),
  /** The head of a response can be read: no recipient may guess what it means (RFC 9112 §4, §5, §6.3). */
  rule('http/readable-head', 'must', 'outcome', ['unreadable'], ({ failure }) => {
    if (failure === null || failure.head) return [];
    if (failure.code !== INVALID_HEAD) return null;
    const expected = 'a head that recipients can read';
    return [{ path: 'header section', expected, actual: messageOf(failure.message) }];
  }),
  /** Nothing follows a response: a client would take it for the next one on the connection (follows from RFC 9112 §6.3). */
  rule('http/end', 'should', 'response', ({ response: { behind } }) => {
    if (behind === undefined) return [];
    const actual = quoted(beginningOf(Buffer.from(behind).toString('latin1'), MOST_BEHIND));
    return [{ path: 'end of the response', expected: 'no bytes after the response', actual }];
  }),
  /**
   * A connection that was kept does not end under a request: a server announces an end by "close" (RFC 9112 §9.6), and an
   * idle one by closing it (§9.5), after any time, which the client sees before its next request. A send under which it
   * ends has no answer, since nobody may make it again.
   */
  rule('http/kept-connection', 'should', 'outcome', ({ failure, response }) => {
    const cut = response?.cut ?? failure?.cut;
    if (cut === undefined) return response ? [] : null;
    const count = numberOf(cut.answered, 'request');
    const expected =
      'an answer, or an end that was announced by "Connection: close" or by closing the idle connection';
    // Each number of milliseconds would be a cause of its own.
    const rested = cut.idleMs < SHORT_REST_MS ? '' : ' and a pause';
    const actual = words`none to the request behind ${count}${rested}`;
    return [{ path: 'connection', expected, actual }];
  }),
  /** The response is within the limits up to which the suite reads one. HTTP and the contract (§8) have no such limits. */
  rule('http/limits', 'must', 'outcome', ['limit', 'unread'], ({ failure }) => {
    if (failure === null || !OVER_LIMIT.includes(failure.code)) return [];
    const expected = 'a response within the limits of the suite';
    return [{ path: 'response', expected, actual: failureOf(failure) }];
  }),
  /**
   * The status of the binding's response (contract §4.1, table, "Response"). A server that asks to slow down breaks it too:
   * which limits of rate there are is not shown (§8), that the response is 200 is.
   */
  rule('http/status', 'must', 'response', ['status', 'unread', 'packet'], (evidence) => {
    const expected = evidence.binding.response.status;
    if (evidence.response.status === expected) return [];
    const breach = { path: 'status line', expected: String(expected), actual: statusText(evidence) };
    return [SLOW_DOWN.has(evidence.response.status) ? { ...breach, about: { slower: true } } : breach];
  }),
  /** The media type of the binding's response (contract §4.1, table, "Response"). */
  rule('http/media-type', 'must', 'success', ({ response, binding, reading }) => {
    const expected = binding.response.mediaType;
    const type = readContentType(response);
    if (type.ok && type.value.essence === expected) {
      if (type.value.count === 1) return [];
      // A sender writes the field once; recipients often cope with equal ones (RFC 9110 §5.3, §8.3).
      const actual = words`${numberOf(type.value.count)} equal Content-Type headers`;
      const about = { repeated: true } as const;
      return [{ path: 'Content-Type', expected: 'one Content-Type header', actual, about, level: 'should' }];
    }
    const actual = words`${type.ok ? type.value.essence : type.error}${otherText(reading)}`;
    return [{ path: 'Content-Type', expected, actual }];
  }),
  /** The charset of the binding's response (contract §4.1, table, "Response"); says nothing where there is no media type to carry one. */
  rule('http/charset', 'must', 'body', ({ response, binding }) => {
    const expected = binding.response.charset;
    const parsed = readContentType(response);
    if (!parsed.ok) return null;
    const type = parsed.value;
    const contradicted = type.rivals.length > 0;
    if (type.charset?.toLowerCase() === expected && !contradicted) return [];
    const charsets = contradicted ? type.rivals : [type.charset].filter((charset) => charset !== null);
    const actual = charsets.map((charset) => `charset=${charset}`).join(' and ') || 'no charset';
    return [{ path: 'Content-Type', expected: `charset=${expected}`, actual }];
  }),
  /** A reply asks for no authentication header: none is used (contract §5 rule 2). */
  rule('http/no-challenge', 'must', 'success', ({ response: { headers } }) =>
    ['WWW-Authenticate', 'Proxy-Authenticate'].flatMap((name) =>
      headerValues(headers, name).map((value) => {
        return { path: name, expected: `no ${name} header`, actual: messageOf(value) };
      }),
    ),
  ),
] as const;
