import type { Requirement } from '../../lib/model/requirement.ts';
import type { JudgedSubject, Trial } from './subject.ts';

/** A trial compared with what was declared, both ways. */
export interface SubjectJudgement {
  readonly subject: JudgedSubject;
  readonly trial: Trial;
  /** What is wrong with it; nothing where it was judged as declared. */
  readonly problems: readonly string[];
}

export interface Matrix {
  readonly judgements: readonly SubjectJudgement[];
  /** Problems, one line each; none when the proof holds. */
  readonly problems: readonly string[];
}

/** Two, so that a rule is more than the mirror of one defect. */
export const KILLERS = 2;

/** The defects that a rule catches. */
export function killersOf(
  rule: string,
  judgements: readonly SubjectJudgement[],
): readonly SubjectJudgement[] {
  return judgements.filter(({ subject, trial }) => subject.kind === 'defect' && rule in trial.fired);
}

/** Compares what fired with what was declared, and looks for rules and requirements that nothing tests. */
export function matrixOf(
  trials: readonly (readonly [JudgedSubject, Trial])[],
  rules: readonly string[],
  register: readonly Requirement[],
): Matrix {
  const judgements = trials.map(([subject, trial]) => ({
    subject,
    trial,
    problems: problemsOf(subject, trial),
  }));
  const weak = rules.filter((rule) => killersOf(rule, judgements).length < KILLERS);
  const broken = trials.flatMap(([{ kind }, trial]) => (kind === 'defect' ? trial.broken : []));
  const unbroken = register.filter(
    ({ id, binds, level, rules: tested }) =>
      binds === 'server' && level !== 'gap' && tested.length > 0 && !broken.includes(id),
  );
  const problems = [
    ...unbroken.map(({ id }) => `requirement ${id}: no defect breaks it`),
    ...weak.map((rule) => `rule ${rule}: it catches fewer than ${KILLERS} defects`),
    ...judgements.flatMap((judgement) =>
      judgement.problems.map((problem) => `${judgement.subject.kind} ${judgement.subject.id}: ${problem}`),
    ),
  ];
  return { judgements, problems };
}

function problemsOf({ rules, requirements, onlyAffects }: JudgedSubject, trial: Trial): readonly string[] {
  const { fired, broken, affected, faults, exchanges } = trial;
  const shows = onlyAffects ? 'only affect' : 'break';
  const shown = onlyAffects ? affected : broken;
  return [
    ...rules.filter((rule) => !(rule in fired)).map((rule) => `${rule} did not fire`),
    ...Object.entries(fired).flatMap(([rule, [place]]) =>
      rules.includes(rule) ? [] : [`${rule} fired, first in ${place}`],
    ),
    ...faults,
    ...requirements.filter((id) => !shown.includes(id)).map((id) => `what fired does not ${shows} ${id}`),
    ...(exchanges === 0 ? ['no exchange meets it'] : []),
  ];
}
