import { MOST_RECORDED, runExchange } from '../engine/run-exchange.ts';
import { judgeContext } from '../judge/judge-context.ts';
import type { Exchange } from '../model/exchange.ts';
import type { JudgedExchange } from '../model/judging/verdict.ts';
import type { WireRequest, WireResponse } from '../model/judging/wire.ts';
import type { Declarations } from '../model/running/handoff.ts';
import { createHandler, type Handler } from '../reference/handler.ts';
import type { Deviation, HttpReply, HttpRequest } from '../reference/seams.ts';
import { serve } from '../reference/start.ts';
import { defaultSettings } from '../settings/run-settings.ts';
import { openSender, type Sender } from '../transport/sender.ts';

export const PROOF_NAMESPACE = 'http://postsms.example/sms';

/** Judges services that deviate; what all of them need is prepared once. */
export interface Lab {
  /** Judges the reference with these deviations, or healthy, exchange by exchange. */
  judge(deviations: readonly Deviation[], exchanges: readonly Exchange[]): Promise<readonly JudgedExchange[]>;
  close(): Promise<void>;
}

/**
 * Opens a server for what a socket decides: a request or a reply with a framing or header fields of its own. Every other
 * request is answered within the process, which gives what the socket would give, many times faster.
 */
export async function openLab({ contract, register }: Declarations): Promise<Lab> {
  let handler: Handler = () => {
    throw new Error('no service');
  };
  let prepared: HttpReply | undefined;
  const server = await serve((request) => prepared ?? handler(request));
  const { baseUrl } = server;
  const overSocket = openSender(baseUrl, {
    ...defaultSettings.pace,
    ...defaultSettings.transport,
    concurrency: 1,
    timeoutMs: 10_000,
    // A deviation may end connections.
    keepAlive: false,
  });
  const sender: Sender = {
    send: async (request) => {
      if (request.framing) return overSocket.send(request);
      const reply = handler(arrived(request));
      const response = ordinary(reply);
      if (response) return { kind: 'response', response };
      prepared = reply;
      try {
        return await overSocket.send(request);
      } finally {
        prepared = undefined;
      }
    },
    close: overSocket.close,
  };
  const target = { baseUrl, namespace: PROOF_NAMESPACE, kind: 'reference' } as const;
  const context = judgeContext(contract, target, register);
  return {
    judge: async (deviations, exchanges) => {
      // Nothing may differ between two trials but what deviates.
      const clock = () => new Date(Date.UTC(2024, 0, 1));
      handler = createHandler({ contract, namespace: PROOF_NAMESPACE, clock, deviations });
      const packetsGiven = new Map<string, string>();
      const judged: JudgedExchange[] = [];
      for (const exchange of exchanges)
        judged.push(await runExchange(exchange, sender, context, { packetsGiven, mostKept: MOST_RECORDED }));
      return judged;
    },
    close: async () => {
      await sender.close();
      await server.close();
    },
  };
}

/** Judges one service, in a lab of its own. */
export async function judgeService(
  deviations: readonly Deviation[],
  exchanges: readonly Exchange[],
  declarations: Declarations,
): Promise<readonly JudgedExchange[]> {
  const lab = await openLab(declarations);
  try {
    return await lab.judge(deviations, exchanges);
  } finally {
    await lab.close();
  }
}

/** A request as the server would read it from a socket. */
function arrived({ method, path, headers, body }: WireRequest): HttpRequest {
  const length = body === null ? [] : [['Content-Length', String(body.length)] as const];
  const added = [['Host', 'localhost'], ['Accept-Encoding', 'identity'], ...length] as const;
  return { method, path, headers: [...headers, ...added], body, pieces: body === null ? 0 : 1 };
}

const FRAMING = /^(?:connection|keep-alive|content-length|transfer-encoding|date)$/i;
const PRINTABLE = /^[!-~](?:[ -~]*[!-~])?$/;

/** What a client reads where HTTP does not deviate; undefined where a socket has to tell. */
function ordinary(reply: HttpReply): WireResponse | undefined {
  const { status, reason, headers, framing, hangUp, body } = reply;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const isOrdinary =
    !framing &&
    !hangUp &&
    status !== 204 &&
    names.size === headers.length &&
    headers.flat().join('').length < 1_000 &&
    headers.every(([name, value]) => !FRAMING.test(name) && PRINTABLE.test(value));
  if (!isOrdinary) return undefined;
  const date = ['Date', new Date().toUTCString()] as const;
  const added = [['Content-Length', String(body.length)], date, ['Connection', 'close']] as const;
  return { status, reason, headers: [...headers, ...added], body, durationMs: 0 };
}
