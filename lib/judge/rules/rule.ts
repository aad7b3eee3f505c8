import type { Call, Level, SoapBinding } from '../../model/contract.ts';
import type { Anatomy } from '../../model/judging/document.ts';
import type { EvidenceByNeed } from '../../model/judging/evidence.ts';
import type { Breach } from '../../model/judging/finding.ts';

/** What a rule is about: by this, and by no id, other parts treat rules apart. */
export type Trait =
  | 'unanswered' // No answer came.
  | 'unreadable' // An answer came whose head cannot be read.
  | 'limit' // An answer is over a limit of the suite, so it was not judged.
  | 'status' // The status of the response, which refuses a call.
  | 'unread' // The reply is no packet result.
  | 'namespace' // An element is in the namespace of the service.
  | 'once' // An element of the contract occurs once.
  | 'beside' // No element is beside those of the contract.
  | 'second-opinion' // It confirms other rules of a requirement, and shows nothing by itself beside them.
  | 'deliveries' // What the reply lists about recipients.
  | 'numbers' // The numbers of recipients.
  | 'text' // The text of the message.
  | 'count' // How many delivery results a recipient has.
  | 'values' // A value of the call, which its reply shows again.
  | 'packet' // What else a reply says of the packet of its send.
  | 'path' // The path base of an operation.
  | 'content' // What a request carries.
  | 'case' // What a case itself expects, which is as open as the case.
  | 'comparing'; // Calls are treated alike, whether they are taken or refused.

export interface RuleNeeding<N extends keyof EvidenceByNeed, Id extends string = string> {
  /** Permanent, `<group>/<name>`; the register says which requirements it tests. */
  readonly id: Id;
  readonly level: Level;
  readonly needs: N;
  readonly traits: readonly Trait[];
  /** The version that it came with, such as `0.2`; the first where absent. */
  readonly since?: string;
  /** To which calls it applies; all where absent. */
  readonly when?: (call: Pick<Call, 'operation' | 'binding'>) => boolean;
  /** Returns every breach, or null where there is nothing to look at and so nothing evaluated. Never throws or prints. */
  readonly check: (evidence: EvidenceByNeed[N]) => readonly Breach[] | null;
}

export type Rule = { [N in keyof EvidenceByNeed]: RuleNeeding<N> }[keyof EvidenceByNeed];

type Check<N extends keyof EvidenceByNeed, Known> = (
  evidence: EvidenceByNeed[N] & Known,
) => readonly Breach[] | null;

/** Returns a maker of rules about calls that meet a condition, and so are `Known`; about all calls without a condition. */
export function ruleWhen<Known = unknown>(when?: Rule['when']) {
  return <const Id extends string, N extends keyof EvidenceByNeed>(
    id: Id,
    level: Level,
    needs: N,
    ...rest: readonly [Check<N, Known>] | readonly [readonly Trait[], Check<N, Known>]
  ): RuleNeeding<N, Id> => {
    const [traits, check] = rest.length === 1 ? [[], ...rest] : rest;
    // `when` has seen that the call is one of these.
    return { id, level, needs, traits, check: check as RuleNeeding<N>['check'], ...(when && { when }) };
  };
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
