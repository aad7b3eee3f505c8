import { allBindings } from '../../model/contract.ts';
import type { Deviation } from '../seams.ts';

/** A deliberate deviation of the reference service, with the exact rules that must catch it. */
export type Defect = Deviation & {
  /** Permanent slug, named by what it breaks. */
  readonly id: string;
  readonly title: string;
  /** Requirements that it breaks; none where the reply is only more than the suite reads. */
  readonly requirements: readonly string[];
  /** Where only cases of a weaker level meet it: then it affects the requirements and must not break them. */
  readonly onlyAffects?: true;
  /** Exactly the rules that fire over the whole suite. */
  readonly rules: readonly string[];
  /** Case patterns, as of `--case`, that it takes to meet it, where calls with everyday texts do not. */
  readonly cases?: readonly string[];
};

export { fieldBindings as plain, soapBindings as soap } from '../../model/contract.ts';
export const sends = ['SingleShotSmsWithTypeAndKeyID', 'SendBulkSms'];
export const reports = ['ReportSingleShotSms', 'ReportSmsWithPacketId'];
export const overGet = { bindings: ['http-get'] } as const;
export const overPost = { bindings: ['http-post'] } as const;

export const uri11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const uri12 = 'http://www.w3.org/2003/05/soap-envelope';

/** Writes a name of the contract for requirement ids: words in lower case, with hyphens. */
export const slugOf = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

export type Reach = Pick<Defect, 'bindings' | 'operations' | 'cases' | 'onlyAffects'>;

export type NameOrNames = string | readonly string[];

/** Makes defects that exactly these rules find; `*` in requirements is each binding of the scope. */
export function found(rules: NameOrNames, requirements: NameOrNames = [], scope: Reach = {}) {
  const { bindings = allBindings } = scope;
  const broken = [requirements].flat().flatMap((name) => bindings.map((id) => name.replace('*', id)));
  return tables({ rules: [rules].flat(), requirements: [...new Set(broken)], ...scope });
}

/** Changes, each under "id: Title". */
export type Table<Change> = Readonly<Record<string, Change>>;

/** Makes deviations with common members: `in` takes their seam, and the changes. */
export function tables<Common extends object>(common: Common) {
  return {
    in: <Change>(seamOf: (change: Change) => Deviation, table: Table<NoInfer<Change>>) =>
      rowsOf<Change, Common & Deviation>(table, (change) => ({ ...common, ...seamOf(change) })),
  };
}

/** Makes rows of a table, each with id, title and the members that its change makes. */
export function rowsOf<Change, Rest extends object>(table: Table<Change>, restOf: (change: Change) => Rest) {
  return Object.entries<Change>(table).map(([name, change]) => {
    const [id = '', ...title] = name.split(': ');
    return { id, title: title.join(': '), ...restOf(change) };
  });
}
