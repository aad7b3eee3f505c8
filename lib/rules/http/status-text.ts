import type { ResponseEvidence } from '../../model/judging/evidence.ts';
import { bodyText, onOneLine } from './body-text.ts';

/** Status, reason, when to come back where that is said, and what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): string {
  // Stryker disable next-line ArrayDeclaration: only the second item is read, and this has none
  const [, retryAfter] = response.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  const when = retryAfter === undefined ? '' : `, Retry-After: ${onOneLine(retryAfter)}`;
  const line = `${`${response.status} ${response.reason}`.trim()}${when}`;
  switch (reply.kind) {
    case 'soap-fault':
      return `${line}, SOAP fault: ${onOneLine(reply.text)}`;
    case 'plain-error':
      return reply.text === '' ? `${line}, empty body` : `${line}: ${bodyText(reply.text)}`;
    default:
      return line;
  }
}
