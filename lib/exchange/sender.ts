import { Readable } from 'node:stream';
import { buildConnector, Client, type Dispatcher, Pool } from 'undici';
import type { Pace, Transport } from '../model/settings.ts';
import type { TransportFailure, WireRequest, WireResponse } from '../model/wire.ts';
import { byteByByte } from './byte-by-byte.ts';
import { chunksOf } from './chunks.ts';
import { describeFailure } from './failure.ts';

export type SenderOptions = Transport & Omit<Pace, 'rate' | 'maxDurationMs'>;

export type SendOutcome =
  | { readonly kind: 'response'; readonly response: WireResponse }
  | { readonly kind: 'failure'; readonly failure: TransportFailure };

export interface Sender {
  /** Sends a request once and resolves with what became of it; never rejects. */
  send(request: WireRequest): Promise<SendOutcome>;
  /** Ends every connection; whatever is under way fails. */
  close(): Promise<void>;
}

/**
 * Opens a way to the origin of a base URL. A request goes out exactly once: no redirect is followed, nothing is
 * retried, and none is ever queued behind another.
 *
 * Without keep-alive every request has a client of its own, which is destroyed with the request: undici opens a new
 * connection when one ends under an aborted request, and a destroyed client cannot.
 */
export function openSender(baseUrl: string, options: SenderOptions): Sender {
  const { origin } = new URL(baseUrl);
  const limits = {
    connectTimeout: options.connectTimeoutMs,
    headersTimeout: options.firstByteTimeoutMs,
    bodyTimeout: options.timeoutMs,
    maxResponseSize: options.maxResponseBytes,
  };
  const slowly = { ...limits, connect: byteByByte(buildConnector({ timeout: options.connectTimeoutMs })) };
  if (options.keepAlive) {
    const reuse = { connections: options.concurrency, pipelining: 1 };
    const pool = new Pool(origin, { ...limits, ...reuse });
    const slowPool = new Pool(origin, { ...slowly, ...reuse });
    return {
      send: (request) => sendOnce(request.framing?.byteByByte ? slowPool : pool, request, options.timeoutMs),
      close: async () => {
        await Promise.all([pool.destroy(), slowPool.destroy()]);
      },
    };
  }
  const open = new Set<Client>();
  return {
    send: async (request) => {
      const client = new Client(origin, {
        ...(request.framing?.byteByByte ? slowly : limits),
        pipelining: 0,
      });
      open.add(client);
      return sendOnce(client, request, options.timeoutMs, () => {
        open.delete(client);
        void client.destroy();
      });
    },
    close: async () => {
      await Promise.all([...open].map((client) => client.destroy()));
    },
  };
}

/** Sends over the dispatcher; `whenSettled` is called in the same turn in which the outcome is known. */
function sendOnce(
  dispatcher: Dispatcher,
  request: WireRequest,
  timeoutMs: number,
  whenSettled: () => void = () => {},
): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const elapsed = () => performance.now() - started;
    let settled = false;
    let controller: Dispatcher.DispatchController | undefined;
    let head: Pick<WireResponse, 'status' | 'reason' | 'headers'> | undefined;
    const chunks: Buffer[] = [];
    const tooLate = new Error(`no complete response within ${timeoutMs} ms`);
    tooLate.name = 'TimeoutError';
    const timer = setTimeout(() => {
      controller?.abort(tooLate);
      fail(tooLate);
    }, timeoutMs);
    const settle = (outcome: SendOutcome) => {
      settled = true;
      clearTimeout(timer);
      whenSettled();
      resolve(outcome);
    };
    const fail = (error: Error) => {
      settle({ kind: 'failure', failure: { ...describeFailure(error), durationMs: elapsed() } });
    };
    dispatcher.dispatch(
      {
        method: request.method,
        path: request.path,
        headers: request.headers.flat(),
        body: bodyOf(request),
      },
      {
        onRequestStart: (started_) => {
          controller = started_;
          // It is reported as failed, so it must not go out any more.
          if (settled) controller.abort(tooLate);
        },
        onResponseStart: (current, status, _headers, reason) => {
          // 1xx responses are no answer yet (RFC 9110 §15.2).
          if (status >= 200) head = { status, reason: reason ?? '', headers: rawHeaders(current) };
        },
        onResponseData: (_, chunk) => {
          chunks.push(chunk);
        },
        onResponseEnd: () => {
          const body = Buffer.concat(chunks);
          if (head) settle({ kind: 'response', response: { ...head, body, durationMs: elapsed() } });
          else fail(new Error('the response had no final status'));
        },
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
