import type { Finding } from '../../model/judging/finding.ts';
import type { ToldRun } from '../../model/running/handoff.ts';
import type {
  ExchangeRecord,
  FindingReference,
  RequirementState,
  ResultRequirement,
} from '../../model/running/results.ts';
import { addTo } from '../../text/add-to.ts';
import { type Covered, type Judged, judgedRequirements } from './coverage.ts';

const NONE: Judged = { exchanges: 0, verdicts: {}, cases: [], clean: 0 };

/**
 * What a run says of every requirement: broken where a finding breaks it, held where one of its rules was evaluated
 * and found nothing, untested where none could be or every exchange has a finding that only affects it, excluded where
 * the register says why none ever is. With it everything that leads there: rules, cases, exchanges, findings, and the defects that show
 * that it can be broken.
 */
export function requirementStates(
  run: Pick<ToldRun, 'register' | 'contract' | 'exchanges' | 'defects'>,
  records: readonly ExchangeRecord[],
  covered: readonly Covered[],
): readonly ResultRequirement[] {
  const judged = judgedRequirements(run, covered);
  const breaking = findingsBy(records, ({ requirements }) => requirements);
  const affecting = findingsBy(records, ({ affected }) => affected ?? []);
  return run.register.map(({ id, level, section, binds, text, rules, excluded }) => {
    const { exchanges, verdicts, cases, clean } = judged.get(id) ?? NONE;
    const brokenBy = breaking.get(id) ?? [];
    const affectedBy = affecting.get(id) ?? [];
    return {
      ...{ id, level, section, binds, text },
      state: stateOf(excluded, brokenBy, clean),
      ...{ exchanges, verdicts, cases, brokenBy },
      ...(affectedBy.length === 0 ? {} : { affectedBy }),
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

/** The findings of a run by the requirements that each of them names. */
function findingsBy(
  records: readonly ExchangeRecord[],
  namedBy: (finding: Finding) => readonly string[],
): ReadonlyMap<string, readonly FindingReference[]> {
  const byId = new Map<string, FindingReference[]>();
  for (const { id: exchange, findings } of records) {
    for (const [index, finding] of findings.entries()) {
      for (const id of namedBy(finding)) addTo(byId, id, { exchange, finding: index });
    }
  }
  return byId;
}
