import type { ResponseEvidence } from '../../../model/judging/evidence.ts';
import { headerValue } from '../../reading/header-values.ts';
import { bodyText, onOneLine } from './body-text.ts';

/** Status, reason, when to come back where that is said, and what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): string {
  const retryAfter = headerValue(response.headers, 'retry-after');
  const when = retryAfter === '' ? '' : `, Retry-After: ${onOneLine(retryAfter)}`;
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
