import { expand, type PlanInputs } from '../cases/plan/expand.ts';
import { operationOf } from '../cases/plan/recipients.ts';
import { stepsWith } from '../generate/covering.ts';
import { judgeRequest } from '../judge/judge-step.ts';
import { hasTrait } from '../judge/traits.ts';
import type { Client, Dialect } from '../model/client.ts';
import {
  allBindings,
  type BindingId,
  type Call,
  type Contract,
  type Operation,
  type ParameterValues,
  type Target,
} from '../model/contract.ts';
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
  return clients.flatMap((client) =>
    allBindings.flatMap((binding) => {
      const dialect = client.dialects[binding];
      if (!dialect) return [];
      const { operations } = inputs.contract;
      const called = operations.filter(({ name }) => dialect.operations?.includes(name) ?? true);
      return called.map((operation) =>
        clientExchange(client, binding, dialect, operation, inputs, namespace),
      );
    }),
  );
}

/** Returns the send whose text has hard characters: the last one, which has a list. */
function hardOf({ operations }: Contract): Operation | undefined {
  return operations.findLast(({ kind }) => kind === 'send');
}

function clientExchange(
  client: Client,
  binding: BindingId,
  dialect: Dialect,
  operation: Operation,
  inputs: PlanInputs,
  namespace: string,
): Exchange {
  const [planned] = expand([caseOf(client, binding, operation, inputs)], inputs);
  const call = planned?.steps.at(-1);
  if (!planned || !call) throw new Error(`no plan of ${client.id}`);
  const breaches = breachesOf(call, dialect, inputs.contract, namespace);
  // Readers differ in what such a call says.
  const isUnclear = breaches.some(({ rule }) => hasTrait(rule, 'content'));
  const breaks = isUnclear || breaches.some(({ breach: { level = 'must' } }) => level === 'must');
  const { level: _, ...written } = call;
  return {
    ...planned,
    id: `clients/${client.id}/${binding}/${operation.name}`,
    steps: [...planned.steps.slice(0, -1), { ...written, dialect }],
    level: breaches.length > 0 || operation === hardOf(inputs.contract) ? 'gap' : 'must',
    client: { id: client.id, name: client.title, ...(breaks && { breaks }), ...(isUnclear && { isUnclear }) },
  };
}

/** Returns the case of a call: the send itself, or the report on the packet of a send. */
function caseOf(
  client: Client,
  binding: BindingId,
  operation: Operation,
  { contract }: PlanInputs,
): DeclaredCase {
  const source = { file: `cases/clients/${client.id}.yaml`, line: 1, column: 1 };
  const flows = contract.operations.flatMap((sender) => {
    if (sender.kind !== 'send') return [];
    const value = { slug: client.id, value: TEXT, classes: [], source };
    const filled =
      operation === sender && sender === hardOf(contract) ? [{ parameter: sender.text, value }] : [];
    return [stepsWith(sender, filled, contract)];
  });
  // The contract does not say that every report knows the packet of every send.
  const knows = (step: DeclaredStep, place: number) =>
    step.operation === operation.name && (place === 0 || step.level === 'must');
  const calls = ({ operation: name }: DeclaredStep) => name === operation.name;
  const flow = flows.find((steps) => steps.some(knows)) ?? flows.find((steps) => steps.some(calls)) ?? [];
  const isReport = operation.kind === 'report';
  return {
    ...{
      id: client.id,
      aliases: [],
      levels: {},
      requirements: [],
      tags: [],
      matrix: {},
      generate: {},
      source,
    },
    title: `Calls as ${client.title} writes them are taken`,
    operation: operation.name,
    level: 'must',
    bindings: [binding],
    ...(isReport && { anyPacket: true }),
    steps: flow.filter((step, place) => (isReport && place === 0) || step.operation === operation.name),
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
  };
}

/** Returns what the letter of the contract says against a call in a dialect, whatever its packet. */
function breachesOf(step: PlannedStep, dialect: Dialect, contract: Contract, namespace: string) {
  const operation = operationOf(step, contract);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!binding) throw new Error(`the contract has no binding ${step.binding}`);
  const entries = Object.entries(step.values).map(([name, value]) => [name, isCapture(value) ? '1' : value]);
  const values = Object.fromEntries(entries) as ParameterValues;
  const target: Target = { baseUrl: 'http://127.0.0.1', namespace, kind: 'external' };
  const call: Call = { operation, binding, values, target };
  const request = encodeInDialect(call, dialect);
  const readBack = readRequest(request, binding.envelope !== undefined);
  return judgeRequest({ contract, request, readBack, ...call });
}
