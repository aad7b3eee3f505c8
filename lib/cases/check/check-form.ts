import type { BindingId } from '../../model/contract.ts';
import type { CaseEntry } from '../case-file.ts';
import { wholeReference } from '../interpolate.ts';
import type { YamlPath } from '../yaml/yaml-source.ts';
import { type Checking, report, reportLack } from './checking.ts';

/** The form of a case is known and fits every binding that its requests go over. */
export function checkForm(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  if (entry.form === undefined) return;
  checkSteps(checking, entry, path);
  const place = [...path, 'form'];
  const name = wholeReference(entry.form);
  if (name === undefined) {
    checkFits(checking, entry, entry.form, place);
    return;
  }
  const matrix = new Map(Object.entries(entry.matrix ?? {}));
  const values = matrix.get(name);
  if (!values) {
    const message = `the matrix has no "${name}" to take the form from`;
    reportLack(checking, place, { message, allowed: [...matrix.keys()], given: name });
    return;
  }
  for (const [slug, value] of Object.entries(values)) {
    const valuePlace = [...path, 'matrix', name, slug];
    if (typeof value === 'string') checkFits(checking, entry, value, valuePlace);
    else
      report(checking, valuePlace, {
        message: `"\${${name}}" is the form, so each of its values must be one`,
      });
  }
}

function checkFits(checking: Checking, entry: CaseEntry, id: string, path: YamlPath): void {
  const { contract, forms } = checking.known;
  const bindings = entry.bindings ?? contract.bindings.map((binding) => binding.id);
  const form = forms.find((one) => one.id === id);
  if (!form) {
    const fitting = forms.filter((one) => fits(one.bindings, bindings));
    const allowed = (fitting.length > 0 ? fitting : forms).map((one) => one.id);
    report(checking, path, { message: `unknown form "${id}"`, allowed, given: id });
    return;
  }
  const unfitting = bindings.filter((binding) => !form.bindings.includes(binding));
  if (unfitting.length === 0) return;
  const message = `the form "${id}" does not fit ${unfitting.join(', ')}; "bindings" of this case can name ${form.bindings.join(', ')}`;
  reportLack(checking, path, { message });
}

function fits(form: readonly BindingId[], bindings: readonly BindingId[]): boolean {
  return bindings.every((binding) => form.includes(binding));
}

/** A form fits the case's bindings, so no step can go over another. */
function checkSteps(checking: Checking, entry: CaseEntry, path: YamlPath): void {
  (entry.steps ?? []).forEach((step, i) => {
    if (step.over === undefined || step.over === 'same') return;
    const message = 'every step of a case with a form goes over the binding of its exchange';
    report(checking, [...path, 'steps', i, 'over'], { message, allowed: ['same'] });
  });
}
