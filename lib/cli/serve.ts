import type { Defect } from '../defects/defect.ts';
import { defects, findDefect } from '../defects/registry.ts';
import { type Result, refusal } from '../model/result.ts';
import type { Io } from '../model/running/io.ts';
import { startReference } from '../reference/index.ts';
import { builtInContract } from '../run/built-in.ts';
import { namespaceProblem } from '../settings/namespace.ts';
import { mistakeMask } from '../settings/reach.ts';
import { REFERENCE_NAMESPACE } from '../settings/table.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { reasonOf } from '../text/reason-of.ts';
import type { SettingFlags } from './setting-flags.ts';
import { refuse } from './usage.ts';

export interface ServeFlags extends SettingFlags {
  readonly port: number;
  readonly host: string;
  readonly namespace?: string;
  readonly defect: readonly string[];
}

/** `serve`: the reference service until it is interrupted, with deviations where asked for. */
export async function serveCommand(flags: ServeFlags, io: Io): Promise<number> {
  const fail = (message: string) => refuse(io, refusal(2, message), mistakeMask(io.env));
  if (flags.defect.includes('list')) {
    io.stdout.write(`${defects.map(({ id, title }) => `${id.padEnd(32)}  ${title}`).join('\n')}\n`);
    return 0;
  }
  const found = chosenDefects(flags.defect);
  if (!found.ok) return fail(found.error);
  const chosen = found.value;
  const namespace = flags.namespace ?? REFERENCE_NAMESPACE;
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) return fail(`namespace "${namespace}": ${problem}`);
  try {
    const { port, host } = flags;
    const reference = await startReference({
      contract: builtInContract(),
      namespace,
      host,
      port,
      defects: chosen,
    });
    io.stdout.write(`serving ${reference.baseUrl} in namespace ${namespace}\n`);
    for (const { id, title } of chosen) io.stdout.write(`with ${id}: ${title}\n`);
    await io.interrupted();
    await reference.close();
    return 0;
  } catch (error) {
    return fail(reasonOf(error));
  }
}

/** Finds the deviations that are asked for by their ids. */
export function chosenDefects(asked: readonly string[]): Result<readonly Defect[], string> {
  const chosen: Defect[] = [];
  for (const id of asked) {
    const defect = findDefect(id);
    if (!defect) return { ok: false, error: unknownDefect(id) };
    chosen.push(defect);
  }
  return { ok: true, value: chosen };
}

function unknownDefect(id: string): string {
  const ids = defects.map((defect) => defect.id);
  return `unknown defect "${id}"${didYouMean(id, ids)} (serve --defect list shows all)`;
}
