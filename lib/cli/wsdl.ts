import { refusal } from '../model/result.ts';
import { wsdl } from '../reference/wsdl.ts';
import { builtInContract } from '../run/built-in.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import type { Told } from './setting-flags.ts';

interface WsdlFlags {
  readonly pathBase: string;
  readonly asmxLists?: boolean;
}

/** Base URL of a WSDL for no target in particular. */
const NOWHERE = 'http://gateway.example';

/** `wsdl`: prints the WSDL of one path base. */
export async function wsdlCommand({ flags, io, found, refuse }: Told<WsdlFlags>): Promise<number> {
  const { pathBase, asmxLists = false } = flags;
  const contract = builtInContract();
  const paths = [...new Set(contract.operations.map(({ path }) => path))];
  const short = (path: string) => path.replace(/\/[^/]*$/, '');
  const path = paths.find((one) => [one, short(one)].includes(pathBase));
  const unknown = `--path-base "${pathBase}": unknown path base${didYouMean(pathBase, paths.map(short))}`;
  const allowed = `(path bases: ${paths.map(short).join(', ')})`;
  if (path === undefined) return refuse(refusal(2, `${unknown} ${allowed}`));
  const { target, namespace } = found.value;
  const address = `${target ?? NOWHERE}${path}`;
  io.stdout.write(wsdl(contract, path, { address, namespace, asmxLists }));
  return 0;
}
