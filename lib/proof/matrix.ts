import type { Requirement } from '../model/requirement.ts';
import type { Judged, Trial } from './subject.ts';

/** A trial compared with what was declared, both ways. */
export interface Judgement {
  readonly subject: Judged;
  readonly trial: Trial;
  /** Declared, but silent. */
  readonly missed: readonly string[];
  /** Fired, but not declared. */
  readonly extra: readonly string[];
}

export interface Matrix {
  readonly judgements: readonly Judgement[];
  /** Rules that fewer than two defects trip. */
  readonly weakRules: readonly string[];
  /** Requirements on the server, must and should, that no defect breaks. */
  readonly unbroken: readonly Requirement[];
  /** Problems, one line each; none when the proof holds. */
  readonly problems: readonly string[];
}

/** Two, so that a rule is more than the mirror of one defect. */
export const KILLERS = 2;

/** The defects that trip a rule. */
export function killersOf(rule: string, defects: readonly Judgement[]): readonly Judgement[] {
  return defects.filter(({ trial }) => rule in trial.fired);
}

/** Compares what fired with what was declared, and looks for rules and requirements that nothing tests. */
export function matrixOf(
  trials: readonly (readonly [Judged, Trial])[],
  rules: readonly string[],
  register: readonly Requirement[],
): Matrix {
  const judgements = trials.map(([subject, trial]): Judgement => {
    const fired = Object.keys(trial.fired);
    return {
      subject,
      trial,
      missed: subject.rules.filter((rule) => !fired.includes(rule)),
      extra: fired.filter((rule) => !subject.rules.includes(rule)),
    };
  });
  const defects = judgements.filter(({ subject }) => subject.kind === 'defect');
  const weakRules = rules.filter((rule) => killersOf(rule, defects).length < KILLERS);
  const broken = new Set(defects.flatMap(({ trial }) => trial.broken));
  const unbroken = register.filter(
    ({ id, binds, level, rules: tested }) =>
      binds === 'server' && level !== 'gap' && tested.length > 0 && !broken.has(id),
  );
  return { judgements, weakRules, unbroken, problems: problemsOf(judgements, weakRules, unbroken) };
}

function problemsOf(
  judgements: readonly Judgement[],
  weakRules: readonly string[],
  unbroken: readonly Requirement[],
): readonly string[] {
  return [
    ...unbroken.map(({ id }) => `requirement ${id}: no defect breaks it`),
    ...weakRules.map((rule) => `rule ${rule}: fewer than ${KILLERS} defects trip it`),
    ...judgements.flatMap(({ subject, trial, missed, extra }) =>
      [
        ...missed.map((rule) => `${rule} did not fire`),
        ...extra.map((rule) => `${rule} fired, first in ${trial.fired[rule]?.[0]}`),
        ...trial.faults.slice(0, 1).map((fault) => `harness error in ${fault}`),
        ...misnamed(subject, trial).map((problem) => `what fired does not ${problem}`),
        ...miscompared(subject, trial).map((problem) => `compare tells ${problem}`),
        ...(trial.exchanges === 0 ? ['no exchange meets it'] : []),
      ].map((problem) => `${subject.kind} ${subject.id}: ${problem}`),
    ),
  ];
}

/** What is wrong with the requirement that a defect names. */
function misnamed({ requirement, onlyAffects }: Judged, { broken, affected }: Trial): readonly string[] {
  if (requirement === undefined) return [];
  if (onlyAffects) return affected.includes(requirement) ? [] : [`affect ${requirement}, or breaks it`];
  return broken.includes(requirement) ? [] : [`break ${requirement}`];
}

/** What is wrong with the differences from the reference that a comparison tells. */
function miscompared({ compared }: Judged, { differences }: Trial): readonly string[] {
  if (!compared || !differences) return [];
  const { meaning, surface } = differences;
  if (compared === 'surface') return meaning.length === 0 ? [] : [`a difference of meaning: ${meaning[0]}`];
  if (compared === 'meaning') return meaning.length > 0 ? [] : ['no difference of meaning'];
  return meaning.length + surface.length > 0 ? [] : ['no difference'];
}
