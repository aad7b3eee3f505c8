import type { Call } from '../../../model/call.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { fieldsOf } from '../http/fields.ts';
import { addressOf, USER_AGENT } from '../request-parts.ts';

/** A GET request: parameters as query fields (contract §4.1), a space as %20, no content type and no body. */
export function encode(call: Call): WireRequest {
  return { method: 'GET', path: `${addressOf(call)}?${fieldsOf(call)}`, headers: [USER_AGENT], body: null };
}
