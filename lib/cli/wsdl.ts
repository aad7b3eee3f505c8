import { join } from 'node:path';
import { loadContract } from '../cases/load-contract.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { refusal } from '../model/result.ts';
import { wsdl } from '../reference/wsdl.ts';
import { casesFolder } from '../run/built-in.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { SettingFlags } from './setting-flags.ts';
import type { Told } from './told.ts';

export interface WsdlFlags extends SettingFlags {
  readonly pathBase: string;
  readonly asmxLists?: boolean;
}

/** Base URL of a WSDL for no target in particular. */
const NOWHERE = 'http://gateway.example';

/** `wsdl`: prints the WSDL of one path base. */
export async function wsdlCommand({ flags, io, found, refuse }: Told<WsdlFlags>): Promise<number> {
  const { pathBase, asmxLists = false } = flags;
  const contract = loadContract(join(casesFolder, 'contract.yaml'));
  if (!contract.ok) return refuse(refusal(5, contract.error.map(formatProblem).join('\n\n')));
  const paths = [...new Set(contract.value.operations.map(({ path }) => path))];
  const short = (path: string) => path.replace(/\/[^/]*$/, '');
  const path = paths.find((one) => [one, short(one)].includes(pathBase));
  const unknown = `--path-base "${pathBase}": unknown path base${didYouMean(pathBase, paths.map(short))}`;
  const allowed = `(path bases: ${paths.map(short).join(', ')})`;
  if (path === undefined) return refuse(refusal(2, `${unknown} ${allowed}`));
  const { target, namespace } = found.value;
  const address = `${target ?? NOWHERE}${path}`;
  io.stdout.write(wsdl(contract.value, path, { address, namespace, asmxLists }));
  return 0;
}
