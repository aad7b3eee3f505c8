import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { caseFilesIn } from '../cases/case-files.ts';
import type { KnownNames } from '../cases/check/checking.ts';
import { loadCases, loadClasses, loadClients, loadContract, loadRequirements } from '../cases/load.ts';
import { withLetters } from '../clients/client-exchanges.ts';
import type { Contract } from '../model/contract.ts';
import type { Loaded } from '../model/result.ts';
import type { Declarations } from '../model/running/prepared-run.ts';
import { defaultSettings, type Settings } from '../settings/run-settings.ts';
import { counted } from '../text/counted.ts';
import { requestEdits } from '../wire/bindings/edits/edits.ts';
import { formatProblem } from '../yaml/format-problem.ts';

/** The built-in cases, with the contract, the register and the schemas. */
export const casesFolder: string = fileURLToPath(new URL('../../cases/', import.meta.url));

/** Loads contract, register and the chosen cases: the built-in ones, those of other folders, or both. */
export function loadDeclarations(settings: Settings = defaultSettings): Loaded<Declarations> {
  const ours = keptDeclarations(casesFolder, readBuiltIn);
  if (!ours.ok) return ours;
  const { register, clients } = ours.value;
  const contract = adaptedContract(ours.value.contract, settings.paths);
  const { cases, classes } = settings.builtInCases ? ours.value : { cases: [], classes: [] };
  // A folder and one below it may both be named.
  const files = [...new Set(settings.cases.flatMap(caseFilesIn))];
  const more = loadCases(files, caseNames(ours.value), cases);
  if (!more.ok) return more;
  const further = settings.valuesFile === null ? null : loadClasses(settings.valuesFile, classes);
  if (further?.ok === false) return further;
  const all = { cases: [...cases, ...more.value], classes: [...classes, ...(further?.value ?? [])] };
  return { ok: true, value: { contract, register, clients, ...all } };
}

function adaptedContract(contract: Contract, paths: Settings['paths']): Contract {
  const operations = contract.operations.map((old) => ({ ...old, path: paths[old.name] ?? old.path }));
  const moved = operations.filter(({ path }, place) => path !== contract.operations[place]?.path);
  if (moved.length === 0) return contract;
  return { ...contract, operations, adapted: moved.map(({ name, path }) => `${name}=${path}`) };
}

/** Returns the built-in declarations, or throws an Error with the places of what is wrong in their files. */
export function builtInDeclarations({ paths }: Pick<Settings, 'paths'> = defaultSettings): Declarations {
  const loaded = loadDeclarations({ ...defaultSettings, paths });
  if (loaded.ok) return loaded.value;
  throw new Error(loaded.error.map(formatProblem).join('\n\n'));
}

function readBuiltIn(): Loaded<Declarations> {
  const contract = loadContract(join(casesFolder, 'contract.yaml'));
  if (!contract.ok) return contract;
  const register = loadRequirements(join(casesFolder, 'requirements.yaml'));
  if (!register.ok) return register;
  // Case files are one folder down, beside the contract, the register and the schemas; clients and scenarios
  // are no cases of a run.
  const files = caseFilesIn(casesFolder).filter(
    (path) => !['.', 'clients', 'scenarios'].includes(dirname(relative(casesFolder, path))),
  );
  const loaded = { contract: contract.value, register: register.value };
  const cases = loadCases(files, caseNames(loaded));
  if (!cases.ok) return cases;
  const classes = loadClasses(join(casesFolder, 'values.yaml'));
  if (!classes.ok) return classes;
  const clients = loadClients(caseFilesIn(join(casesFolder, 'clients')));
  if (!clients.ok) return clients;
  const values = {
    cases: cases.value,
    classes: classes.value,
    clients: withLetters(clients.value, contract.value),
  };
  return { ok: true, value: { ...loaded, ...values } };
}

/** Says which operations are under other path bases than those of the contract. */
export function adaptedNotes({ adapted: all = [] }: Contract): readonly string[] {
  const said = `adapted: ${counted(all.length, 'path')}, ${all.join(', ')}; requirements about paths are untested`;
  return all.length === 0 ? [] : [said];
}

/** Returns the names that case files may use. */
export function caseNames({ contract, register }: Pick<Declarations, 'contract' | 'register'>): KnownNames {
  return { contract, requirements: register.map(({ id }) => id), ...requestEdits };
}

const inMemory = new Map<string, unknown>();

/**
 * Returns declarations from memory or, in compiled code, from a file named by the hash of their sources, or else loads and
 * keeps them: checking takes longer than all else before the first exchange. Only sound declarations are kept.
 */
export function keptDeclarations<T>(
  folder: string,
  load: () => Loaded<T>,
  store = fileURLToPath(new URL('.', import.meta.url)),
): Loaded<T> {
  const hash = contentHash(folder);
  const file = join(store, `declarations-${hash}.json`);
  if (!inMemory.has(hash) && existsSync(file)) inMemory.set(hash, JSON.parse(readFileSync(file, 'utf8')));
  if (inMemory.has(hash)) return { ok: true, value: inMemory.get(hash) as T };
  const loaded = load();
  if (!loaded.ok) return loaded;
  inMemory.set(hash, loaded.value);
  if (!existsSync(join(store, 'conformance.js'))) return loaded;
  try {
    // Whole or not at all: another process may be doing the same.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(loaded.value));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The folder is not ours to write to; the next run loads again.
  }
  return loaded;
}

function contentHash(folder: string): string {
  // A case holds its path relative to the working folder.
  const hash = createHash('sha256').update(relative(process.cwd(), folder));
  // With types, Node 20 reads folders in a fifth of the time.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => /\.(ya?ml|json)$/.test(name));
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const bytes = readFileSync(path);
    hash.update(`\0${relative(folder, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 32);
}
