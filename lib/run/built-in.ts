import { dirname, join, relative } from 'node:path';
import { forms } from '../bindings/forms/index.ts';
import { caseFilesIn } from '../cases/case-files.ts';
import { loadCases } from '../cases/load-cases.ts';
import { loadContract } from '../cases/load-contract.ts';
import { loadRequirements } from '../cases/load-requirements.ts';
import type { Contract } from '../model/contract.ts';
import type { DeclaredCase } from '../model/declared-case.ts';
import type { Loaded } from '../model/problem.ts';
import type { Requirement } from '../model/requirement.ts';
import type { CaseSources } from '../model/running/settings.ts';
import { rules } from '../rules/index.ts';
import { casesFolder } from './cases-folder.ts';
import { keptDeclarations } from './kept-declarations.ts';

/** Contract and register, and the cases that there are to choose from. */
export interface Declarations {
  readonly contract: Contract;
  readonly register: readonly Requirement[];
  readonly cases: readonly DeclaredCase[];
}

/** Loads contract, register and the chosen cases: the built-in ones, those of other folders, or both. */
export function loadDeclarations({ folders, builtIn }: CaseSources = BUILT_IN): Loaded<Declarations> {
  const ours = keptDeclarations(casesFolder, ownDeclarations);
  if (!ours.ok) return ours;
  const { contract, register, cases } = ours.value;
  // A folder and one below it may both be named.
  const files = [...new Set(folders.flatMap(caseFilesIn))];
  const before = builtIn ? cases : [];
  if (files.length === 0) return { ok: true, value: { ...ours.value, cases: before } };
  const loaded = loadCases(files, contract, idsOf(register), forms, before);
  if (!loaded.ok) return loaded;
  return { ok: true, value: { contract, register, cases: [...before, ...loaded.value] } };
}

const BUILT_IN: CaseSources = { folders: [], builtIn: true };

function ownDeclarations(): Loaded<Declarations> {
  const contract = loadContract(join(casesFolder, 'contract.yaml'));
  if (!contract.ok) return contract;
  const ids = rules.map((rule) => rule.id);
  const register = loadRequirements(join(casesFolder, 'requirements.yaml'), ids);
  if (!register.ok) return register;
  const cases = loadCases(builtInFiles(), contract.value, idsOf(register.value), forms);
  if (!cases.ok) return cases;
  return { ok: true, value: { contract: contract.value, register: register.value, cases: cases.value } };
}

function idsOf(register: readonly Requirement[]): readonly string[] {
  return register.map(({ id }) => id);
}

/** Ours stand one level down, beside the contract, the register and the schemas. */
function builtInFiles(): readonly string[] {
  return caseFilesIn(casesFolder).filter((path) => dirname(relative(casesFolder, path)) !== '.');
}
