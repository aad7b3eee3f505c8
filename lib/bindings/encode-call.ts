import type { Call } from '../model/call.ts';
import type { WireRequest } from '../model/wire.ts';
import { forms } from './forms/index.ts';
import { bindings } from './index.ts';

/**
 * Encodes a call over its binding, in the form that a case asks for, if it does. Throws where there is no such form,
 * or none for that binding: the loader of the cases has refused both.
 */
export function encodeCall(call: Call, formId?: string): WireRequest {
  const request = bindings[call.binding.id].encode(call);
  if (formId === undefined) return request;
  const form = forms.find(({ id, bindings: fitting }) => id === formId && fitting.includes(call.binding.id));
  if (!form) throw new Error(`there is no form "${formId}" of a request over ${call.binding.id}`);
  return form.apply(request, call);
}
