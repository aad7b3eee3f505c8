import type { Contract } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Loaded } from '../model/result.ts';
import { inFileOrder, schemaProblems, soundEntries } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: URL | string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = schemaProblems('contract', source);
  return problems.length > 0 ? { ok: false, error: problems } : { ok: true, value: source.value as Contract };
}

type Entry = Omit<Requirement, 'rules'> & Partial<Pick<Requirement, 'rules'>>;

/** Reads the register of requirements; `rules` are the ids of the rules that exist. */
export function loadRequirements(
  path: URL | string,
  rules: readonly string[],
): Loaded<readonly Requirement[]> {
  const source = readYamlFile(path);
  const problems = [...schemaProblems('requirements', source)];
  const entries = soundEntries<Entry>('requirements', source);
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
