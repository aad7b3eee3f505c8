import { reportRule } from '../rule.ts';
import { shownPair } from '../shown.ts';
import { identifierField } from '../structure.ts';

/** A report is for the packet that was asked for (contract §1, "for that packet"). */
export const packet = reportRule(
  'report/packet',
  'must',
  'reply',
  ({ operation, values, packet: { texts }, payload, contract }) => {
    const parameter = operation.parameters.find(({ role }) => role === 'packet');
    const field = identifierField(contract);
    const asked = parameter ? values[parameter.name] : undefined;
    // Stryker disable next-line ConditionalExpression: for the types only: the plan gives every parameter a value
    if (typeof asked !== 'string') return null;
    if (texts[field] === asked) return [];
    // Stryker disable next-line StringLiteral: for the types only: a whole packet has every field
    return [{ path: `${payload.path}/${field}`, ...shownPair(asked, texts[field] ?? ''), names: { field } }];
  },
);
