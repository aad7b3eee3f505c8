import { weaker } from '../judge/judge-step.ts';
import type { Handoff } from '../model/handoff.ts';
import type { Requirement } from '../model/requirement.ts';
import type {
  ExchangeRecord,
  FindingReference,
  RequirementState,
  ResultRequirement,
} from '../model/results.ts';
import { addTo } from './add-to.ts';
import { type Judged, judgedRequirements } from './judged-requirements.ts';

const NONE: Judged = { exchanges: 0, verdicts: {}, cases: [], clean: 0 };

/**
 * What a run says of every requirement: broken where a finding names it, held where one of its rules had its say
 * and found nothing, untested where none could or all that was found is capped, excluded where the register says why
 * none ever does. With it everything that leads there: rules, cases, exchanges, findings, and the defects that show
 * that it can be broken.
 */
export function requirementStates(
  run: Pick<Handoff, 'register' | 'contract' | 'exchanges' | 'defects'>,
  records: readonly ExchangeRecord[],
): readonly ResultRequirement[] {
  const judged = judgedRequirements(run, records);
  const breaking = breakingFindings(run.register, records);
  return run.register.map(({ id, level, section, binds, text, rules, excluded }) => {
    const { exchanges, verdicts, cases, clean } = judged.get(id) ?? NONE;
    const brokenBy = breaking.get(id) ?? [];
    return {
      ...{ id, level, section, binds, text },
      state: stateOf(excluded, brokenBy, clean),
      ...{ exchanges, verdicts, cases, brokenBy },
      rules,
      defects: run.defects[id] ?? [],
      ...(excluded === undefined ? {} : { excluded }),
    };
  });
}

function stateOf(
  excluded: string | undefined,
  findings: readonly FindingReference[],
  clean: number,
): RequirementState {
  if (excluded !== undefined) return 'excluded';
  if (findings.length > 0) return 'broken';
  return clean > 0 ? 'held' : 'untested';
}

/**
 * The findings that break a requirement, by its id. A finding that its case caps below the level of the
 * requirement is about an input that the contract leaves open, and breaks nothing.
 */
function breakingFindings(
  register: readonly Requirement[],
  records: readonly ExchangeRecord[],
): ReadonlyMap<string, readonly FindingReference[]> {
  const levels = new Map(register.map(({ id, level }) => [id, level]));
  const breaking = new Map<string, FindingReference[]>();
  for (const { id: exchange, findings } of records) {
    for (const [finding, { requirements, level }] of findings.entries()) {
      for (const id of requirements) {
        const own = levels.get(id);
        if (own !== undefined && weaker(own, level) === own) addTo(breaking, id, { exchange, finding });
      }
    }
  }
  return breaking;
}
