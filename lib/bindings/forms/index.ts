import type { Form } from './form.ts';
import { httpForms } from './http-forms.ts';
import { soapForms } from './soap-forms.ts';

/** Every equal way to write a request that a case can ask for. */
export const forms: readonly Form[] = [...soapForms, ...httpForms];
