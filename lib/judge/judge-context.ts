import type { Target } from '../model/call.ts';
import type { Contract } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import { type ResultValidator, resultValidator } from '../xml/result-schema.ts';
import { type Blame, blameIn } from './requirement-lookup.ts';

/** What judging needs and what is prepared once for a run. */
export interface JudgeContext {
  readonly contract: Contract;
  readonly target: Target;
  readonly validateResult: ResultValidator;
  /** Says what a finding breaks and what it affects. */
  readonly blame: Blame;
}

/** Compiles the schema of contract §2 for a target. */
export function judgeContext(
  contract: Contract,
  target: Target,
  register: readonly Requirement[],
): JudgeContext {
  return {
    contract,
    target,
    validateResult: resultValidator(contract, target.namespace),
    blame: blameIn(register),
  };
}
