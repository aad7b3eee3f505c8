import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import {
  CONNECTION_ENDED,
  type ResponseHead,
  type SendOutcome,
  type WireRequest,
  type WireResponse,
} from '../../model/judging/wire.ts';
import { defined } from '../../text/defined.ts';
import { collectResponse } from './collect-response.ts';
import { byteByByte } from './connection/byte-by-byte.ts';
import { type Connection, connectTo, type SenderOptions } from './connection/connect.ts';
import { proxyFor, proxyRefusal } from './connection/proxy.ts';
import { isStatusLine } from './connection/response-head.ts';
import { hideExpect, type Wire, watchResponse } from './connection/watch-response.ts';
import { explainFailure, type FailurePlace } from './explain-failure.ts';
import { chunksOf, exactBytes, sentHeaders, withFields } from './render-request.ts';
import { startTimeLimits } from './time-limits.ts';

export interface Sender {
  /**
   * Sends a request once and resolves with its outcome.
   *
   * @param withdrawn takes it back where a pace makes it wait (see requestPace); what goes out at once ignores it
   * @throws the reason of that signal where the request was taken back, and an Error where it may not be sent at all
   */
  send(request: WireRequest, withdrawn?: AbortSignal): Promise<SendOutcome>;
  /** Ends every connection; whatever is under way fails. */
  close(): Promise<void>;
}

/**
 * Opens a way to the origin of a base URL. A request goes out exactly once: no redirect is followed, nothing is retried.
 * Without keep-alive, and byte by byte, it has a client of its own, destroyed with it: undici opens a new connection when
 * one ends under an aborted request, and a destroyed client cannot. Requests on a kept connection share one, until the
 * last of them or a failure.
 */
