import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forms } from '../bindings/forms/index.ts';
import { loadCases } from '../declarations/load-cases.ts';
import { loadContract } from '../declarations/load-contract.ts';
import { loadRequirements } from '../declarations/load-requirements.ts';
import type { Contract } from '../model/contract.ts';
import type { DeclaredCase } from '../model/declared-case.ts';
import type { Loaded } from '../model/problem.ts';
import type { Requirement } from '../model/requirement.ts';
import { rules } from '../rules/index.ts';
import { keptDeclarations } from './kept-declarations.ts';

/** Everything that the cases folder declares. */
export interface Declarations {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly cases: readonly DeclaredCase[];
}

export const casesFolder: string = fileURLToPath(new URL('../../cases/', import.meta.url));

/** Loads contract, register and cases of a folder laid out like the built-in one. */
export function loadDeclarations(folder: string = casesFolder): Loaded<Declarations> {
  return keptDeclarations(folder, () => checkedDeclarations(folder));
}

function checkedDeclarations(folder: string): Loaded<Declarations> {
  const contract = loadContract(join(folder, 'contract.yaml'));
  if (!contract.ok) return contract;
  const ids = rules.map((rule) => rule.id);
  const register = loadRequirements(join(folder, 'requirements.yaml'), ids);
  if (!register.ok) return register;
  const requirementIds = register.value.map((requirement) => requirement.id);
  const cases = loadCases(caseFiles(folder), contract.value, requirementIds, forms);
  if (!cases.ok) return cases;
  return { ok: true, value: { contract: contract.value, register: register.value, cases: cases.value } };
}

/** Case files: YAML one level down, sorted by path so that the plan is the same everywhere. */
function caseFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'schema')
    .flatMap((entry) => readdirSync(join(folder, entry.name)).map((name) => join(folder, entry.name, name)))
    .filter((path) => /\.ya?ml$/.test(path))
    .sort();
}
