import type { Defect } from '../../../lib/reference/defects/defect.ts';
import { type Scope, tables } from '../../../lib/reference/defects/table.ts';
import type { Deviation } from '../../../lib/reference/seams.ts';

/** An equal way to write a correct reply: no rule may fire on it. */
export type Twin = Deviation &
  Pick<Defect, 'id' | 'title' | 'cases'> & {
    /** Where it is said that both mean the same. */
    readonly because: string;
  };

/** Equal ways to write a reply, with the clause that makes them equal. */
export function equal(because: string, scope: Scope = {}) {
  return tables<Pick<Twin, 'because' | keyof Scope>>({ because, ...scope });
}
