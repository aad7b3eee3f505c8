import {
  changed,
  type Defect,
  rowsOf,
  type Scope,
  type Table,
  type TextChange,
  tables,
} from '../../../lib/reference/defects/defect.ts';
import { withText } from '../../../lib/reference/defects/wire.ts';
import type { Call, Deviation, Seam } from '../../../lib/reference/seams.ts';

/** An equal way to write a correct reply: no rule may fire on it. */
export type Twin = Deviation &
  Pick<Defect, 'id' | 'title' | 'cases'> & {
    /** Where it is said that both mean the same. */
    readonly because: string;
  };

/** Equal ways to write a reply, with the clause that makes them equal. */
export function equal(because: string, scope: Scope = {}) {
  const common = { because, ...scope };
  const inText = (change: (text: string, call: Call) => string): Seam => ({
    seam: 'wire',
    change: (reply, call) => withText(reply, (text) => change(text, call)),
  });
  return {
    ...tables<Pick<Twin, 'because' | keyof Scope>>(common),
    /** Every tag of the document: the reference writes `<` and `>` in texts and attributes as references. */
    onTag: (table: Table<TextChange<[Call]>>) =>
      rowsOf(table, (change) => ({
        ...common,
        ...inText((text, call) => text.replace(/<[^?>][^>]*>/g, (tag) => changed(change, tag, call))),
      })),
    /** The characters of every field as they are written, empty fields left out. */
    onCharacters: (table: Table<TextChange>) =>
      rowsOf(table, (change) => ({
        ...common,
        ...inText((text) =>
          text.replace(/(?<=<(\w+)>)[^<]+(?=<\/\1>)/g, (inside) => changed(change, inside)),
        ),
      })),
  };
}
