import type { BindingId } from '../../model/contract.ts';
import type { Deviation } from '../seams.ts';

/** A deliberate deviation of the reference service, with the exact rules that must catch it. */
export type Defect = Deviation & {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  /** Requirement that it breaks; none where the reply is only more than the suite reads. */
  readonly requirement?: string;
  /** Where only cases of a weaker level meet it: then it affects the requirement and must not break it. */
  readonly onlyAffects?: true;
  /** Exactly the rules that fire over the whole suite. */
  readonly rules: readonly string[];
  /** Case patterns, as of `--case`, that it takes to meet it, where calls with everyday texts do not. */
  readonly cases?: readonly string[];
};

export const soap: readonly BindingId[] = ['soap11', 'soap12'];
export const plain: readonly BindingId[] = ['http-get', 'http-post'];
export const everyBinding = [...soap, ...plain];
export const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];
export const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];
export const overGet = { bindings: ['http-get'] } as const;
export const overPost = { bindings: ['http-post'] } as const;

export const uri11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const uri12 = 'http://www.w3.org/2003/05/soap-envelope';

/** A name of the contract as requirement ids write it: words in lower case, with hyphens. */
export const slugOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
