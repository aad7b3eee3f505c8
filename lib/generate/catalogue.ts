import { checkCharacters } from '../cases/check/checking.ts';
import type { ValueClass } from '../model/exchange.ts';
import type { Loaded } from '../model/result.ts';
import { inFileOrder, schemaProblems } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';

/**
 * Reads a file of classes of values, and reports every problem.
 *
 * @param earlier classes whose ids are taken
 */
export function loadClasses(
  file: string,
  earlier: readonly ValueClass[] = [],
): Loaded<readonly ValueClass[]> {
  const source = readYamlFile(file);
  const problems = [...schemaProblems('value-classes', source)];
  if (problems.length > 0) return { ok: false, error: inFileOrder(problems) };
  const taken = new Set(earlier.flatMap(({ id, group }) => [id, group]));
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
