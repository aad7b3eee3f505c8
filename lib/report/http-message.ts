import type { StepRecord } from '../model/verdict.ts';
import type { HeaderList, WireRequest, WireResponse } from '../model/wire.ts';

/** Characters of a body that a report shows. */
const MOST_SHOWN = 100_000;

/** A request as an HTTP message to read. */
export function requestText(baseUrl: string, request: WireRequest): string {
  const start = `${request.method} ${request.path} HTTP/1.1`;
  const host = [['host', new URL(baseUrl).host]] as const;
  return message(start, [...host, ...request.headers], request.body);
}

/** A response as an HTTP message to read, or why there is none. */
export function outcomeText(outcome: StepRecord['outcome']): string {
  return outcome.kind === 'response'
    ? responseText(outcome.response)
    : `no response: ${outcome.failure.code}: ${outcome.failure.message}`;
}

function responseText({ status, reason, headers, body }: WireResponse): string {
  return message(`HTTP/1.1 ${status} ${reason}`.trimEnd(), headers, body);
}

function message(start: string, headers: HeaderList, body: Uint8Array | null): string {
  const head = [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
  return body && body.length > 0 ? `${head}\n\n${bodyText(body)}` : `${head}\n`;
}

/** UTF-8 where it is, else Latin-1, so that every byte can be seen. */
function bodyText(body: Uint8Array): string {
  const shown = Buffer.from(body.subarray(0, MOST_SHOWN));
  const utf8 = shown.toString('utf8');
  const text = utf8.includes('\uFFFD') ? shown.toString('latin1') : utf8;
  return body.length > MOST_SHOWN ? `${text}\n… ${body.length} bytes in all` : text;
}
