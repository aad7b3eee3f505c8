import type { ResponseEvidence } from '../../../model/judging/evidence.ts';
import type { Value } from '../../../model/judging/value.ts';
import { headerValue } from '../../reading/header-values.ts';
import { messageOf, words } from '../values.ts';
import { bodyText, onOneLine } from './body-text.ts';

/** Status, reason, when to come back where that is said, and what the error says, on one line. */
export function statusText({ response, reply }: ResponseEvidence): Value {
  const retryAfter = headerValue(response.headers, 'retry-after');
  const when = retryAfter === '' ? '' : words`, Retry-After: ${messageOf(onOneLine(retryAfter))}`;
  const reason = response.reason.trim() === '' ? '' : words` ${messageOf(response.reason.trim())}`;
  const line = words`${String(response.status)}${reason}${when}`;
  switch (reply.kind) {
    case 'soap-fault':
      return words`${line}, SOAP fault: ${messageOf(onOneLine(reply.text))}`;
    case 'plain-error':
      return reply.text === ''
        ? words`${line}, empty body`
        : words`${line}: ${messageOf(bodyText(reply.text))}`;
    default:
      return line;
  }
}
