import type { Client } from '../model/client.ts';
import type { Contract, Operation, PacketField, Structure } from '../model/contract.ts';
import type { DeclaredCase, DeclaredStep, Expectation, ValueClass } from '../model/exchange.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Loaded, Problem } from '../model/result.ts';
import { defined } from '../text/defined.ts';
import { inFileOrder, schemaProblems, soundCases } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';
import { caseProblems } from './check/check-case.ts';
import {
  type CaseEntry,
  checkCharacters,
  isProbe,
  type KnownNames,
  type StepEntry,
} from './check/checking.ts';

interface DeclaredContract extends Omit<Contract, 'operations' | 'packetResult'> {
  readonly operations: readonly Pick<Operation, 'name' | 'kind' | 'path' | 'parameters'>[];
  readonly packetResult: Structure<PacketField>;
}

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = schemaProblems('contract', source);
  if (problems.length > 0) return { ok: false, error: problems };
  const declared = source.value as DeclaredContract;
  // A test says that each operation has the parameters of its kind, and the packet result an identifier and a list.
  const operations = declared.operations.map((operation) => {
    const byRole = operation.parameters.flatMap((item) => (item.role ? [[item.role, item] as const] : []));
    return { ...operation, ...Object.fromEntries(byRole) } as Operation;
  });
  const { fields } = declared.packetResult;
  const identifier = fields.find((field) => field.type === 'string' && field.role === 'identifier')?.name;
  const list = fields.find((field) => field.type === 'list');
  const packetResult = { ...declared.packetResult, identifier, list } as Contract['packetResult'];
  return { ok: true, value: { ...declared, operations, packetResult } };
}

export function loadRequirements(path: string): Loaded<readonly Requirement[]> {
  const source = readYamlFile(path);
  const problems = schemaProblems('requirements', source);
  if (problems.length > 0) return { ok: false, error: problems };
  type Entry = Omit<Requirement, 'rules'> & Partial<Pick<Requirement, 'rules'>>;
  const { requirements } = source.value as { readonly requirements: readonly Entry[] };
  return { ok: true, value: requirements.map((entry) => ({ ...entry, rules: entry.rules ?? [] })) };
}

/** Reads a file of classes of values, and reports every problem; the ids of known classes are taken. */
export function loadClasses(file: string, known: readonly ValueClass[] = []): Loaded<readonly ValueClass[]> {
  const source = readYamlFile(file);
  const problems = [...schemaProblems('value-classes', source)];
  if (problems.length > 0) return { ok: false, error: inFileOrder(problems) };
  const taken = new Set(known.flatMap(({ id, group }) => [id, group]));
  const { classes } = source.value as { readonly classes: readonly Omit<ValueClass, 'source'>[] };
  const value = classes.map((entry, index) => {
    const message = `the id "${entry.id}" is taken; give the class another`;
    const place = source.problem(['classes', index, 'id'], { message });
    if (taken.has(entry.id)) problems.push(place);
    checkCharacters(entry, ['classes', index], (at, text) => problems.push(source.problem(at, text)));
    taken.add(entry.id);
    return { ...entry, source: { file: place.file, line: place.line, column: place.column } };
  });
  return problems.length > 0 ? { ok: false, error: inFileOrder(problems) } : { ok: true, value };
}

/** Reads the files of clients, each of which has one. */
export function loadClients(files: readonly string[]): Loaded<readonly Client[]> {
  const sources = files.map((file) => readYamlFile(file));
  const problems = sources.flatMap((source) => schemaProblems('client', source));
  if (problems.length > 0) return { ok: false, error: problems };
  return {
    ok: true,
    value: sources.map(({ value, file }) => ({ file, ...(value as Omit<Client, 'file'>) })),
  };
}

/**
 * Reads case files, and reports every problem of every file at once. Operation and id are a case's permanent name, which
 * no built-in case may have.
 */
export function loadCases(
  files: readonly string[],
  known: KnownNames,
  builtIn: readonly DeclaredCase[] = [],
): Loaded<readonly DeclaredCase[]> {
  const problems: Problem[] = [];
  const cases: DeclaredCase[] = [];
  const taken = new Map<string, string>();
  for (const { id, aliases, operation, source } of builtIn) {
    const why = `is a built-in one, at ${source.file}:${source.line}; give yours another id`;
    for (const name of [id, ...aliases]) taken.set(`${operation}/${name}`, why);
  }
  for (const file of files) {
    const source = readYamlFile(file);
    const found = [...schemaProblems('cases', source)];
    const ofFile = (source.value as { readonly operation?: string } | null | undefined)?.operation ?? '';
    for (const { entry, index } of soundCases<CaseEntry>(source)) {
      const operation = entry.operation ?? ofFile;
      found.push(...caseProblems(source, operation, entry, index, known));
      const place = source.problem(['cases', index, 'id'], { message: '' });
      for (const name of [entry.id, ...(entry.aliases ?? [])].map((id) => `${operation}/${id}`)) {
        const earlier = taken.get(name);
        if (earlier) found.push({ ...place, message: `the case ${name} ${earlier}` });
        else taken.set(name, `is already declared at ${place.file}:${place.line}`);
      }
      if (found.length === 0) cases.push(toCase(place, operation, entry, known.contract));
    }
    problems.push(...inFileOrder(found));
  }
  return problems.length > 0 ? { ok: false, error: problems } : { ok: true, value: cases };
}

function toCase(place: Problem, operation: string, entry: CaseEntry, contract: Contract): DeclaredCase {
  const { file, line, column } = place;
  const {
    with: values,
    omit,
    twice,
    steps,
    expect,
    'any-packet': anyPacket,
    'kept-connection': keptConnection,
    'known-packet': knownPacket,
    ...declared
  } = entry;
  const call = { call: operation, ...defined({ with: values, omit, twice }) };
  return {
    ...{ aliases: [], levels: {}, requirements: [], tags: [], matrix: {}, generate: {} },
    ...{ level: isProbe(entry) ? 'gap' : 'must' },
    ...declared,
    operation,
    bindings: contract.bindings.map(({ id }) => id).filter((id) => entry.bindings?.includes(id) ?? true),
    ...defined({ anyPacket, keptConnection, knownPacket, probe: isProbe(entry) || undefined }),
    steps: (steps ?? [call]).map(toStep),
    expect: toExpectation(expect),
    source: { file, line, column },
  };
}

function toStep(entry: StepEntry): DeclaredStep {
  const { send, call, capture = {}, 'own-connection': ownConnection, ...rest } = entry;
  const captured = Object.entries(capture).map(([name, what]) => {
    return [name, typeof what === 'string' ? { field: what } : what];
  });
  const operation = send ?? call ?? '';
  const about = { ...rest, ...defined({ ownConnection }) };
  return { operation, over: 'same', with: {}, capture: Object.fromEntries(captured), ...about };
}

function toExpectation(expect: CaseEntry['expect'] = {}): Expectation {
  if (expect === 'same-content') return toExpectation({ 'same-content': true });
  const { 'same-content': sameContent = false, 'each-delivery': eachDelivery = {}, ...rest } = expect;
  return { packet: {}, ...rest, sameContent, eachDelivery };
}
