import { expand, type PlanInputs } from '../cases/plan/expand.ts';
import { operationOf } from '../cases/plan/recipients.ts';
import { stepsWith } from '../generate/covering.ts';
import { judgeRequest } from '../judge/judge-step.ts';
import { hasTrait } from '../judge/traits.ts';
import type { Client, Dialect } from '../model/client.ts';
import type { Binding, Call, Contract, Operation, ParameterValues, Target } from '../model/contract.ts';
import {
  type DeclaredCase,
  type DeclaredStep,
  type Exchange,
  isCapture,
  type PlannedStep,
} from '../model/exchange.ts';
import { readRequest } from '../reading/read-request.ts';
import { encodeInDialect } from '../wire/bindings/dialect.ts';

/**
 * Characters that clients escape in different ways, and that each of the captured clients was seen to write. The contract does
 * not say that a text is taken (§4.6), so that one send has them, and a refusal of it never fails a run.
 */
export const TEXT = `Merhaba & dünya "€" 'a' + 100% ğüşıöç`;

/**
 * Returns an exchange for each operation that a client calls in each of its dialects. A report is about the packet of a send
 * that is written as the contract shows it. A dialect that breaks the contract's letter is observed; what a dialect leaves
 * open may be refused (level `gap`).
 */
export function clientExchanges(
  clients: readonly Client[],
  inputs: PlanInputs,
  namespace: string,
): readonly Exchange[] {
  const { bindings, operations } = inputs.contract;
  return clients.flatMap((client) =>
    bindings.flatMap((binding) => {
      const dialect = client.dialects[binding.id];
      if (!dialect) return [];
      const called = operations.filter(({ name }) => dialect.operations?.includes(name) ?? true);
      return called.map((operation) => {
        return clientExchange(client, caseOf(client, binding, operation, inputs), dialect, inputs, namespace);
      });
    }),
  );
}

function clientExchange(
  client: Client,
  declared: DeclaredCase,
  dialect: Dialect,
  inputs: PlanInputs,
  namespace: string,
): Exchange {
  const [planned] = expand([declared], inputs);
  const call = planned?.steps.at(-1);
  if (!planned || !call) throw new Error(`no plan of ${client.id}`);
  const breaches = breachesOf(call, dialect, inputs.contract, namespace);
  // Readers differ in what such a call says.
  const isUnclear = breaches.some(({ rule }) => hasTrait(rule, 'content'));
  const breaks = isUnclear || breaches.some(({ breach: { level = 'must' } }) => level === 'must');
  const isHard = call.operation === hardOf(inputs.contract)?.name;
  const { level: _, ...written } = call;
  return {
    ...planned,
    id: `clients/${client.id}/${call.binding}/${call.operation}`,
    steps: [...planned.steps.slice(0, -1), { ...written, dialect }],
    level: breaches.length > 0 || isHard ? 'gap' : 'must',
    client: { id: client.id, name: client.title, ...(breaks && { breaks }), ...(isUnclear && { isUnclear }) },
  };
}

/** Returns the send whose text has hard characters: the last one, which has a list. */
function hardOf({ operations }: Contract) {
  return operations.findLast((operation) => operation.kind === 'send');
}

/** Returns the case of a call: the send itself, or the report on the packet of a send. */
function caseOf(
  client: Client,
  { id: binding }: Binding,
  operation: Operation,
  { contract }: PlanInputs,
): DeclaredCase {
  const source = { file: `cases/clients/${client.id}.yaml`, line: 1, column: 1 };
  const value = { slug: client.id, value: TEXT, classes: [], source };
  const hard = hardOf(contract);
  const sends = contract.operations.filter((send) => send.kind === 'send');
  const flows = sends.map((send) =>
    stepsWith(send, send === operation && send === hard ? [{ parameter: send.text, value }] : [], contract),
  );
  // The contract does not say that every report knows the packet of every send.
  const hasCall = (step: DeclaredStep, place: number) =>
    step.operation === operation.name && (place === 0 || step.level === 'must');
  const isCall = (step: DeclaredStep) => step.operation === operation.name;
  const flow = flows.find((steps) => steps.some(hasCall)) ?? flows.find((steps) => steps.some(isCall)) ?? [];
  return {
    id: client.id,
    ...{ aliases: [], levels: {}, requirements: [], tags: [], matrix: {}, generate: {}, source },
    title: `Calls as ${client.title} writes them are taken`,
    operation: operation.name,
    level: 'must',
    bindings: [binding],
    ...(operation.kind === 'report' && { anyPacket: true }),
    steps: flow.filter((step, place) => place === 0 || step.operation === operation.name),
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
  };
}

/** Returns the breaches of the contract's letter by a call in a dialect, whatever its packet. */
function breachesOf(step: PlannedStep, dialect: Dialect, contract: Contract, namespace: string) {
  const operation = operationOf(step, contract);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!binding) throw new Error(`the contract has no binding ${step.binding}`);
  const entries = Object.entries(step.values).map(([name, value]) => [name, isCapture(value) ? '1' : value]);
  const values: ParameterValues = Object.fromEntries(entries);
  const target: Target = { baseUrl: 'http://127.0.0.1', namespace, kind: 'external' };
  const call: Call = { operation, binding, values, target };
  const request = encodeInDialect(call, dialect);
  const readBack = readRequest(request, binding.envelope !== undefined);
  return judgeRequest({ contract, request, readBack, ...call });
}
