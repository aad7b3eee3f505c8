import { foreignGuard } from '../listen/foreign.ts';
import { refusal } from '../model/result.ts';
import type { Defect } from '../reference/defects/defect.ts';
import { defects, findDefect } from '../reference/defects/registry.ts';
import { MOST_CONNECTIONS, startReference } from '../reference/start.ts';
import { wsdl } from '../reference/wsdl.ts';
import { builtInDeclarations } from '../run/built-in.ts';
import { didYouMean } from '../text/nearest.ts';
import { printable } from '../text/printable.ts';
import { reasonOf } from '../text/reason-of.ts';
import { type LikeFlags, likeStyles, styleDeviation } from './style-of.ts';
import { type Ended, type Invocation, NOWHERE } from './usage.ts';

export interface ServeFlags extends LikeFlags {
  readonly port: number;
  readonly host: string;
  readonly defect: readonly string[];
}

/** Runs `serve`, the reference service with the chosen defects, until it is interrupted. */
export async function serveCommand({ flags, io, found }: Invocation<ServeFlags>): Promise<Ended> {
  if (flags.defect.includes('list')) {
    io.stdout.write(`${defects.map(({ id, title }) => `${id.padEnd(32)}  ${title}`).join('\n')}\n`);
    return 0;
  }
  const { port, host } = flags;
  const { namespace, allowHost } = found.value;
  try {
    const chosen = flags.defect.map(readDefect);
    const { contract } = builtInDeclarations(found.value);
    const deviations = [...chosen, ...likeStyles(flags, contract).map(styleDeviation)];
    const guard = foreignGuard(host, allowHost, (line) =>
      io.stdout.write(`${found.mask(printable(line))}\n`),
    );
    const most = MOST_CONNECTIONS;
    const reference = await startReference({ contract, namespace, host, port, deviations, guard, most });
    io.stdout.write(`serving ${reference.baseUrl} in namespace ${namespace}\n`);
    for (const { id, title } of chosen) io.stdout.write(`with ${id}: ${title}\n`);
    if (flags.like.length > 0) io.stdout.write(`written as in ${flags.like.join(', ')}\n`);
    await io.interrupted();
    await reference.close();
    return 0;
  } catch (error) {
    return refusal(2, reasonOf(error));
  }
}

/** Finds a defect by its id, or throws an Error that names a similar id. */
export function readDefect(id: string): Defect {
  const value = findDefect(id);
  if (value) return value;
  const ids = defects.map((defect) => defect.id);
  throw new Error(`unknown defect "${id}"${didYouMean(id, ids)} (serve --defect list shows all)`);
}

interface WsdlFlags {
  readonly pathBase: string;
  readonly asmxLists?: boolean;
}

/** Runs `wsdl`, which prints the WSDL of one path base. */
export async function wsdlCommand({ flags, io, found }: Invocation<WsdlFlags>): Promise<Ended> {
  const { pathBase, asmxLists = false } = flags;
  const { contract } = builtInDeclarations(found.value);
  const paths = [...new Set(contract.operations.map(({ path }) => path))];
  const short = (path: string) => path.replace(/\/[^/]*$/, '');
  const path = paths.find((whole) => [whole, short(whole)].includes(pathBase));
  const unknown = `--path-base "${pathBase}": unknown path base${didYouMean(pathBase, paths.map(short))}`;
  const allowed = `(path bases: ${paths.map(short).join(', ')})`;
  if (path === undefined) return refusal(2, `${unknown} ${allowed}`);
  const { target, namespace } = found.value;
  const address = `${target ?? NOWHERE}${path}`;
  io.stdout.write(wsdl(contract, path, { address, namespace, asmxLists }));
  return 0;
}
