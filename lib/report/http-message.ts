import type { StepRecord } from '../model/verdict.ts';
import type { HeaderList, WireRequest, WireResponse } from '../model/wire.ts';

/** Characters of a body that a report shows. */
const MOST_SHOWN = 100_000;

/** A request as an HTTP message to read, its body in one piece. */
export function requestText(baseUrl: string, request: WireRequest): string {
  const start = `${request.method} ${request.path} HTTP/1.1`;
  const host = [['host', new URL(baseUrl).host]] as const;
  const chunked = request.framing?.chunks ? ([['transfer-encoding', 'chunked']] as const) : [];
  return message(start, [...host, ...request.headers, ...chunked], request.body);
}

/** A response as an HTTP message to read, or why there is none. */
export function outcomeText(outcome: StepRecord['outcome']): string {
  return outcome.kind === 'response'
    ? responseText(outcome.response)
    : `no response: ${outcome.failure.code}: ${outcome.failure.message}`;
}

function responseText({ status, reason, headers, body, wholeLength }: WireResponse): string {
  return message(`HTTP/1.1 ${status} ${reason}`.trimEnd(), headers, body, wholeLength);
}

function message(
  start: string,
  headers: HeaderList,
  body: Uint8Array | null,
  wholeLength: number = body?.length ?? 0,
): string {
  const head = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  if (!body || body.length === 0) return `${head}\n`;
  const shown = body.subarray(0, MOST_SHOWN);
  const isCut = shown.length < wholeLength;
  const rest = isCut ? `… (${wholeLength} bytes in all)` : '';
  return `${head}\n\n${bodyText(shown, isCut)}${rest}`;
}

/** UTF-8 where it is, else Latin-1, so that every byte can be seen; a character that was cut is left out. */
function bodyText(body: Uint8Array, isCut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body, { stream: isCut });
  } catch {
    return Buffer.from(body).toString('latin1');
  }
}
