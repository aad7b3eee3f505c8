import type { Binding, Level, Operation } from '../../model/contract.ts';
import type { EvidenceByNeed } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';

export interface RuleNeeding<N extends keyof EvidenceByNeed> {
  /** Permanent, `<group>/<name>`; the register says which requirements it tests. */
  readonly id: string;
  readonly level: Level;
  readonly needs: N;
  /** To which calls it applies; all where absent. */
  readonly when?: (call: { readonly operation: Operation; readonly binding: Binding }) => boolean;
  /**
   * Returns every breach, none when the rule is kept, and null when there is nothing to look at, so that the rule is not
   * evaluated. Never throws, never prints.
   */
  readonly check: (evidence: EvidenceByNeed[N]) => readonly Breach[] | null;
}

/** One executable check. */
export type Rule = { [N in keyof EvidenceByNeed]: RuleNeeding<N> }[keyof EvidenceByNeed];

/** Returns a maker of rules about the calls of which a condition is true; about all calls without one. */
export function ruleWhen(when?: Rule['when']) {
  return <N extends keyof EvidenceByNeed>(
    id: string,
    level: Level,
    needs: N,
    check: RuleNeeding<N>['check'],
  ): RuleNeeding<N> => ({ id, level, needs, check, ...(when && { when }) });
}

export const rule = ruleWhen();
export const soapRule = ruleWhen(({ binding }) => binding.envelope !== undefined);
export const plainRule = ruleWhen(({ binding }) => binding.envelope === undefined);
export const reportRule = ruleWhen(({ operation }) => operation.kind === 'report');
export const sendRule = ruleWhen(({ operation }) => operation.kind === 'send');
