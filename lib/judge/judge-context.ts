import type { Contract, Target } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import { resultValidator } from '../wire/xml/schema/result-schema.ts';
import { schemaEngine } from '../wire/xml/schema/schema-engine.ts';
import { blameIn } from './requirement-lookup.ts';

/** What judging needs and what is prepared once for a run. */
export type JudgeContext = Readonly<Awaited<ReturnType<typeof judgeContext>>>;

/** Compiles the schema of contract §2 for a target; `blame` says what a finding breaks and what it affects. */
export async function judgeContext(contract: Contract, target: Target, register: readonly Requirement[]) {
  const engine = await schemaEngine();
  return {
    contract,
    target,
    schemaEngine: engine.name,
    validateResult: resultValidator(engine, contract, target.namespace),
    blame: blameIn(register),
  };
}
