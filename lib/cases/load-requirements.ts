import type { Requirement } from '../model/requirement.ts';
import type { Loaded } from '../model/result.ts';
import { fitsSchema, inFileOrder, schemaProblems } from './schema.ts';
import type { YamlSource } from './yaml/source.ts';
import { readYamlFile } from './yaml/yaml-source.ts';

/** Reads the register of requirements; `rules` are the ids of the rules that exist. */
export function loadRequirements(
  path: URL | string,
  rules: readonly string[],
): Loaded<readonly Requirement[]> {
  const source = readYamlFile(path);
  const problems = [...schemaProblems('requirements', source)];
  const entries = soundEntries(source);
  const ids = new Set<string>();
  for (const { entry, index } of entries) {
    const place = ['requirements', index];
    if (ids.has(entry.id)) {
      problems.push(source.problem([...place, 'id'], { message: `the id "${entry.id}" is listed twice` }));
    }
    ids.add(entry.id);
    (entry.rules ?? []).forEach((rule, j) => {
      if (rules.includes(rule)) return;
      const message = `unknown rule "${rule}"`;
      problems.push(source.problem([...place, 'rules', j], { message, allowed: rules, given: rule }));
    });
  }
  if (problems.length > 0) return { ok: false, error: inFileOrder(problems) };
  return { ok: true, value: entries.map(({ entry }) => ({ ...entry, rules: entry.rules ?? [] })) };
}

type Entry = Omit<Requirement, 'rules'> & Partial<Pick<Requirement, 'rules'>>;

/** The entries that keep the schema, each by itself: a mistake in one must not hide those in the next. */
function soundEntries(source: YamlSource): readonly { readonly entry: Entry; readonly index: number }[] {
  const { requirements } = (source.value ?? {}) as { requirements?: unknown };
  if (!Array.isArray(requirements)) return [];
  return requirements.flatMap((entry: unknown, index) =>
    fitsSchema('requirements', { requirements: [entry] }) ? [{ entry: entry as Entry, index }] : [],
  );
}
