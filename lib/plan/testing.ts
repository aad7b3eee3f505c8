import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requestForms } from '../bindings/probe-changes.ts';
import { loadCases } from '../cases/load-cases.ts';
import { loadRequirements } from '../cases/load-contract.ts';
import { contract, loaded } from '../cases/testing.ts';
import type { DeclaredCase } from '../model/declared-case.ts';
import { rules } from '../rules/index.ts';
import type { PlanInputs } from './expand.ts';
import { sampleNumbers } from './generate.ts';

const folder = fileURLToPath(new URL('../../cases/', import.meta.url));

/** The built-in cases, for tests. */
export function builtInCases(): readonly DeclaredCase[] {
  const known = loaded(
    loadRequirements(
      join(folder, 'requirements.yaml'),
      rules.map((rule) => rule.id),
    ),
  );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[/\\].*\.yaml$/.test(name) && !name.startsWith('scenarios'))
    .sort();
  return loaded(
    loadCases(
      files.map((file) => join(folder, file)),
      contract,
      known.map((requirement) => requirement.id),
      requestForms,
    ),
  );
}

/** Inputs of a plan that never change. */
export const inputs: PlanInputs = {
  contract,
  ticket: 'TICKET',
  values: {},
  runId: 'run1',
  numbers: sampleNumbers(100),
};

/** A case that says nothing special, with changes. */
export function declaredCase(changes: Partial<DeclaredCase> = {}): DeclaredCase {
  return {
    id: 'hello',
    aliases: [],
    title: 'A message is taken as it is',
    operation: 'SendBulkSms',
    level: 'must',
    levels: {},
    requirements: [],
    tags: [],
    bindings: ['soap11'],
    matrix: {},
    generate: {},
    steps: [{ operation: changes.operation ?? 'SendBulkSms', over: 'same', with: {}, capture: {} }],
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
    source: { file: 'hello.yaml', line: 1, column: 1 },
    ...changes,
  };
}
