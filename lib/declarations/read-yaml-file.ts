import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseYaml, type YamlSource } from './yaml-source.ts';

/** Reads a YAML file; a file that cannot be read is a problem of its own, at line 1. */
export function readYamlFile(path: URL | string): YamlSource {
  const absolute = typeof path === 'string' ? path : fileURLToPath(path);
  const shown = relative(process.cwd(), absolute);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(absolute));
    return parseYaml(shown, text);
  } catch (error) {
    return unreadable(shown, error instanceof TypeError ? 'the file is not UTF-8' : reason(error));
  }
}

function unreadable(file: string, why: string): YamlSource {
  const source = parseYaml(file, '');
  return {
    ...source,
    value: undefined,
    problems: [source.problem([], { message: `cannot be read: ${why}` })],
  };
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  return error instanceof Error ? error.message : String(error);
}
