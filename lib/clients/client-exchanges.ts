import { expand, type PlanInputs } from '../cases/plan/expand.ts';
import { sampleNumbers } from '../cases/plan/generate.ts';
import { operationOf } from '../cases/plan/recipients.ts';
import { stepsWith } from '../generate/covering.ts';
import { judgeRequest } from '../judge/judge-step.ts';
import { hasTrait } from '../judge/traits.ts';
import type { Client, Dialect, Letter } from '../model/client.ts';
import type { Binding, Call, Contract, Operation, ParameterValues, Target } from '../model/contract.ts';
import {
  type DeclaredCase,
  type DeclaredStep,
  type Exchange,
  isCapture,
  type PlannedStep,
} from '../model/exchange.ts';
import type { Breach } from '../model/judging/finding.ts';
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
  const key = `${call.binding}/${call.operation}`;
  const letter = client.letters?.[key] ?? letterOf(call, dialect, inputs.contract, namespace);
  const isUnclear = letter === 'unclear';
  const breaks = isUnclear || letter === 'breaks';
  const isHard = call.operation === hardOf(inputs.contract)?.name;
  const { level: _, ...written } = call;
  return {
    ...planned,
    id: `clients/${client.id}/${key}`,
    steps: [...planned.steps.slice(0, -1), { ...written, dialect }],
    level: letter !== 'kept' || isHard ? 'gap' : 'must',
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
  const source = { file: client.file, line: 1, column: 1 };
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
    ...(client.since !== undefined && { since: client.since }),
    title: `Calls as ${client.title} writes them are taken`,
    operation: operation.name,
    level: 'must',
    bindings: [binding],
    ...(operation.kind === 'report' && { anyPacket: true }),
    steps: flow.filter((step, place) => place === 0 || step.operation === operation.name),
    expect: { sameContent: false, packet: {}, eachDelivery: {} },
  };
}

/** Adds to clients what the contract's letter says of their calls, which takes longer than the rest of their plan. */
export function withLetters(clients: readonly Client[], contract: Contract): readonly Client[] {
  const numbers = sampleNumbers(2);
  const inputs: PlanInputs = { contract, ticket: 'ticket', values: {}, runId: 'letters', numbers };
  return clients.map((client) => {
    const letters = clientExchanges([client], inputs, 'http://letters.example').map((exchange) => {
      const { isUnclear, breaks } = exchange.client ?? {};
      const isOpen = exchange.level === 'gap' && exchange.operation !== hardOf(contract)?.name;
      return [
        `${exchange.binding}/${exchange.operation}`,
        isUnclear ? 'unclear' : breaks ? 'breaks' : isOpen ? 'open' : 'kept',
      ];
    });
    return { ...client, letters: Object.fromEntries(letters) };
  });
}

/** True if a breach is about an open value that the call means, such as a ticket of the user's, and not about the dialect. */
function isOfValue({ level, about, actual }: Breach, values: ParameterValues): boolean {
  const text = typeof actual === 'object' && 'kind' in actual && actual.kind === 'text' && actual.text;
  return level === 'gap' && text !== false && [values[about?.field ?? ''] ?? []].flat().includes(text);
}

/** Returns what the contract's letter says of a call in a dialect, whatever its values. */
function letterOf(step: PlannedStep, dialect: Dialect, contract: Contract, namespace: string): Letter {
  const operation = operationOf(step, contract);
  const binding = contract.bindings.find(({ id }) => id === step.binding);
  if (!binding) throw new Error(`the contract has no binding ${step.binding}`);
  const entries = Object.entries(step.values).map(([name, value]) => [name, isCapture(value) ? '1' : value]);
  const values: ParameterValues = Object.fromEntries(entries);
  const target: Target = { baseUrl: 'http://127.0.0.1', namespace, kind: 'external' };
  const call: Call = { operation, binding, values, target };
  const request = encodeInDialect(call, dialect);
  const readBack = readRequest(request, binding.envelope !== undefined);
  const all = judgeRequest({ contract, request, readBack, ...call });
  const breaches = all.filter(({ breach }) => !isOfValue(breach, values));
  if (breaches.some(({ rule }) => hasTrait(rule, 'content'))) return 'unclear';
  if (breaches.some(({ breach: { level = 'must' } }) => level === 'must')) return 'breaks';
  return breaches.length > 0 ? 'open' : 'kept';
}
