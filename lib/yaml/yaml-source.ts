import { fileURLToPath } from 'node:url';
import type { Problem } from '../model/result.ts';
import { defined } from '../text/defined.ts';
import { nearest } from '../text/nearest.ts';
import { pathFrom } from '../text/paths.ts';
import { readText } from './read-text.ts';
import { yaml, yamlFaults } from './yaml-faults.ts';

export type YamlPath = readonly (string | number)[];

/** A parsed YAML file that can say where each of its values appears. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** What the YAML itself gets wrong: syntax, duplicate keys, unknown tags. */
  readonly problems: readonly Problem[];
  /** A problem at the value under `path`, or at its key with `at: 'key'`. */
  problem(path: YamlPath, text: ProblemText): Problem;
  /** The text of a scalar as it appears in the file, quotes included; empty for anything else. */
  written(path: YamlPath): string;
}

export interface ProblemText {
  readonly message: string;
  readonly at?: 'key' | 'value';
  readonly allowed?: readonly string[];
  /** What was written, to look for the nearest allowed value. */
  readonly got?: string;
}

/** Reads a YAML file, which has that name in problems; one that cannot be read is a problem without a line. */
export function readYamlFile(path: URL | string, name?: string): YamlSource {
  const absolute = typeof path === 'string' ? path : fileURLToPath(path);
  const shown = name ?? (pathFrom(process.cwd(), absolute) || '.');
  const read = readText(absolute);
  if (read.ok) return parseYaml(shown, read.value);
  const source = parseYaml(shown, '');
  const message = `cannot be read: ${read.error}`;
  return { ...source, value: undefined, problems: [{ ...source.problem([], { message }), line: 0 }] };
}

/** Parses one YAML 1.2 document. */
export function parseYaml(file: string, text: string): YamlSource {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const sourceLines = text.split(/\r?\n/);

  const place = (start: number, end: number, { message, allowed, got }: ProblemText): Problem => {
    const { line, col: column } = lines.linePos(start);
    const sourceLine = sourceLines[line - 1] ?? '';
    const length = Math.max(1, Math.min(end - start, sourceLine.length - column + 1));
    const close = got === undefined ? undefined : nearest(got, allowed ?? []);
    return defined({ file, line, column, length, sourceLine, message, allowed, nearest: close });
  };

  const rangeOf = (path: YamlPath, at: ProblemText['at']): readonly [number, number] => {
    const above = document.getIn(path.slice(0, -1), true);
    const pairs = at === 'key' && isMap(above) ? above.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === String(path.at(-1)));
    const node = pair?.key ?? document.getIn(path, true);
    if (isNode(node) && node.range) return [node.range[0], node.range[1]];
    return path.length === 0 ? [0, 1] : rangeOf(path.slice(0, -1), 'value');
  };

  const faults = yamlFaults(document, text);
  const problems = faults.map(({ start, end, message }) => place(start, end, { message }));
  const value: unknown = faults.every(({ readable }) => readable) ? document.toJS() : undefined;
  return {
    file,
    value,
    problems,
    problem: (path, rest) => place(...rangeOf(path, rest.at), rest),
    written: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) && node.range ? text.slice(node.range[0], node.range[1]) : '';
    },
  };
}
