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

/** Fields of the packet result that hold a text, and so can be captured and expected. */
export function textFields(checking: Checking): readonly string[] {
  return checking.known.contract.packetResult.fields.filter((f) => f.type === 'string').map((f) => f.name);
}
