import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestForms } from '../bindings/probe-changes.ts';
import { caseFilesIn } from '../cases/case-files.ts';
import { loadCases } from '../cases/load-cases.ts';
import { loadContract, loadRequirements } from '../cases/load-contract.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Loaded } from '../model/result.ts';
import type { Declarations } from '../model/running/run-plan.ts';
import type { CaseSources } from '../model/running/settings.ts';
import { rules } from '../rules/index.ts';

/** The built-in cases, with the contract, the register and the schemas. */
export const casesFolder: string = fileURLToPath(new URL('../../cases/', import.meta.url));

/** Loads contract, register and the chosen cases: the built-in ones, those of other folders, or both. */
export function loadDeclarations({ folders, builtIn }: CaseSources = BUILT_IN): Loaded<Declarations> {
  const ours = keptDeclarations(casesFolder, ownDeclarations);
  if (!ours.ok) return ours;
  const { contract, register, cases } = ours.value;
  // A folder and one below it may both be named.
  const files = [...new Set(folders.flatMap(caseFilesIn))];
  const before = builtIn ? cases : [];
  if (files.length === 0) return { ok: true, value: { ...ours.value, cases: before } };
  const loaded = loadCases(files, contract, idsOf(register), requestForms, before);
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
  const cases = loadCases(builtInFiles(), contract.value, idsOf(register.value), requestForms);
  if (!cases.ok) return cases;
  return { ok: true, value: { contract: contract.value, register: register.value, cases: cases.value } };
}

function idsOf(register: readonly Requirement[]): readonly string[] {
  return register.map(({ id }) => id);
}

/** Ours stand one level down, beside the contract, the register and the schemas; scenarios are no cases of a run. */
function builtInFiles(): readonly string[] {
  return caseFilesIn(casesFolder).filter(
    (path) => !['.', 'scenarios'].includes(dirname(relative(casesFolder, path))),
  );
}

/**
 * Gives what `load` made of the same files before, or calls it. Checking the declarations takes longer than
 * everything else before the first exchange, and they rarely change.
 *
 * What is kept lies beside the compiled code, whose folder is named by the code's own content, under a hash of every
 * file's path and bytes: neither other files nor other code can ever meet it. Only sound declarations are kept,
 * so a mistake is reported in full every time. Uncompiled code keeps them for the time of its process.
 *
 * @param store folder to keep them in, or null to keep them in memory
 */
export function keptDeclarations<T>(
  folder: string,
  load: () => Loaded<T>,
  store: string | null = storeFolder(),
): Loaded<T> {
  const hash = contentHash(folder);
  const path = store === null ? null : join(store, `declarations-${hash}.json`);
  const kept = path === null ? (inMemory.get(hash) as T | undefined) : read<T>(path);
  if (kept !== undefined) return { ok: true, value: kept };
  const loaded = load();
  if (loaded.ok && path !== null) keep(path, loaded.value);
  else if (loaded.ok) inMemory.set(hash, loaded.value);
  return loaded;
}

/** By the hash of their files. */
const inMemory = new Map<string, unknown>();

/** The folder of the compiled code, or null where the sources themselves run. */
function storeFolder(): string | null {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return existsSync(join(folder, 'conformance.js')) ? folder : null;
}

function contentHash(folder: string): string {
  // Cases say where they stand, as seen from the working folder.
  const hash = createHash('sha256').update(relative(process.cwd(), folder));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(ya?ml|json)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    hash.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}

function read<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Whole or not at all, and no fault where the folder is not ours to write to: the next run loads again. */
function keep(path: string, value: unknown): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, JSON.stringify(value));
    renameSync(unfinished, path);
  } catch {}
}
