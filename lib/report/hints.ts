import type { Handoff } from '../model/handoff.ts';
import type { ExchangeRecord } from '../model/results.ts';
import type { Verdict } from '../model/verdict.ts';

type Run = Pick<Handoff, 'contract' | 'target'>;

/** Verdicts on a target that keeps what the contract demands. */
const FINE: readonly Verdict[] = ['passed', 'observed', 'warned'];

/**
 * What a user may have got wrong in the run itself, each in a sentence, where that would explain why the target keeps
 * nothing: one exchange that passed shows that both are right.
 */
export function hintsOf(run: Run, records: readonly ExchangeRecord[]): readonly string[] {
  if (records.some(({ verdict }) => FINE.includes(verdict))) return [];
  return [...baseUrlHint(run, records), ...namespaceHint(run, records)];
}

/** A base URL to which the path of the service's page still belongs is the one that people copy from a browser. */
function baseUrlHint({ contract, target }: Run, records: readonly ExchangeRecord[]): readonly string[] {
  const { origin, pathname } = new URL(target.baseUrl);
  const base = pathname.toLowerCase();
  const held = contract.operations.find(
    ({ path }) => base.includes(`${path.toLowerCase()}/`) || base.endsWith(path.toLowerCase()),
  );
  if (!held || records.length === 0) return [];
  const before = pathname.slice(0, base.indexOf(held.path.toLowerCase()));
  return [
    `the base URL holds ${held.path} already, which every request adds to it: try --target ${origin}${before}`,
  ];
}

/** An element of the service in another namespace than the run's, in the words of a rule. */
const ELEMENT = /\{([^{}]*)\}([A-Za-z_][\w.-]*)/g;

function namespaceHint(
  { target: { namespace } }: Run,
  records: readonly ExchangeRecord[],
): readonly string[] {
  const ours = `{${namespace}}`;
  const others = new Set(
    records
      .flatMap(({ findings }) => findings)
      .filter(({ expected }) => expected.includes(ours))
      .flatMap(({ expected, actual }) =>
        elements(actual).filter(({ local }) => expected.includes(`${ours}${local}`)),
      )
      .map(({ uri }) => uri)
      .filter((uri) => uri !== namespace),
  );
  const [other, ...more] = others;
  if (other === undefined || other === '' || more.length > 0) return [];
  return [`the replies are in the namespace ${other}: if it is the service's, try --namespace ${other}`];
}

function elements(text: string): readonly { readonly uri: string; readonly local: string }[] {
  return [...text.matchAll(ELEMENT)].map(([, uri = '', local = '']) => ({ uri, local }));
}
