import { forms } from '../../../lib/wire/bindings/edits/edits.ts';
import { type EditedRequest, OPEN } from './edited-request.ts';
import { httpEdits } from './http.ts';
import { soapEdits } from './soap.ts';

/** Requests in the forms of cases; the contract leaves the charset of a form open. */
const inForms = forms.map((form): EditedRequest => {
  const rules = form.id === 'charset-on-form' ? [`request/content-type${OPEN}`] : [];
  return { ...form, title: `Form ${form.id} of cases/forms.md`, rules, ofClient: rules };
});

/** Every edit of a request that the rules about requests are tested against, our own requests and those of clients. */
export const editedRequests: readonly EditedRequest[] = [...httpEdits, ...soapEdits, ...inForms];
