import { changed, type TextEdit, text } from '../../../lib/reference/defects/changes.ts';
import { type Defect, tables } from '../../../lib/reference/defects/defect.ts';
import type { Deviation, Served } from '../../../lib/reference/seams.ts';

/** An equal way to write a correct reply: no rule may fire on it. */
export type Twin = Deviation &
  Pick<Defect, 'id' | 'title' | 'cases'> & {
    /** Where it is said that both mean the same. */
    readonly because: string;
  };

/** Equal ways to write a reply, with the clause that makes them equal. */
export function equal(because: string, scope: Pick<Twin, 'bindings' | 'operations' | 'cases'> = {}) {
  return tables<Pick<Twin, 'because' | keyof typeof scope>>({ because, ...scope });
}

/** Every tag of the document: the reference writes `<` and `>` in texts and attributes as references. */
export const tag = (change: TextEdit<[Served]>) =>
  text((document, call) => document.replace(/<[^?>][^>]*>/g, (tag) => changed(change, tag, call)));

/** The characters of every field as they are written, empty fields left out. */
export const characters = (change: TextEdit) =>
  text((document) => document.replace(/(?<=<(\w+)>)[^<]+(?=<\/\1>)/g, (inside) => changed(change, inside)));
