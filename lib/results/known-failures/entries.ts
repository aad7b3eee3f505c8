import { readFileSync } from 'node:fs';
import type { YAMLMap, YAMLSeq } from 'yaml';
import type { Loaded } from '../../model/result.ts';
import { shownPath } from '../../yaml/format-problem.ts';
import { schemaProblems } from '../../yaml/schema.ts';
import { readYamlFile, type YamlSource, yaml } from '../../yaml/yaml-source.ts';

/** The schema of a file that lists what is accepted until a day. */
type EntriesKind = 'known-failures' | 'accepted-differences';

const EMPTY: Readonly<Record<EntriesKind, string>> = {
  'known-failures': `# What the target is known to break, and why that is accepted for now; "Known failures" in cases/running.md has the rules.
known-failures: []
`,
  'accepted-differences': `# In what the new gateway may differ from the old one, and why that is accepted for now.
accepted-differences: []
`,
};

/** The beginning of a reason that nobody has given yet. */
export const NO_REASON_YET = 'TODO';

/** Reads the entries of a file, each with its place as `file:line` and its reason on one line. */
export function loadEntries<T extends { readonly reason: string }>(
  kind: EntriesKind,
  path: string,
): Loaded<readonly (T & { readonly place: string })[]> & { readonly source: YamlSource } {
  const source = readYamlFile(path, shownPath(path));
  const error = schemaProblems(kind, source);
  if (error.length > 0) return { ok: false, error, source };
  const value = (source.value as Readonly<Record<EntriesKind, readonly T[]>>)[kind].map((entry, index) => {
    const { file, line } = source.problem([kind, index], { message: '' });
    return { ...entry, place: `${file}:${line}`, reason: entry.reason.trim().replace(/\s+/g, ' ') };
  });
  return { ok: true, value, source };
}

/** Returns the day of a time in UTC, as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Time for which a new entry holds. */
const NEW_MS = 90 * 86_400_000;

/**
 * Returns the text of a file with new entries; comments, reasons and owners stay as they were written.
 * @param path of the file whose entries are kept; a new file where it is absent
 * @param rests of each old entry, the members that take the place of its own in as many copies; undefined keeps it
 */
export function withEntries(
  kind: EntriesKind,
  path: string | undefined,
  added: readonly object[],
  now: Date,
  rests: readonly (readonly object[] | undefined)[] = [],
): string {
  const { isMap, isSeq, parseDocument } = yaml();
  const document = parseDocument(path === undefined ? EMPTY[kind] : readFileSync(path, 'utf8'));
  const list = document.get(kind) as YAMLSeq;
  const nodeOf = (entry: object) => {
    const node = document.createNode(entry) as YAMLMap;
    const rules = node.get('rules');
    if (isSeq(rules)) rules.flow = true;
    return node;
  };
  const kept = list.items.flatMap((item, index) => {
    const rest = rests[index];
    if (rest === undefined || !isMap(item)) return [item];
    return rest.map((part) => {
      const copy = item.clone() as YAMLMap;
      for (const { key, value } of nodeOf(part).items) copy.set(key, value);
      return copy;
    });
  });
  const more = { reason: `${NO_REASON_YET}: why this is accepted`, expires: dayOf(new Date(+now + NEW_MS)) };
  list.items = [...kept, ...added.map((entry) => nodeOf({ ...entry, ...more }))];
  list.flow = list.items.length === 0;
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
