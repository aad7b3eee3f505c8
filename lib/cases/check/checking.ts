import type { BindingId, Contract, Operation } from '../../model/contract.ts';
import type { Problem } from '../../model/result.ts';
import type { ProblemText, YamlPath, YamlSource } from '../yaml/yaml-source.ts';

/** An equal way to write a request, and the bindings that it fits. */
export interface KnownForm {
  readonly id: string;
  readonly bindings: readonly BindingId[];
}

/** The names that cases may use besides their own. */
export interface KnownNames {
  readonly contract: Contract;
  readonly requirements: readonly string[];
  readonly forms: readonly KnownForm[];
}

/** A case file while it is checked: where it stands, what it may name, and what was found so far. */
export interface Checking {
  readonly source: YamlSource;
  readonly known: KnownNames;
  readonly problems: Problem[];
}

export function report(checking: Checking, path: YamlPath, text: ProblemText): void {
  checking.problems.push(checking.source.problem(path, text));
}

export function operationOf(checking: Checking, name: string): Operation | undefined {
  return checking.known.contract.operations.find((operation) => operation.name === name);
}

export function reportUnknownOperation(checking: Checking, path: YamlPath, name: string): void {
  const allowed = checking.known.contract.operations.map((operation) => operation.name);
  report(checking, path, { message: `unknown operation "${name}"`, allowed, given: name });
}

/** A field of the packet result, or of every delivery result, is one that holds a text. */
export function checkField(
  checking: Checking,
  of: 'packet' | 'each-delivery',
  field: string,
  path: YamlPath,
  at?: 'key',
): void {
  const { packetResult, deliveryResult } = checking.known.contract;
  const { fields } = of === 'packet' ? packetResult : deliveryResult;
  const allowed = fields.filter(({ type }) => type === 'string').map(({ name }) => name);
  if (allowed.includes(field)) return;
  const message = `"${field}" is not a text field of the ${of === 'packet' ? 'packet' : 'delivery'} result`;
  report(checking, path, { ...(at && { at }), message, allowed, given: field });
}
