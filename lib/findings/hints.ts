import { isOfRequest, needOf } from '../judge/traits.ts';
import type { Contract } from '../model/contract.ts';
import type { Masked } from '../model/running/masked.ts';
import type { PreparedRun } from '../model/running/prepared-run.ts';
import type { ExchangeRecord } from '../model/running/results.ts';
import { ours } from '../secrets/mask.ts';
import { someOf } from '../text/counted.ts';

type Run = Pick<PreparedRun, 'contract' | 'target' | 'exchanges'>;

/** Says what a user may have got wrong in the run itself. One exchange that passed shows that nothing is. */
export function hintsOf(run: Run, records: readonly ExchangeRecord[]): readonly string[] {
  const musts = new Set(run.exchanges.filter(({ level }) => level === 'must').map(({ id }) => id));
  // A case of a weaker level says nothing: there a refusal is no failure either.
  const isFine = ({ id, verdict }: ExchangeRecord) =>
    verdict === 'passed' || (['observed', 'warned'].includes(verdict) && musts.has(id));
  if (records.some(isFine)) return [];
  const { contract, target } = run;
  return [...(records.length === 0 ? [] : baseUrlHint(contract, target.baseUrl)), ...namespaceHint(records)];
}

/** Advises on a base URL that ends in the path of the service's page, as people copy it from a browser. */
export function baseUrlHint(contract: Contract, baseUrl: string): readonly string[] {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.toLowerCase();
  const held = contract.operations.find(({ path }) => `${base}/`.includes(`${path.toLowerCase()}/`));
  if (!held) return [];
  const before = pathname.slice(0, base.indexOf(held.path.toLowerCase()));
  const advice = `try --target ${origin}${before}`;
  return [`the base URL already contains ${held.path}, and every request adds it again; ${advice}`];
}

/** Advises on the namespace of a run. Fields alone in another one are a fault of the target. */
function namespaceHint(records: readonly ExchangeRecord[]): readonly string[] {
  const found = records
    .flatMap(({ findings }) => findings)
    .filter((finding) => finding.otherNamespace && needOf(finding.rule) !== 'payload');
  const [namespace, ...more] = new Set(found.map(({ otherNamespace }) => otherNamespace));
  if (namespace === undefined || more.length > 0) return [];
  const whose = found.map((finding) => (isOfRequest(finding) ? "the client's requests" : 'the replies'));
  const who = [...new Set(whose)].sort().join(' and ');
  return [namespaceAdvice(who, namespace)];
}

/** Says why refusals of values that are taken elsewhere are reported, and which flag fails them. */
export function refusalHint(refused: readonly { readonly parameter: Masked }[]): readonly Masked[] {
  const names = someOf([...new Set(refused.map(({ parameter }) => parameter))]);
  const why = ours`${names} may crash at what is taken elsewhere; the contract leaves refusals open`;
  return refused.length === 0 ? [] : [ours`${why}, and --gate-refusals fails them`];
}

/** Says which namespace was found instead of the run's. */
export function namespaceAdvice(who: string, found: string): string {
  return `${who} use the namespace ${found}; if it is that of the service, try --namespace ${found}`;
}
