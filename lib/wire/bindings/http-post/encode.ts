import type { Call } from '../../../model/call.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import { fieldsOf } from '../http/fields.ts';
import { posted } from '../request-parts.ts';

/** A form POST: parameters as form fields (contract §4.1); a space is `+`, as application/x-www-form-urlencoded has it. */
export function encode(call: Call): WireRequest {
  return posted(call, [], fieldsOf(call).replaceAll('%20', '+'));
}
