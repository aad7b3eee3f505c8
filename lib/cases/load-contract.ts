import type { Contract, Operation, PacketField, Structure } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Loaded } from '../model/result.ts';
import { inFileOrder, schemaProblems, soundEntries } from '../yaml/schema.ts';
import { readYamlFile, type YamlPath } from '../yaml/yaml-source.ts';

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: URL | string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = [...schemaProblems('contract', source)];
  if (problems.length > 0) return { ok: false, error: problems };
  const declared = source.value as DeclaredContract;
  const missing = (place: YamlPath, what: string) => {
    problems.push(source.problem(place, { message: `${what} is missing`, at: 'key' }));
  };
  const operations = declared.operations.map((operation, index) => {
    const byRole = Object.fromEntries(operation.parameters.map((one) => [one.role, one]));
    for (const role of roles[operation.kind]) {
      const isThere = byRole[role] && (byRole[role].echo !== undefined || !echoed.includes(role));
      const what = `a parameter with the role ${role}${echoed.includes(role) ? ' and an echo' : ''}`;
      if (!isThere) missing(['operations', index, 'parameters'], what);
    }
    return { ...operation, ...byRole } as Operation;
  });
  const { fields } = declared.packetResult;
  const identifier = fields.find((field) => field.type === 'string' && field.role === 'identifier');
  const list = fields.find((field) => field.type === 'list');
  if (!identifier) missing(['packetResult', 'fields'], 'a field with the role identifier');
  if (!list) missing(['packetResult', 'fields'], 'a field of type list');
  if (problems.length > 0 || !identifier || !list) return { ok: false, error: problems };
  const packetResult = { ...declared.packetResult, identifier: identifier.name as PacketField, list };
  return { ok: true, value: { ...declared, operations, packetResult } };
}

/** The contract as the schema of its file has it. */
interface DeclaredContract extends Omit<Contract, 'operations' | 'packetResult'> {
  readonly operations: readonly Pick<Operation, 'name' | 'kind' | 'path' | 'parameters'>[];
  readonly packetResult: Structure<PacketField>;
}

/** Roles of which an operation has one parameter each, and those whose values come back in a field. */
const roles = { send: ['ticket', 'recipients', 'text'], report: ['ticket', 'packet'] } as const;
const echoed: readonly string[] = ['recipients', 'text'];

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
      problems.push(source.problem([...place, 'rules', j], { message, allowed: rules, got: rule }));
    });
  }
  if (problems.length > 0) return { ok: false, error: inFileOrder(problems) };
  return { ok: true, value: entries.map(({ entry }) => ({ ...entry, rules: entry.rules ?? [] })) };
}
