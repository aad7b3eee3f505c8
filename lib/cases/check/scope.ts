import type { DeclaredValue } from '../../model/contract.ts';
import type { CaseEntry } from '../case-file.ts';

/** What `${name}` stands for: one of the declared values, or a field of an earlier reply. */
export type Meaning =
  | { readonly kind: 'declared'; readonly values: readonly DeclaredValue[] }
  | { readonly kind: 'capture' };

/** The names that mean something at one place of a case. */
export interface Scope {
  readonly names: ReadonlyMap<string, Meaning>;
  /** Captures of this step and of those behind it: too late to be used here. */
  readonly later: ReadonlySet<string>;
}

/** The scope in front of the step with that index; past the last step every capture is known. */
export function scopeAt(entry: CaseEntry, step: number): Scope {
  const names = new Map<string, Meaning>();
  for (const [name, values] of Object.entries(entry.matrix ?? {})) {
    names.set(name, { kind: 'declared', values: Object.values(values) });
  }
  for (const [name, generator] of Object.entries(entry.generate ?? {})) {
    if (!names.has(name)) names.set(name, { kind: 'declared', values: [generator] });
  }
  const captures = (entry.steps ?? []).map((each) => Object.keys(each.capture ?? {}));
  for (const name of captures.slice(0, step).flat()) {
    if (!names.has(name)) names.set(name, { kind: 'capture' });
  }
  const later = captures.slice(step).flat();
  return { names, later: new Set(later.filter((name) => !names.has(name))) };
}

/** Whether a declared value is a list once it is computed. */
export function isListValue(value: DeclaredValue): boolean {
  if (typeof value === 'string') return false;
  return Array.isArray(value) || 'numbers' in value;
}