export function openSender(baseUrl: string, options: SenderOptions): Sender {
  const { origin } = new URL(baseUrl);
  const way: Way = { origin, options, answeredBefore: false };
  const shared = options.keepAlive
    ? connectTo(origin, options, (socket) => watchResponse(socket, {}))
    : undefined;
  const open = new Set<Dispatcher>(shared && [shared.dispatcher]);
  const openOwn = (isSlow: boolean, keepAlive: boolean) => {
    const wire: Wire = {};
    const count = { answered: 0, lastAt: 0 };
    const connection = connectTo(origin, { ...options, keepAlive, concurrency: 1 }, (socket) => {
      // What it could see end before a request is opened anew for it.
      count.answered = 0;
      return watchResponse(isSlow ? byteByByte(socket) : socket, wire);
    });
    open.add(connection.dispatcher);
    return { ...connection, wire, count };
  };
  const keeping = new Map<string, ReturnType<typeof openOwn>>();
  return {
    send: async (given) => {
      const request = withFields(given, options.headers);
      const { byteByByte: isSlow = false, kept: wanted, head } = request.framing ?? {};
      const kept = isSlow ? undefined : wanted;
      if (shared && !isSlow && !kept && head === undefined) return sendOnce(shared, way, request, {});
      const before = kept && keeping.get(kept.name);
      const connection = before ?? openOwn(isSlow, kept !== undefined);
      if (kept) keeping.set(kept.name, connection);
      const { count } = connection;
      const idleMs = performance.now() - count.lastAt;
      const outcome = await sendOnce(connection, way, request, connection.wire, ({ kind }) => {
        if (kept && !kept.isLast && kind === 'response') return;
        if (kept) keeping.delete(kept.name);
        open.delete(connection.dispatcher);
        void connection.dispatcher.destroy();
      });
      if (outcome.kind === 'response') {
        Object.assign(count, { answered: count.answered + 1, lastAt: performance.now() });
        return outcome;
      }
      if (!before) return outcome;
      const { failure } = outcome;
      const hasEnded = ENDS.includes(failure.code) && !failure.head;
      const cut = { answered: count.answered, idleMs };
      return hasEnded ? { kind: 'failure', failure: { ...failure, code: CONNECTION_ENDED, cut } } : outcome;
    },
    close: async () => {
      await Promise.all([...open].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** Codes of Node and undici where a connection ends. */
const ENDS = ['UND_ERR_SOCKET', 'ECONNRESET'];

type Way = Pick<FailurePlace, 'origin' | 'options'> & { answeredBefore: boolean };

/** Sends over a connection; `whenSettled` is called with the outcome in the same turn in which it is known. */
function sendOnce(
  { dispatcher, prefix, headers }: Connection,
  way: Way,
  request: WireRequest,
  wire: Wire,
  whenSettled: (outcome: SendOutcome) => void = () => {},
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    let settled = false;
    let connected = false;
    let answered = false;
    let controller: Dispatcher.DispatchController | undefined;
    const chunks = chunksOf(request);
    const { head: inDialect } = request.framing ?? {};
    if (inDialect !== undefined) wire.exact = exactBytes(request, inDialect, way.origin, { prefix, headers });
    // Exact bytes replace what undici writes. It sends in chunks what it does not know the length of, one for every piece.
    const written =
      inDialect === undefined
        ? {
            headers: [...headers, ...hideExpect(sentHeaders(request)).flat()],
            body: chunks === null ? request.body : Readable.from(chunks),
          }
        : { headers: [], body: null };
    const collected = collectResponse(way.options.maxResponseBytes);
    const giveUp = (error: Error) => {
      fail(error);
      controller?.abort(error);
    };
    const clearLimits = startTimeLimits(way.options, giveUp);
    const settle = (outcome: SendOutcome) => {
      // The end of a client fails what it still had.
      if (settled) return;
      settled = true;
      clearLimits('connectTimeout', 'firstByteTimeout', 'timeout');
      whenSettled(outcome);
      resolve(outcome);
    };
    const fail = (error: Error) => {
      const { head, length } = collected;
      const { statusLine } = wire;
      const isBegun = answered || statusLine !== undefined;
      const isSlow = request.framing?.byteByByte === true;
      const explained = explainFailure(error, { ...way, connected, answered: isBegun, byteByByte: isSlow });
      const received = head ? { head, bodyLength: length } : defined({ statusLine });
      settle({ kind: 'failure', failure: { ...explained, durationMs: elapsed(), ...received } });
    };
    const taken = (tooLarge: Error | undefined) => {
      if (tooLarge) giveUp(tooLarge);
    };
    dispatcher.dispatch(
      { method: request.method, path: prefix + request.path, ...written },
      {
        onRequestStart: (current) => {
          controller = current;
          connected = true;
          clearLimits('connectTimeout');
          // It is reported as failed, so it must not go out any more.
          if (settled) controller.abort(new Error('given up before it went out'));
        },
        onResponseStart: (current, status, _headers, reason) => {
          answered = true;
          // An interim response is no answer yet (RFC 9110 §15.2).
          if (status >= 100 && status < 200) return;
          clearLimits('firstByteTimeout');
          const [, said = reason ?? ''] = /\d{3}[\t ]+(.*)$/.exec(wire.statusLine ?? '') ?? [];
          taken(collected.start({ status, reason: said, headers: rawHeaders(current) }));
        },
        onResponseData: (_, chunk) => taken(collected.add(chunk)),
        // Bytes behind the end are put back as soon as this returns.
        onResponseEnd: () =>
          queueMicrotask(() => {
            const { head } = collected;
            if (head)
              settle(outcomeOf({ body: collected.body(), durationMs: elapsed(), ...head }, way, wire));
            else fail(new Error('the response had no final status'));
          }),
        onResponseError: (_, error) => fail(error),
      },
    );
  });
}

/** Returns the outcome of a response; status 407 never comes from the target, but from a proxy (RFC 9110 §15.5.8). */
function outcomeOf(response: WireResponse, way: Way, wire: Wire): SendOutcome {
  const { status, durationMs } = response;
  const proxy = status === 407 && way.origin.startsWith('http:') ? proxyFor(way.origin, way.options) : null;
  if (proxy) return { kind: 'failure', failure: { ...proxyRefusal(status, proxy), durationMs } };
  way.answeredBefore = true;
  const { statusLine = 'HTTP/1.1 200 ', headFaults, behind } = wire;
  const oddStatusLine = isStatusLine(statusLine) ? undefined : statusLine;
  return {
    kind: 'response',
    response: Object.assign(response, defined({ oddStatusLine, headFaults, behind })),
  };
}

/** Returns header fields in wire order and case; bytes that are not ASCII are read as Latin-1 (RFC 9110 §5.5). */
function rawHeaders({ rawHeaders: raw }: Dispatcher.DispatchController): ResponseHead['headers'] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, i) => (i % 2 === 0 ? [[name, texts[i + 1] ?? ''] as const] : []));
}
