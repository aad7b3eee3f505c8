import type { Call } from '../../model/call.ts';
import type { WireRequest } from '../../model/judging/wire.ts';
import { addressOf } from '../address.ts';
import { fieldsOf, percentEncode } from '../http/fields.ts';
import { USER_AGENT } from '../user-agent.ts';

/** A form POST: parameters as form fields (contract §4.1); a space is `+`, as application/x-www-form-urlencoded has it. */
export function encode(call: Call): WireRequest {
  const body = fieldsOf(call.operation, call.values)
    .map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`)
    .join('&');
  return {
    method: 'POST',
    path: addressOf(call),
    headers: [['Content-Type', call.binding.request.contentType ?? ''], USER_AGENT],
    body: Buffer.from(body, 'utf8'),
  };
}

function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}
