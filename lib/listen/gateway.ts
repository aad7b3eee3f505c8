import type { RecordedCall } from '../model/judging/verdict.ts';
import { NOT_FORWARDED, type WireRequest } from '../model/judging/wire.ts';
import type { HttpReply } from '../reference/seams.ts';
import { refusal } from '../reference/write/replies.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { Sender } from '../wire/transport/sender.ts';

/** Where calls are handed on to. */
export interface Gateway {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly sender: Sender;
  /** Whether its messages may reach people, so that only what keeps the contract is handed on. */
  readonly live: boolean;
}

/** What came of a call, and the response that its client gets. */
export interface Answered {
  readonly outcome: RecordedCall['outcome'];
  readonly reply: HttpReply;
}

/** Fields of one connection (RFC 9110 §7.6.1), of the framing, and those that the sender writes itself. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|expect|accept-encoding)$/i;

/** Hands a request on as it came, its path behind that of the gateway, and returns what came of it. */
export async function forward(request: WireRequest, { baseUrl, sender }: Gateway): Promise<Answered> {
  const headers = request.headers.filter(([name]) => !OF_CONNECTION.test(name));
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}${request.path}`;
  try {
    const outcome = await sender.send({ ...request, path, headers });
    if (outcome.kind === 'failure') {
      return { outcome, reply: refusal(502, `The gateway did not answer: ${outcome.failure.message}`) };
    }
    const { status, reason, headers: all, body } = outcome.response;
    const kept = all.filter(([name]) => !OF_CONNECTION.test(name));
    return { outcome, reply: { status, reason, headers: kept, body, date: false } };
  } catch (error) {
    return notForwarded(reasonOf(error));
  }
}

/** A call that was kept from the gateway. */
export function notForwarded(why: string): Answered {
  const failure = { code: NOT_FORWARDED, message: why, durationMs: 0 };
  return { outcome: { kind: 'failure', failure }, reply: refusal(403, `Not forwarded: ${why}`) };
}

/** A call that was answered here. */
export function answered(reply: HttpReply): Answered {
  const { status, reason, headers, body, hangUp } = reply;
  const response = { status, reason, headers, body, durationMs: 0 };
  const failure = { code: 'CLOSED', message: 'the connection ended', durationMs: 0 };
  return { reply, outcome: hangUp ? { kind: 'failure', failure } : { kind: 'response', response } };
}
