import type { Call } from '../../../model/contract.ts';
import type { WireRequest } from '../../../model/judging/wire.ts';
import type { RequestEdit } from './edit.ts';
import { envelopeForms } from './envelope.ts';
import { httpForms } from './http.ts';
import { probes } from './probes.ts';

/** Every form that a case can ask for: equal ways to write a request, and those that the contract leaves open. */
export const forms: readonly RequestEdit[] = [...envelopeForms, ...httpForms];

/** Every change that a probe can ask for, one of the forms among them. */
export const changes = [...probes, ...forms.filter(({ id }) => id === 'expect-continue')];

export const requestEdits = { forms, changes };

/** Writes an encoded request in the form that a case asks for; `cdata+charset-quoted` applies two forms in turn. */
export function inForm(request: WireRequest, call: Call, written: string | undefined): WireRequest {
  if (written === undefined) return request;
  return written.split('+').reduce((made, wanted) => {
    const form = forms.find(({ id, bindings }) => id === wanted && bindings.includes(call.binding.id));
    if (!form?.apply) throw new Error(`unknown form "${wanted}" of a request over ${call.binding.id}`);
    return form.apply(made, call);
  }, request);
}

/** True if a form differs from the plain request for a namespace. */
export function formDiffers(formId: string | undefined, namespace: string): boolean {
  return formId !== 'soap-action-two-slashes' || namespace.endsWith('/');
}
