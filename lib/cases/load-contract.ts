import type { Contract, Operation, PacketField, Structure } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Loaded } from '../model/result.ts';
import { schemaProblems } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';

interface DeclaredContract extends Omit<Contract, 'operations' | 'packetResult'> {
  readonly operations: readonly Pick<Operation, 'name' | 'kind' | 'path' | 'parameters'>[];
  readonly packetResult: Structure<PacketField>;
}

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: URL | string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = schemaProblems('contract', source);
  if (problems.length > 0) return { ok: false, error: problems };
  const declared = source.value as DeclaredContract;
  // A test says that each operation has the parameters of its kind, and the packet result an identifier and a list.
  const operations = declared.operations.map((operation) => {
    const byRole = operation.parameters.flatMap((one) => (one.role ? [[one.role, one] as const] : []));
    return { ...operation, ...Object.fromEntries(byRole) } as Operation;
  });
  const { fields } = declared.packetResult;
  const identifier = fields.find((field) => field.type === 'string' && field.role === 'identifier')?.name;
  const list = fields.find((field) => field.type === 'list');
  const packetResult = { ...declared.packetResult, identifier, list } as Contract['packetResult'];
  return { ok: true, value: { ...declared, operations, packetResult } };
}

/** Reads the register of requirements. */
export function loadRequirements(path: URL | string): Loaded<readonly Requirement[]> {
  const source = readYamlFile(path);
  const problems = schemaProblems('requirements', source);
  if (problems.length > 0) return { ok: false, error: problems };
  type Entry = Omit<Requirement, 'rules'> & Partial<Pick<Requirement, 'rules'>>;
  const { requirements } = source.value as { readonly requirements: readonly Entry[] };
  return { ok: true, value: requirements.map((entry) => ({ ...entry, rules: entry.rules ?? [] })) };
}
