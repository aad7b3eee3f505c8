import { join } from 'node:path';
import { loadContract } from '../cases/load-contract.ts';
import { formatProblem } from '../cases/yaml/format-problem.ts';
import { refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import { wsdl } from '../reference/wsdl.ts';
import { casesFolder } from '../run/built-in.ts';
import { mistakeMask } from '../settings/reach.ts';
import { readSettings } from '../settings/read-settings.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { DESCRIBED, type SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

export interface WsdlFlags extends SettingFlags {
  readonly pathBase: string;
  readonly asmxLists?: boolean;
}

/** Base URL of a WSDL for no target in particular. */
const NOWHERE = 'http://gateway.example';

/** `wsdl`: prints the WSDL of one path base. */
export async function wsdlCommand(
  { pathBase, asmxLists = false, ...flags }: WsdlFlags,
  io: Io,
): Promise<number> {
  const settings = await readSettings({ flags, environment: io.env }, DESCRIBED);
  if (!settings.ok) return refuse(io, settings);
  const contract = loadContract(join(casesFolder, 'contract.yaml'));
  if (!contract.ok) return refuse(io, refusal(5, contract.error.map(formatProblem).join('\n\n')));
  const paths = [...new Set(contract.value.operations.map(({ path }) => path))];
  const short = (path: string) => path.replace(/\/[^/]*$/, '');
  const path = paths.find((one) => [one, short(one)].includes(pathBase));
  const unknown = `--path-base "${pathBase}": unknown path base${didYouMean(pathBase, paths.map(short))}`;
  const allowed = `(path bases: ${paths.map(short).join(', ')})`;
  if (path === undefined) return refuse(io, refusal(2, `${unknown} ${allowed}`), mistakeMask(io.env));
  const { target, namespace } = settings.value;
  const address = `${target ?? NOWHERE}${path}`;
  io.stdout.write(wsdl(contract.value, path, { address, namespace, asmxLists }));
  return 0;
}
