import { headerValue, withoutCodings } from '../judge/reading/headers.ts';
import { readRequest } from '../judge/reading/read-request.ts';
import { actionName } from '../judge/reading/recognise.ts';
import type { Call, Contract } from '../model/contract.ts';
import { NOT_FORWARDED, type WireRequest } from '../model/judging/wire.ts';
import { refusal } from '../reference/write/replies.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { Sender } from '../wire/transport/sender.ts';
import { elementsOf } from '../wire/xml/tree.ts';
import type { Answered } from './answers.ts';

/** Where calls are handed on to. */
export interface Gateway {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly sender: Sender;
  /** Whether its messages may reach people, so that only what keeps the contract is handed on. */
  readonly live: boolean;
}

/** Fields of one connection (RFC 9110 §7.6.1), of the framing, and those that the sender writes itself. */
const OF_CONNECTION =
  /^(?:host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|expect|accept-encoding)$/i;

/** Hands a request on as it came, its path behind that of the gateway. */
export async function forward(request: WireRequest, { baseUrl, sender }: Gateway): Promise<Answered> {
  const { method, body: sent } = request;
  const headers = request.headers.filter(([name]) => !OF_CONNECTION.test(name));
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}${request.path}`;
  try {
    const outcome = await sender.send({ method, path, headers, body: sent });
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

/** Answers a call that is kept from the gateway. */
export function notForwarded(why: string): Answered {
  const failure = { code: NOT_FORWARDED, message: why, durationMs: 0 };
  return { outcome: { kind: 'failure', failure }, reply: refusal(403, `Not forwarded: ${why}`) };
}

/** Query of a description: the help page, of a whole service or of an operation, the WSDL, the discovery document. */
const DESCRIPTION = /^(?:(?:single)?wsdl|disco|(?:xsd|schema|op)(?:=[\w.]*)?)?$/i;

/** Whether a request is for a description of the service at a path base, and may reach a gateway. */
export function isDescription({ method, path, body }: WireRequest, { operations }: Contract): boolean {
  const [place = '', ...query] = path.split('?');
  const isBase = operations.some((one) => one.path.toLowerCase() === place.toLowerCase());
  return method === 'GET' && !body?.length && isBase && DESCRIPTION.test(query.join('?'));
}

/** Whether a request has a method of the contract, and a path base, perhaps with an operation. */
export function isAddressed({ method, path }: WireRequest, { operations }: Contract): boolean {
  const [place = ''] = path.toLowerCase().split('?', 1);
  const places = [place, place.replace(/\/\w+$/, '')];
  const isPlace = operations.some((one) => places.includes(one.path.toLowerCase()));
  return (method === 'GET' || method === 'POST') && isPlace;
}

/**
 * Returns why a gateway could read a call otherwise than it was read here, or undefined, so that no number in it can be
 * overlooked. The call breaks no rule; this is what the rules leave open or do not look at.
 */
export function whyInexact(request: WireRequest, { operation, binding }: Call): string | undefined {
  if (withoutCodings(request).coding !== undefined) return 'its body has a content coding';
  const { headers, path, body } = request;
  const text = Buffer.from(body ?? []).toString('latin1');
  if (binding.envelope === undefined) {
    return `${path}${text}`.includes(';')
      ? 'a field has a semicolon that is not percent-encoded, which may separate fields'
      : undefined;
  }
  const declared = /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(text)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(declared)) return `its XML declaration names ${declared}`;
  if (/<!--|<!DOCTYPE|<\?(?!xml[\s?])/i.test(text))
    return 'its envelope has a comment, an instruction or a DOCTYPE';
  const action = actionName(headers, headerValue(headers, 'content-type'));
  if (action && action !== operation.name) return `its action names ${action}`;
  const { root } = readRequest(request, true);
  const parts = root ? elementsOf(root) : [];
  const soapHeaders = parts.filter(({ local }) => local === 'Header');
  if (soapHeaders.length > 1 || parts.length !== soapHeaders.length + 1)
    return 'its envelope has further parts';
  if (soapHeaders.flatMap(elementsOf).length > 0) return 'its SOAP Header has elements';
  const items = parts.flatMap(elementsOf).flatMap(elementsOf).flatMap(elementsOf);
  const nested = items.find((one) => elementsOf(one).length > 0);
  return nested && `${nested.local} has elements`;
}
