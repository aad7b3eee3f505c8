import { applicableRules } from '../judge/judge-step.ts';
import { requirementLookup } from '../judge/requirement-lookup.ts';
import type { Handoff } from '../model/handoff.ts';
import type { Requirement } from '../model/requirement.ts';
import type { ExchangeRecord } from '../model/results.ts';
import type { Verdict } from '../model/verdict.ts';
import { addTo } from './add-to.ts';

/** An exchange in which a rule had its say. */
export interface Judged {
  /** As `operation/case`. */
  readonly case: string;
  readonly verdict: Verdict;
  /** Whether nothing at all was found against the requirement, a finding that its case caps neither. */
  readonly clean: boolean;
}

/** The exchanges in which one of its rules had its say, by requirement. */
export function judgedRequirements(
  { register, contract, exchanges }: Pick<Handoff, 'register' | 'contract' | 'exchanges'>,
  records: readonly ExchangeRecord[],
): ReadonlyMap<string, readonly Judged[]> {
  const lookup = requirementLookup(register);
  const planned = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const ofDeliveries = new Set(register.filter(aboutDeliveries).map(({ id }) => id));
  const known = new Map<string, readonly string[]>();
  const ofStep = (
    { operation, binding, reached, deliveries }: ExchangeRecord['steps'][number],
    reportsOn: number | undefined,
  ): readonly string[] => {
    const onSend = reportsOn !== undefined;
    const key = `${operation} ${binding} ${reached} ${onSend}`;
    const found = known.get(key) ?? stepRequirements(operation, binding, reached, onSend);
    known.set(key, found);
    // Of an element that is in no reply, no rule has anything to say.
    return deliveries > 0 ? found : found.filter((id) => !ofDeliveries.has(id));
  };
  const stepRequirements = (...[operationName, bindingId, reached, onSend]: StepKey): readonly string[] => {
    const operation = contract.operations.find(({ name }) => name === operationName);
    const binding = contract.bindings.find(({ id }) => id === bindingId);
    if (!operation || !binding) return [];
    // A report on a packet that the run has not sent can be compared with nothing.
    const sent = operation.kind === 'send' || onSend;
    return applicableRules({ operation, binding }, reached)
      .filter((rule) => sent || !rule.aboutSend)
      .flatMap((rule) =>
        lookup(rule.id, { operation: operationName, kind: operation.kind, binding: bindingId }),
      );
  };
  const judged = new Map<string, Judged[]>();
  for (const record of records) {
    const exchange = planned.get(record.id);
    if (!exchange) continue;
    const ids = new Set(
      record.steps.flatMap((step, index) => ofStep(step, exchange.steps[index]?.reportsOn)),
    );
    if (record.steps.filter(({ reached }) => reached === 'reply').length > 1 && exchange.expect.sameContent) {
      for (const step of record.steps) {
        for (const id of lookup('report/same-content', { ...step, kind: 'report' })) ids.add(id);
      }
    }
    // What a case shows besides its rules, it shows by replies.
    const whole = exchange.steps.every((_, index) => record.steps[index]?.reached === 'reply');
    if (whole) for (const id of exchange.requirements) ids.add(id);
    const one = { case: `${exchange.operation}/${exchange.case}`, verdict: record.verdict };
    const against = new Set(record.findings.flatMap(({ requirements }) => requirements));
    for (const id of ids) addTo(judged, id, { ...one, clean: !against.has(id) });
  }
  return judged;
}

/** Whether only a delivery result can show that it is met; the rule about the schema judges the whole packet. */
function aboutDeliveries({ rules }: Requirement): boolean {
  const own = rules.filter((rule) => rule !== 'result/schema');
  return own.length > 0 && own.every((rule) => rule.startsWith('delivery/'));
}

type StepKey = [
  operation: string,
  binding: string,
  reached: ExchangeRecord['steps'][number]['reached'],
  onSend: boolean,
];
