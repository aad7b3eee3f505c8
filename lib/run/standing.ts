import { resolve } from 'node:path';
import type { Results } from '../model/results.ts';
import type { Gate } from '../model/settings.ts';
import { isRed } from '../report/summary.ts';

/** The last verdict of every exchange of a watch, of whichever round. */
export interface Standing {
  /** Forgets the exchanges of these files, or all. */
  forget(files: ReadonlySet<string> | 'all'): void;
  keep(results: Results): void;
  count(): { readonly all: number; readonly red: number };
}

export function standing(gate: Gate): Standing {
  const known = new Map<string, { readonly file: string; readonly red: boolean }>();
  return {
    forget: (files) => {
      for (const [id, { file }] of known) if (files === 'all' || files.has(file)) known.delete(id);
    },
    keep: ({ exchanges }) => {
      for (const { id, verdict, source } of exchanges) {
        known.set(id, { file: resolve(source.file), red: isRed(verdict, gate) });
      }
    },
    count: () => ({ all: known.size, red: [...known.values()].filter(({ red }) => red).length }),
  };
}
