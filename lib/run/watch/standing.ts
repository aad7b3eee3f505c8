import { resolve } from 'node:path';
import type { Results } from '../../model/running/results.ts';
import type { Gate } from '../../model/running/settings.ts';
import { isRed } from '../../results/summary.ts';

/** Whole paths of files, or everything. */
export type Files = ReadonlySet<string> | 'all';

/** The last verdict of every exchange of a watch, of whichever round. */
export interface Standing {
  /** Forgets the exchanges of these files, or all. */
  forget(files: Files): void;
  /** Takes over what a round about these files found, and whether it came to its end. */
  keep(results: Results, files: Files): void;
  count(): { readonly all: number; readonly red: number };
  /** 1 where a last verdict is red; more where a round did not come to its end and none about the same has since. */
  exitCode(): number;
}

export function standing(gate: Gate): Standing {
  const known = new Map<string, { readonly file: string; readonly red: boolean }>();
  let open: readonly { readonly files: Files; readonly exitCode: number }[] = [];
  const red = () => [...known.values()].filter((one) => one.red).length;
  return {
    forget: (files) => {
      open = open.filter((one) => !covers(files, one.files));
      for (const [id, { file }] of known) if (files === 'all' || files.has(file)) known.delete(id);
    },
    keep: ({ exchanges, exitCode }, files) => {
      if (exitCode > 1) open = [...open, { files, exitCode }];
      for (const { id, verdict, source } of exchanges) {
        known.set(id, { file: resolve(source.file), red: isRed(verdict, gate) });
      }
    },
    count: () => ({ all: known.size, red: red() }),
    exitCode: () => open.at(-1)?.exitCode ?? Number(red() > 0),
  };
}

function covers(files: Files, others: Files): boolean {
  return files === 'all' || (others !== 'all' && [...others].every((file) => files.has(file)));
}
