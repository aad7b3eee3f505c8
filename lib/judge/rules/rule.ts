import type { Call, Level, SoapBinding } from '../../model/contract.ts';
import type { Anatomy } from '../../model/judging/document.ts';
import type { EvidenceByNeed } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';

export interface RuleNeeding<N extends keyof EvidenceByNeed, Id extends string = string> {
  /** Permanent, `<group>/<name>`; the register says which requirements it tests. */
  readonly id: Id;
  readonly level: Level;
  readonly needs: N;
  /** To which calls it applies; all where absent. */
  readonly when?: (call: Pick<Call, 'operation' | 'binding'>) => boolean;
  /** Returns every breach, or null where there is nothing to look at and so nothing evaluated. Never throws or prints. */
  readonly check: (evidence: EvidenceByNeed[N]) => readonly Breach[] | null;
}

/** One executable check. */
export type Rule = { [N in keyof EvidenceByNeed]: RuleNeeding<N> }[keyof EvidenceByNeed];

/** Returns a maker of rules about the calls of which a condition is true, and so what is `Known`; about all without one. */
export function ruleWhen<Known = unknown>(when?: Rule['when']) {
  return <const Id extends string, N extends keyof EvidenceByNeed>(
    id: Id,
    level: Level,
    needs: N,
    check: (evidence: EvidenceByNeed[N] & Known) => readonly Breach[] | null,
  ): RuleNeeding<N, Id> => ({
    ...{ id, level, needs },
    // `when` has seen that the call is one of these.
    check: check as RuleNeeding<N>['check'],
    ...(when && { when }),
  });
}

/** A call over SOAP; where its reply is a document, that has the parts of SOAP. */
interface SoapCall {
  readonly binding: SoapBinding;
  readonly anatomy?: Anatomy & Required<Pick<Anatomy, 'soap'>>;
}

export const rule = ruleWhen();
export const soapRule = ruleWhen<SoapCall>(({ binding }) => binding.envelope !== undefined);
export const plainRule = ruleWhen(({ binding }) => binding.envelope === undefined);
export const reportRule = ruleWhen(({ operation }) => operation.kind === 'report');
export const sendRule = ruleWhen(({ operation }) => operation.kind === 'send');
