import { declarationForms } from './declaration-forms.ts';
import { envelopeForms } from './envelope-forms.ts';
import { fieldForms } from './field-forms.ts';
import type { Form } from './form.ts';
import { framingForms } from './framing-forms.ts';
import { headerForms } from './header-forms.ts';
import { layoutForms } from './layout-forms.ts';
import { textForms } from './text-forms.ts';

/** Every equal way to write a request that a case can ask for. */
export const forms: readonly Form[] = [
  ...envelopeForms,
  ...declarationForms,
  ...layoutForms,
  ...textForms,
  ...fieldForms,
  ...headerForms,
  ...framingForms,
];
