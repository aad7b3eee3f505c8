import { matcher } from '../../lib/cases/plan/select.ts';
import type { Exchange } from '../../lib/model/exchange.ts';
import type { Defect } from '../../lib/reference/defects/defect.ts';
import { defects } from '../../lib/reference/defects/registry.ts';
import type { Deviation } from '../../lib/reference/seams.ts';
import { twins } from './twins/index.ts';
import { valueTwins } from './twins/values.ts';

/** What is judged, and what the judge must say about it; no rule for a twin. */
export type JudgedSubject = Pick<Defect, 'id' | 'title' | 'rules' | 'requirements' | 'onlyAffects'> & {
  readonly kind: 'defect' | 'twin';
};

/** A service to judge that differs from the reference. */
export type Subject = Deviation &
  JudgedSubject &
  Pick<Defect, 'cases'> & {
    /** Whether a twin has other values, which a comparison with the reference must report. */
    readonly hasOtherValues?: boolean;
  };

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
  /** What the harness itself, or a comparison with the reference, got wrong. */
  readonly faults: readonly string[];
}

export const subjects: readonly Subject[] = [
  ...defects.map((defect) => ({ ...defect, kind: 'defect' as const })),
  ...twins.map((twin) => ({
    ...twin,
    kind: 'twin' as const,
    ...{ rules: [], requirements: [] },
    hasOtherValues: valueTwins.includes(twin),
  })),
];

/** The exchanges in which a call passes the deviation of a subject: it changes no other. */
export function meeting(subject: Deviation, plan: readonly Exchange[]): readonly Exchange[] {
  return plan.filter(({ steps }) =>
    steps.some(
      ({ binding, operation }) =>
        (subject.bindings?.includes(binding) ?? true) && (subject.operations?.includes(operation) ?? true),
    ),
  );
}

/**
 * The exchanges that a subject is tried with by default: each call once, those of its own patterns, and chains of calls
 * for what may differ between their replies, which is content, or a binding. That they are enough is seen by a full
 * trial, which runs all exchanges and must say the same.
 */
export function selectFor(subject: Subject, plan: readonly Exchange[]): readonly Exchange[] {
  const isContent = subject.request !== undefined || subject.result !== undefined;
  const [binding = 'soap11'] = subject.bindings ?? [];
  const patterns = [
    '*/canonical',
    // A packet is read over every binding in turn, whichever it begins with.
    ...(isContent || subject.bindings ? ['*/same-over-every-binding/soap11'] : []),
    ...(isContent ? [`*/two-packets/${binding}`] : []),
    ...(subject.cases ?? []),
  ];
  const wanted = patterns.map((pattern) => matcher('case', pattern));
  return meeting(subject, plan).filter((exchange) => wanted.some((matches) => matches(exchange)));
}
