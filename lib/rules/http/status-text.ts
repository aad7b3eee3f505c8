import type { ResponseEvidence } from '../../model/evidence.ts';

const MOST_SHOWN = 160;

/** White space may be all of it. */
const MOST_LOOKED_AT = 10_000;

/** Status, reason, when to come back where that is said, and the beginning of what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): string {
  const [, retryAfter] = response.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const when = retryAfter === undefined ? '' : `, Retry-After: ${beginning(retryAfter)}`;
  const line = `${`${response.status} ${response.reason}`.trim()}${when}`;
  switch (reply.kind) {
    case 'soap-fault':
      return `${line}, SOAP fault: ${beginning(reply.text)}`;
    case 'plain-error':
      return reply.text === '' ? `${line}, empty body` : `${line}: ${beginning(reply.text)}`;
    default:
      return line;
  }
}

function beginning(text: string): string {
  const line = text.slice(0, MOST_LOOKED_AT).replace(/\s+/g, ' ').trim();
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
