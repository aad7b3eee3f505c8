import type { Call, ParameterValues, Target } from '../../lib/model/contract.ts';
import { contract } from './cases.ts';

/** The target of the golden files: a base URL with a path of its own. */
export const sampleTarget: Target = {
  baseUrl: 'http://gateway.example/base',
  namespace: 'http://tempuri.example/ns',
  kind: 'external',
};

/** Every parameter, with the values that the canonical cases send; the identifiers are fixed. */
const sampleValues: ParameterValues = {
  ServiceTicket: 'TICKET-0001',
  Originator: 'POSTSMS',
  GsmNumber: '905000000000',
  GsmNumbers: ['905000000000', '905000000001'],
  Message: 'Conformance test message',
  KeyID: 'key-run1-0000001',
  PostType: '1',
  BeginTime: '',
  EndTime: '',
  MessageType: '1',
  RecipientType: '1',
  PacketId: 'P000001',
};

/** Every operation over every binding. */
export const everyCall = contract.operations.flatMap(({ name }) =>
  contract.bindings.map(({ id }) => [name, id] as const),
);

/** The canonical call of an operation over a binding, by their names, with changed values. */
export function sampleNamed(operationName: string, bindingId: string, changes: ParameterValues = {}): Call {
  const operation = contract.operations.find(({ name }) => name === operationName);
  const binding = contract.bindings.find(({ id }) => id === bindingId);
  if (!operation || !binding) throw new Error(`no ${operationName} over ${bindingId}`);
  return { operation, binding, values: { ...sampleValues, ...changes }, target: sampleTarget };
}

/** The sixteen canonical calls. */
export const sampleCalls = everyCall.map(([operation, binding]) => sampleNamed(operation, binding));
