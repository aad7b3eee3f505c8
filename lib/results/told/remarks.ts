import { testingRules } from '../../judge/requirement-lookup.ts';
import type { Level } from '../../model/contract.ts';
import type { ResultRequirement, Results } from '../../model/running/results.ts';
import { counted } from '../../text/counted.ts';

type Told = Pick<Results, 'outcome' | 'exitCode' | 'gate' | 'summary' | 'requirements' | 'rules'>;

/**
 * Returns the clauses that qualify the outcome of a run: requirements that are broken although it conforms, with the
 * reason; known failures; and requirements that are untested because no reply contained a delivery result.
 */
export function remarksOf(results: Told): readonly string[] {
  const { outcome, summary } = results;
  const failures = summary.knownFailure;
  const what = failures === 1 ? '1 exchange is a known failure' : `${failures} exchanges are known failures`;
  const hidden = untestedOf(results).length;
  const behind = hidden === 0 ? '' : `, with ${counted(hidden, 'requirement')} untested`;
  const known = failures === 0 ? [] : [`${what}${behind}`];
  return [
    ...(outcome === 'conforms' ? brokenRemarks(results) : []),
    ...(outcome === 'deviates' ? blockedRemark(results) : []),
    ...known,
    ...(outcome === 'conforms' || outcome === 'deviates' ? deliveryRemark(results) : []),
  ];
}

/** Returns the same results with the remarks of their current outcome. */
export function withRemarks({ remarks: _, ...results }: Results): Results {
  const remarks = remarksOf(results);
  return remarks.length === 0 ? results : { ...results, remarks };
}

function brokenRemarks({ requirements, gate, summary }: Told): readonly string[] {
  const broken = (level: Level) =>
    requirements.filter((one) => one.state === 'broken' && one.level === level).length;
  const should = summary.warned > 0 && gate === 'must' ? '--gate should fails' : 'by known failures';
  const reasons = [
    ['must', 'by known failures'],
    ['should', should],
    ['gap', 'never gates'],
  ] as const;
  return reasons.flatMap(([level, why]) => {
    const count = broken(level);
    return count === 0 ? [] : [`${counted(count, `${level} requirement`)} broken (${why})`];
  });
}

/** Says why a run is red in which no must was found broken: a should finding blocked exchanges of level must. */
function blockedRemark({ summary: { failed, blocked } }: Told): readonly string[] {
  if (failed > 0 || blocked === 0) return [];
  return [
    blocked === 1 ? '1 exchange of level must is blocked' : `${blocked} exchanges of level must are blocked`,
  ];
}

function untestedOf({ requirements }: Told): readonly ResultRequirement[] {
  return requirements.filter(({ state }) => state === 'untested');
}

/** A server that tells no delivery result shows nothing about one; what it shows otherwise is judged all the same. */
function deliveryRemark(results: Told): readonly string[] {
  const { rules = [] } = results;
  const evaluated = (rule: string) => rules.find(({ id }) => id === rule)?.exchanges ?? 0;
  if (evaluated('result/schema') === 0 || evaluated('delivery/field-once') > 0) return [];
  const untested = untestedOf(results).filter(needsDelivery).length;
  if (untested === 0) return [];
  return [`${counted(untested, 'requirement')} untested: no reply contained a delivery result`];
}

/** Whether only a delivery result can show that a requirement is met. */
function needsDelivery(requirement: ResultRequirement): boolean {
  const own = testingRules(requirement);
  return own.length > 0 && own.every((rule) => rule.startsWith('delivery/'));
}
