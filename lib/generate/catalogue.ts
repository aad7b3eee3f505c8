import { checkCharacters } from '../cases/check/checking.ts';
import type { Loaded, Problem } from '../model/result.ts';
import type { ValueClass } from '../model/value-class.ts';
import { inFileOrder, schemaProblems } from '../yaml/schema.ts';
import { readYamlFile } from '../yaml/yaml-source.ts';

/**
 * Reads files of classes of values, and reports every problem of every file. A class has its id once over all files.
 *
 * @param earlier classes whose ids are taken
 */
export function loadClasses(
  files: readonly (URL | string)[],
  earlier: readonly ValueClass[] = [],
): Loaded<readonly ValueClass[]> {
  const problems: Problem[] = [];
  const classes: ValueClass[] = [];
  const taken = new Set(earlier.flatMap(({ id, group }) => [id, group]));
  for (const file of files) {
    const source = readYamlFile(file);
    const found = [...schemaProblems('value-classes', source)];
    const entries =
      found.length > 0 ? [] : (source.value as { classes: Omit<ValueClass, 'source'>[] }).classes;
    for (const [index, entry] of entries.entries()) {
      const place = source.problem(['classes', index, 'id'], {
        message: `the id "${entry.id}" is taken; give the class another`,
      });
      if (taken.has(entry.id)) found.push(place);
      checkCharacters(entry, ['classes', index], (at, text) => found.push(source.problem(at, text)));
      taken.add(entry.id);
      classes.push({ ...entry, source: { file: place.file, line: place.line, column: place.column } });
    }
    problems.push(...inFileOrder(found));
  }
  return problems.length > 0 ? { ok: false, error: problems } : { ok: true, value: classes };
}
