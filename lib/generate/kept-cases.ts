import { shortHash } from '../cases/plan/generate.ts';
import { operationOf } from '../cases/plan/recipients.ts';
import type { DeclaredValue, ParameterValue } from '../model/contract.ts';
import { type Exchange, isCapture } from '../model/exchange.ts';
import type { SmallestInput } from '../model/judging/finding.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { groupedBy } from '../text/add-to.ts';
import { defined } from '../text/defined.ts';
import { yaml } from '../yaml/yaml-source.ts';
import { literal, PACKET } from './covering.ts';

const HEAD =
  '# Values that came back otherwise than they were sent. A run with --cases and this file shows whether they still do.\n';

/** Longest text of one character that is written out. */
const MOST_WRITTEN = 40;

/**
 * Writes the findings of classes of values as cases, one for each smallest input. It leaves out findings that any input
 * shows, and refusals, which are open (§4.6, §7).
 * @param areSmaller whether smaller inputs were sent; where none were, the whole input of a finding is kept
 */
export function keptCases(
  { exchanges, contract }: Pick<PreparedRun, 'exchanges' | 'contract'>,
  records: readonly ExchangeRecord[],
  areSmaller: boolean,
): { readonly text: string; readonly cases: number } {
  const planned = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const found = records.flatMap(({ id, findings, smallestInputs = [] }) => {
    const exchange = planned.get(id);
    if (!exchange?.carried) return [];
    const whole = exchange.carried.map(({ parameter }) => {
      return { parameter, value: exchange.steps[0]?.values[parameter] as ParameterValue };
    });
    return findings.flatMap(({ rule, level, smallest = `the values of ${id}` }, place) => {
      const inputs = smallestInputs[place] ?? (areSmaller ? [] : whole);
      if (level === 'gap' || inputs.length === 0) return [];
      return [{ call: callOf(exchange, inputs), binding: exchange.binding, why: `${rule}: ${smallest}` }];
    });
  });
  const cases = [...groupedBy(found, ({ call }) => JSON.stringify(call))].map(([key, members]) => ({
    id: `kept-${shortHash(key)}`,
    title: 'Values that once came back otherwise come back as they were sent',
    because: [...new Set(members.map(({ why }) => why))].join('; '),
    ...{ level: 'should', requirements: ['gaps.accepted-texts'] },
    bindings: [...new Set(members.map(({ binding }) => binding))],
    ...members[0]?.call,
  }));
  return { text: `${HEAD}${yaml().stringify({ cases }, { lineWidth: 0 })}`, cases: cases.length };

  function callOf({ operation, binding, steps }: Exchange, inputs: readonly SmallestInput[]) {
    const calls = steps.map((step, index) => {
      const given = inputs.map(({ parameter, value }) => [parameter, declaredValue(value)]);
      const captured = Object.entries(step.values).filter(([, value]) => isCapture(value));
      const asked = captured.map(([name]) => [name, `\${${PACKET}}`]);
      return defined({
        [operationOf(step, contract).kind === 'send' ? 'send' : 'call']: step.operation,
        over: step.binding === binding ? undefined : step.binding,
        with: Object.fromEntries(index === 0 ? given : asked),
        level: step.level,
        capture: index === 0 ? { [PACKET]: contract.packetResult.identifier } : undefined,
      });
    });
    return defined({ operation, form: steps[0]?.form, steps: calls });
  }
}

/** Writes a value in the language of cases. */
function declaredValue(value: ParameterValue): DeclaredValue {
  if (typeof value !== 'string') {
    const isNumbered = new Set(value).size === value.length && value.every((item) => /^90\d{10}$/.test(item));
    return isNumbered && value.length > 0 ? { numbers: value.length } : value.map(literal);
  }
  const [first = ''] = value;
  const isFilled = value.length > MOST_WRITTEN && value === first.repeat(value.length);
  return isFilled ? { fill: first, length: value.length } : literal(value);
}
