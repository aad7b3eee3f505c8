import type { Contract } from '../model/contract.ts';
import type { Loaded } from '../model/result.ts';
import { schemaProblems } from './schema.ts';
import { readYamlFile } from './yaml/yaml-source.ts';

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: URL | string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = schemaProblems('contract', source);
  return problems.length > 0 ? { ok: false, error: problems } : { ok: true, value: source.value as Contract };
}
