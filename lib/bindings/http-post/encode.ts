import type { Call, WireRequest } from '../../model/judging/wire.ts';
import { fieldsOf, percentEncode } from '../http/fields.ts';
import { addressOf, USER_AGENT } from '../request-parts.ts';

/** A form POST: parameters as form fields (contract §4.1); a space is `+`, as application/x-www-form-urlencoded has it. */
export function encode(call: Call): WireRequest {
  const body = fieldsOf(call.operation, call.values)
    .map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`)
    .join('&');
  return {
    method: 'POST',
    path: addressOf(call),
    // Stryker disable next-line StringLiteral: for the types only: each binding with a body has a content type
    headers: [['Content-Type', call.binding.request.contentType ?? ''], USER_AGENT],
    // Stryker disable next-line StringLiteral: Node reads an empty encoding name as utf8
    body: Buffer.from(body, 'utf8'),
  };
}

function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}
