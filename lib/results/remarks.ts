import { testingRules } from '../judge/requirement-lookup.ts';
import type { Outcome, Results } from '../model/running/results.ts';
import { counted } from '../text/counted.ts';

/** How many causes break what the contract implies, where the gate lets that pass; those of one root are one. */
export function impliedBroken({ gate, causes }: Pick<Results, 'gate' | 'causes'>): number {
  if (gate !== 'must') return 0;
  const implied = causes.filter(({ level, verdicts }) => level === 'should' && verdicts.warned !== undefined);
  return new Set(implied.map(({ id, root }) => root ?? id)).size;
}

/**
 * Returns the clauses that qualify the outcome of a run: requirements broken although it conforms, known failures, and
 * requirements that are untested because no reply contained a delivery result.
 */
export function remarksOf(
  outcome: Outcome,
  results: Pick<Results, 'gate' | 'summary' | 'requirements' | 'rules' | 'causes'>,
): readonly string[] {
  const { summary, requirements, rules = [] } = results;
  const untested = requirements.filter(({ state }) => state === 'untested');
  const remarks: string[] = [];
  const implied = outcome === 'conforms' ? impliedBroken(results) : 0;
  if (implied > 0) {
    const what = `${counted(implied, 'thing')} that ${implied === 1 ? 'follows from it is' : 'follow from it are'} broken`;
    remarks.push(`${what} (--gate should fails)`);
  }
  const reasons = [
    ['must', 'by known failures'],
    ['should', 'by known failures'],
    ['gap', 'never gates'],
  ] as const;
  for (const [level, why] of outcome === 'conforms' ? reasons : []) {
    const broken = requirements.filter((one) => one.state === 'broken' && one.level === level).length;
    if (broken > 0 && (level !== 'should' || implied === 0))
      remarks.push(`${counted(broken, `${level} requirement`)} broken (${why})`);
  }
  const known = summary.knownFailure;
  if (known > 0) {
    const what = known === 1 ? '1 exchange is a known failure' : `${known} exchanges are known failures`;
    const hidden = untested.length > 0 ? `, with ${counted(untested.length, 'requirement')} untested` : '';
    remarks.push(`${what}${hidden}`);
  }
  // Replies without delivery results show nothing about these; everything else is judged all the same.
  const evaluated = (rule: string) => (rules.find(({ id }) => id === rule)?.exchanges ?? 0) > 0;
  const isJudged = outcome === 'conforms' || outcome === 'deviates';
  if (!isJudged || !evaluated('result/schema') || evaluated('delivery/field-once')) return remarks;
  const ofDelivery = untested.filter((requirement) => {
    const own = testingRules(requirement);
    return own.length > 0 && own.every((rule) => rule.startsWith('delivery/'));
  });
  const what = counted(ofDelivery.length, 'requirement');
  if (ofDelivery.length > 0) remarks.push(`${what} untested: no reply contained a delivery result`);
  return remarks;
}
