import { judgeContext } from '../../lib/judge/judge-context.ts';
import type { Exchange } from '../../lib/model/exchange.ts';
import type { JudgedExchange } from '../../lib/model/judging/verdict.ts';
import type { Declarations } from '../../lib/model/running/prepared-run.ts';
import { openHarFile } from '../../lib/recording/write-har.ts';
import { createHandler, type Handler } from '../../lib/reference/handler.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { serve } from '../../lib/reference/start.ts';
import { runExchange } from '../../lib/run/engine/run-exchange.ts';
import { runMemory } from '../../lib/run/engine/run-memory.ts';
import { maskFor } from '../../lib/secrets/mask.ts';
import { defaultSettings } from '../../lib/settings/run-settings.ts';
import { openSender, type Sender } from '../../lib/wire/transport/sender.ts';

export const PROOF_NAMESPACE = 'http://postsms.example/sms';

/** Judges services that deviate; what all of them need is prepared once. */
export interface Lab {
  /** Judges the reference with these deviations, or healthy, exchange by exchange. */
  judge(deviations: readonly Deviation[], exchanges: readonly Exchange[]): Promise<readonly JudgedExchange[]>;
  close(): Promise<void>;
}

/** Opens a server, whose service is another in every trial. */
export async function openLab(declarations: Declarations): Promise<Lab> {
  let handler: Handler = () => {
    throw new Error('no service');
  };
  const server = await serve((request) => handler(request));
  const { baseUrl } = server;
  const sender = openSender(baseUrl, {
    ...defaultSettings,
    concurrency: 1,
    timeout: 10_000,
    // A deviation may end connections.
    keepAlive: false,
  });
  const serves = (other: Handler) => {
    handler = other;
    return sender;
  };
  return {
    judge: await judgeOf(declarations, baseUrl, serves),
    close: async () => {
      await sender.close();
      await server.close();
    },
  };
}

/** Sends to a service without a socket: what it does to connections and to the text of a head has no effect. */
export function senderTo(handler: Handler): Sender {
  const send: Sender['send'] = async (request) => {
    const response = { ...handler({ ...request, pieces: 1 }), durationMs: 0 };
    return { kind: 'response', response };
  };
  return { send, close: () => Promise.resolve() };
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

/** Judges one service that does nothing to a connection, in a third of the time: without a socket. */
export async function judgeInMemory(
  deviations: readonly Deviation[],
  exchanges: readonly Exchange[],
  declarations: Declarations,
): Promise<readonly JudgedExchange[]> {
  const judge = await judgeOf(declarations, 'http://127.0.0.1:1', senderTo);
  return judge(deviations, exchanges);
}

async function judgeOf(
  { contract, register }: Declarations,
  baseUrl: string,
  senderOf: (handler: Handler) => Sender,
): Promise<Lab['judge']> {
  // Nothing may differ between two trials but what deviates; what is sent now has a date of now.
  const opened = new Date();
  const clock = () => opened;
  const target = { baseUrl, namespace: PROOF_NAMESPACE, kind: 'reference' } as const;
  const context = await judgeContext(contract, target, register);
  return async (deviations, exchanges) => {
    const sender = senderOf(createHandler({ contract, namespace: PROOF_NAMESPACE, clock, deviations }));
    const memory = runMemory();
    const judged: JudgedExchange[] = [];
    for (const exchange of exchanges)
      judged.push((await runExchange(exchange, { kind: 'live', sender }, context, memory)).judged);
    return judged;
  };
}

/** Writes what was judged to a file as a run records it. */
export async function recordTo(
  file: string,
  judged: readonly JudgedExchange[],
  secrets: readonly string[] = [],
): Promise<void> {
  const har = openHarFile(file, 'http://127.0.0.1:1', maskFor(secrets));
  for (const exchange of judged) har.add(exchange);
  await har.close();
}
