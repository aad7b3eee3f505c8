import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readText } from './read-text.ts';
import { parseYaml, type YamlSource } from './yaml-source.ts';

/**
 * Reads a YAML file; a file that cannot be read is a problem of its own, at line 1.
 *
 * @param name by which problems tell of it; without one, its path as seen from the working folder
 */
export function readYamlFile(path: URL | string, name?: string): YamlSource {
  const absolute = typeof path === 'string' ? path : fileURLToPath(path);
  const shown = name ?? (relative(process.cwd(), absolute) || '.');
  const read = readText(absolute);
  return read.ok ? parseYaml(shown, read.text) : unreadable(shown, read.why);
}

function unreadable(file: string, why: string): YamlSource {
  const source = parseYaml(file, '');
  return {
    ...source,
    value: undefined,
    problems: [source.problem([], { message: `cannot be read: ${why}` })],
  };
}
