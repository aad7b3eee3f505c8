import type { BindingId } from '../model/contract.ts';
import type { Deviation } from '../reference/index.ts';

/** A service to judge that differs from the reference, and what the judge must say about it. */
export interface Subject {
  readonly id: string;
  readonly title: string;
  readonly kind: 'defect' | 'twin';
  readonly deviation: Deviation;
  /** Requirement that a defect breaks. */
  readonly requirement?: string;
  /** Requirement that a defect affects and does not break. */
  readonly affects?: string;
  /** Rules that must fire over the whole suite, and no other; none for a twin. */
  readonly rules: readonly string[];
  /** Case patterns, as of `--case`, that it takes to meet it, beyond those that every subject is tried with. */
  readonly cases: readonly string[];
}

/** What the judge said about a subject. */
export interface Trial {
  readonly id: string;
  readonly exchanges: number;
  /** Exchanges in which a rule fired that is silent on the reference, by rule. */
  readonly fired: Readonly<Record<string, readonly string[]>>;
  /** Requirements that those findings break. */
  readonly broken: readonly string[];
  /** Requirements that they only affect. */
  readonly affected: readonly string[];
  /** What the harness itself got wrong. */
  readonly faults: readonly string[];
  readonly durationMs: number;
}

/** Whether a call over this binding passes the subject's deviation. */
export function meets(
  { deviation }: Pick<Subject, 'deviation'>,
  step: { readonly operation: string; readonly binding: BindingId },
): boolean {
  return (
    (deviation.bindings?.includes(step.binding) ?? true) &&
    (deviation.operations?.includes(step.operation) ?? true)
  );
}
