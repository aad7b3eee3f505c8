import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ResponseHead, TransportFailure, WireRequest, WireResponse } from '../model/judging/wire.ts';
import { collectResponse, isInterim } from './collect-response.ts';
import { byteByByte } from './connection/byte-by-byte.ts';
import { type Connection, connectTo, type SenderOptions } from './connection/connect.ts';
import { hideExpect, oddStatusLine, type Wire, watchResponse } from './connection/watch-response.ts';
import { explainFailure, proxyAnswer } from './explain-failure.ts';
import { chunksOf, sentHeaders } from './render-request.ts';
import { startTimeLimits } from './time-limits.ts';

export type SendOutcome =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'failure'; readonly failure: TransportFailure };

export interface Sender {
  /**
   * Sends a request once and resolves with what became of it.
   *
   * @param withdrawn takes it back while it waits for its turn; later it changes nothing
   * @throws the reason of that signal where the request was taken back, and an Error where it may not be sent at all
   */
  send(request: WireRequest, withdrawn?: AbortSignal): Promise<SendOutcome>;
  /** Ends every connection; whatever is under way fails. */
  close(): Promise<void>;
}

/**
 * Opens a way to the origin of a base URL. A request goes out exactly once: no redirect is followed, nothing is
 * retried, and none is ever queued behind another.
 *
 * Without keep-alive, and byte by byte, a request has a client of its own, which is destroyed with the request: undici
 * opens a new connection when one ends under an aborted request, and a destroyed client cannot.
 */
export function openSender(baseUrl: string, options: SenderOptions): Sender {
  const { origin } = new URL(baseUrl);
  const way: Way = { origin, options, seen: { answer: false } };
  const shared = options.keepAlive
    ? connectTo(origin, options, (socket) => watchResponse(socket, { behind: new Uint8Array() }))
    : undefined;
  const open = new Set<Dispatcher>(shared && [shared.dispatcher]);
  return {
    send: async (request) => {
      const wire: Wire = { behind: new Uint8Array() };
      const isSlow = request.framing?.byteByByte === true;
      if (shared && !isSlow) return sendOnce(shared, way, request, wire);
      const own = connectTo(origin, { ...options, keepAlive: false }, (socket) =>
        watchResponse(isSlow ? byteByByte(socket) : socket, wire),
      );
      open.add(own.dispatcher);
      return sendOnce(own, way, request, wire, () => {
        open.delete(own.dispatcher);
        void own.dispatcher.destroy();
      });
    },
    close: async () => {
      await Promise.all([...open].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

interface Way {
  readonly origin: string;
  readonly options: SenderOptions;
  /** Whether any request has been answered. */
  readonly seen: { answer: boolean };
}

/** What the wire has shown besides the response. */
function shown(wire: Wire): Pick<WireResponse, 'oddStatusLine' | 'behind'> {
  const line = oddStatusLine(wire);
  return {
    ...(line === undefined ? {} : { oddStatusLine: line }),
    ...(wire.behind.length === 0 ? {} : { behind: wire.behind }),
  };
}

/** Sends over a connection; `whenSettled` is called in the same turn in which the outcome is known. */
function sendOnce(
  { dispatcher, address }: Connection,
  way: Way,
  request: WireRequest,
  wire: Wire,
  whenSettled: () => void = () => {},
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    let settled = false;
    let connected = false;
    let answered = false;
    let controller: Dispatcher.DispatchController | undefined;
    const collected = collectResponse(way.options.maxResponseBytes);
    const limits = startTimeLimits(way.options, (error) => {
      controller?.abort(error);
      fail(error);
    });
    const settle = (outcome: SendOutcome) => {
      // The end of a client fails what it still had.
      if (settled) return;
      settled = true;
      limits.clear();
      whenSettled();
      resolve(outcome);
    };
    const fail = (error: Error) => {
      const { head, length } = collected;
      const place = { connected, answered, byteByByte: request.framing?.byteByByte === true };
      const line = oddStatusLine(wire);
      const explained = explainFailure(error, {
        ...way,
        ...place,
        answeredBefore: way.seen.answer,
        ...(line === undefined ? {} : { oddStatusLine: line }),
      });
      const failure = { ...explained, durationMs: elapsed(), ...(head && { head, bodyLength: length }) };
      settle({ kind: 'failure', failure });
    };
    /** Takes a part of the response, and gives the request up where that is more than it may be. */
    const take = (current: Dispatcher.DispatchController, part: () => void) => {
      try {
        part();
      } catch (error) {
        const beyond = error instanceof Error ? error : new Error(String(error));
        fail(beyond);
        current.abort(beyond);
      }
    };
    const addressed = address({ ...request, headers: hideExpect(sentHeaders(request)) });
    dispatcher.dispatch(
      {
        method: request.method,
        path: addressed.path,
        headers: addressed.headers,
        body: bodyOf(request),
      },
      {
        onRequestStart: (started_) => {
          controller = started_;
          connected = true;
          limits.connected();
          // It is reported as failed, so it must not go out any more.
          if (settled) controller.abort(new Error('given up before it went out'));
        },
        onResponseStart: (current, status, _headers, reason) => {
          answered = true;
          if (!isInterim(status)) limits.answered();
          const head: ResponseHead = { status, reason: reason ?? '', headers: rawHeaders(current) };
          take(current, () => collected.start(head));
        },
        onResponseData: (current, chunk) => {
          take(current, () => collected.add(chunk));
        },
        // What stands behind the end is put back as soon as this returns.
        onResponseEnd: () =>
          queueMicrotask(() => {
            const { head } = collected;
            const body = collected.body();
            const refusal = head && proxyAnswer(head.status, way);
            if (refusal) settle({ kind: 'failure', failure: { ...refusal, durationMs: elapsed() } });
            else if (head) {
              way.seen.answer = true;
              const response = { ...head, body, ...shown(wire), durationMs: elapsed() };
              settle({ kind: 'response', response });
            } else fail(new Error('the response had no final status'));
          }),
        onResponseError: (_, error) => {
          fail(error);
        },
      },
    );
  });
}

/** undici sends in chunks what it does not know the length of, a chunk for every piece. */
function bodyOf(request: WireRequest): Uint8Array | Readable | null {
  const chunks = chunksOf(request);
  return chunks === null ? request.body : Readable.from(chunks);
}

/** Header fields in wire order and case; bytes that are not ASCII are read as Latin-1 (RFC 9110 §5.5). */
function rawHeaders({ rawHeaders: raw }: Dispatcher.DispatchController): WireResponse['headers'] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return texts.flatMap((name, i) => (i % 2 === 0 ? [[name, texts[i + 1] ?? ''] as const] : []));
}
