import type { Contract, Target } from '../model/contract.ts';
import type { SchemaEngineName } from '../model/judging/evidence.ts';
import type { Requirement } from '../model/requirement.ts';
import { type ResultValidator, resultValidator } from '../wire/xml/schema/result-schema.ts';
import { schemaEngine } from '../wire/xml/schema/schema-engine.ts';
import { blameIn } from './requirement-lookup.ts';

/** What judging needs and what is prepared once for a run. */
export interface JudgeContext {
  readonly contract: Contract;
  readonly target: Target;
  readonly schemaEngine: SchemaEngineName;
  readonly validateResult: ResultValidator;
  /** Says what a finding breaks and what it affects. */
  readonly blame: ReturnType<typeof blameIn>;
}

/** Compiles the schema of contract §2 for a target. */
export async function judgeContext(
  contract: Contract,
  target: Target,
  register: readonly Requirement[],
): Promise<JudgeContext> {
  const engine = await schemaEngine();
  return {
    contract,
    target,
    schemaEngine: engine.name,
    validateResult: resultValidator(engine, contract, target.namespace),
    blame: blameIn(register),
  };
}
