import type { Contract } from '../model/contract.ts';
import type { Loaded, Problem } from '../model/result.ts';
import { isListValue } from './check/references.ts';
import { inFileOrder, schemaProblems } from './schema.ts';
import type { YamlSource } from './yaml/yaml-source.ts';
import { readYamlFile } from './yaml/yaml-source.ts';

/** Reads cases/contract.yaml: the operations, bindings and result structure of contract §1 to §4. */
export function loadContract(path: URL | string): Loaded<Contract> {
  const source = readYamlFile(path);
  const problems = schemaProblems('contract', source);
  if (problems.length > 0) return { ok: false, error: problems };
  const contract = source.value as Contract;
  const wrong = inFileOrder([
    ...duplicates(source, contract),
    ...unknownEchoes(source, contract),
    ...wrongCanonicals(source, contract),
  ]);
  return wrong.length > 0 ? { ok: false, error: wrong } : { ok: true, value: contract };
}

function duplicates(source: YamlSource, contract: Contract): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = (names: Set<string>, name: string, path: readonly (string | number)[]) => {
    if (names.has(name)) problems.push(source.problem(path, { message: `"${name}" is declared twice` }));
    names.add(name);
  };
  const bindings = new Set<string>();
  contract.bindings.forEach((binding, i) => {
    seen(bindings, binding.id, ['bindings', i, 'id']);
  });
  const operations = new Set<string>();
  contract.operations.forEach((operation, i) => {
    seen(operations, operation.name, ['operations', i, 'name']);
    const parameters = new Set<string>();
    operation.parameters.forEach((parameter, j) => {
      seen(parameters, parameter.name, ['operations', i, 'parameters', j, 'name']);
    });
  });
  return problems;
}

/** An echo must name a field of the delivery result, or nothing could ever be compared. */
function unknownEchoes(source: YamlSource, contract: Contract): readonly Problem[] {
  const fields = contract.deliveryResult.fields.map((field) => field.name);
  return contract.operations.flatMap((operation, i) =>
    operation.parameters.flatMap((parameter, j) =>
      parameter.echo === undefined || fields.includes(parameter.echo)
        ? []
        : [
            source.problem(['operations', i, 'parameters', j, 'echo'], {
              message: `"${parameter.echo}" is not a field of the delivery result`,
              allowed: fields,
              given: parameter.echo,
            }),
          ],
    ),
  );
}

/** A canonical value is a list exactly where the parameter is one. */
function wrongCanonicals(source: YamlSource, contract: Contract): readonly Problem[] {
  return contract.operations.flatMap((operation, i) =>
    operation.parameters.flatMap(({ name, type, canonical }, j) => {
      if (canonical === undefined || isListValue(canonical) === (type === 'list')) return [];
      const message =
        type === 'list'
          ? `${name} is a list, and this is one text`
          : `${name} is one text, and this is a list`;
      return [source.problem(['operations', i, 'parameters', j, 'canonical'], { message })];
    }),
  );
}
