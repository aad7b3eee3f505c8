import type { PlanInputs } from '../../lib/cases/plan/expand.ts';
import { sampleNumbers } from '../../lib/cases/plan/generate.ts';
import type { DeclaredCase } from '../../lib/model/exchange.ts';
import { contract } from './cases.ts';

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
