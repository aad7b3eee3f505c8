import type { ExchangeRecord } from '../../model/running/results.ts';
import { causeKey } from '../../results/causes.ts';
import { ours } from '../../secrets/mask.ts';
import { groupedBy } from '../../text/add-to.ts';

/** Causes of a rule and a level that a run tells apart: names that a target invents would make one each. */
const MOST_CAUSES = 100;
/** Characters of a text of the findings beyond the limit. */
const MOST_OF_TEXT = 200;

/** Makes the limiter of a run's findings: beyond the limit a reply has one finding for a rule and level, which counts the others. */
export function causeLimiter() {
  const known = new Map<string, Set<string>>();
  return (record: ExchangeRecord): ExchangeRecord => {
    // They go by the places of findings; as they cost messages, few exchanges have them.
    if (record.smallestInputs || record.findings.length === 0) return record;
    const groups = groupedBy(record.findings.entries(), ([index, finding]) => {
      const kind = `${finding.rule} ${finding.level}`;
      const causes = known.get(kind) ?? new Set<string>();
      const key = causeKey(finding);
      if (causes.size >= MOST_CAUSES && !causes.has(key)) return `${kind} ${finding.step}`;
      known.set(kind, causes.add(key));
      return index;
    });
    const findings = [...groups].map(([key, [[, first], ...rest]]) => {
      if (typeof key === 'number') return first;
      const { change: _, ...finding } = first;
      const more = rest.reduce((sum, [, further]) => sum + 1 + further.more, first.more);
      const actual = ours`${first.actual.slice(0, MOST_OF_TEXT)} (one of many: a run tells ${MOST_CAUSES} causes of a rule apart)`;
      const expected = ours`${first.expected.slice(0, MOST_OF_TEXT)}`;
      return { ...finding, expected, actual, cause: ours`${first.rule}: other causes`, more };
    });
    return { ...record, findings };
  };
}
