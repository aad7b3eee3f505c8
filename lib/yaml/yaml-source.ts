import type { Document, YAMLError } from 'yaml';
import type { Problem } from '../model/result.ts';
import { defined } from '../text/defined.ts';
import { nearest } from '../text/nearest.ts';
import { pathFrom } from '../text/paths.ts';
import { require } from '../text/require.ts';
import { readText } from './read-text.ts';

/** Loads the parser at its first use; built-in declarations do not need it. */
export const yaml = () => require('yaml') as typeof import('yaml');

export type YamlPath = readonly (string | number)[];

/** A parsed YAML file that can say where each of its values appears. */
export interface YamlSource {
  readonly file: string;
  readonly value: unknown;
  /** Problems of the YAML itself: syntax, duplicate keys, unknown tags. */
  readonly problems: readonly Problem[];
  /** Makes a problem at the value under `path`, or at its key with `at: 'key'`. */
  problem(path: YamlPath, text: ProblemText): Problem;
  /** Returns the text of a scalar as it appears in the file, quotes included; empty for anything else. */
  written(path: YamlPath): string;
}

export interface ProblemText {
  readonly message: string;
  readonly at?: 'key' | 'value';
  readonly allowed?: readonly string[];
  /** The text of the file, to find the nearest allowed value. */
  readonly got?: string;
}

/** Reads a YAML file; `name` is its name in problems. An unreadable file is a problem without a line. */
export function readYamlFile(path: string, name: string = pathFrom(process.cwd(), path) || '.'): YamlSource {
  const read = readText(path);
  if (read.ok) return parseYaml(name, read.value);
  const source = parseYaml(name, '');
  const message = `cannot be read: ${read.error}`;
  return { ...source, value: undefined, problems: [{ ...source.problem([], { message }), line: 0 }] };
}

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

/**
 * Returns the faults of a parsed document, each `readable` if the tree still matches the text. A syntax error is alone,
 * because later errors of the parser are about another tree.
 */
function yamlFaults(document: Document.Parsed, text: string) {
  const errors = [...document.errors, ...document.warnings];
  const [first, next] = errors.filter(isSyntaxError).toSorted((a, b) => a.pos[0] - b.pos[0]);
  // Of a key over two lines, the second is the one that was indented by mistake.
  const isOverLines = next?.code === 'MULTILINE_IMPLICIT_KEY' && next.pos[0] === first?.pos[0];
  if (first) return [parserFault(isOverLines ? next : first, text)];
  return [...errors.map((error) => parserFault(error, text)), ...aliasFaults(document)];
}

/** True if the tree differs from the text. */
function isSyntaxError({ code }: YAMLError): boolean {
  return code !== 'DUPLICATE_KEY' && code !== 'TAG_RESOLVE_FAILED';
}

function parserFault(error: YAMLError, text: string) {
  const start = startOf(error, text);
  const word = /^[^\s:]+/.exec(text.slice(start))?.[0] ?? '';
  const end = error.code === 'DUPLICATE_KEY' ? start + word.length : error.pos[1];
  const message = faultText(error, word, text.slice(start - 1, start + 1));
  return { start, end, message, readable: !isSyntaxError(error) };
}

function startOf({ code, pos, message }: YAMLError, text: string): number {
  const [first, end] = pos;
  const before = text.slice(0, end);
  if (code === 'MULTILINE_IMPLICIT_KEY') return end - before.slice(before.lastIndexOf('\n')).trim().length;
  // A text in quotes that has no end holds no other quote.
  const quote = code === 'MISSING_CHAR' ? /closing (["'])/.exec(message)?.[1] : undefined;
  if (quote !== undefined) return before.lastIndexOf(quote);
  // What is missing at the end of the file is missing behind the last thing that was written.
  return Math.min(first, text.trimEnd().length);
}

/** Faults by their codes, where the parser has other words for them, or repeats what may be part of a ticket. */
const WORDS: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  MULTIPLE_DOCS: 'the file holds more than one document; remove the line "---"',
  BLOCK_AS_IMPLICIT_KEY: 'not valid YAML: a text that holds a colon and a space needs quotes',
  MULTILINE_IMPLICIT_KEY:
    'not valid YAML: this line continues the value before it; keys of one mapping begin at the same column',
  BLOCK_IN_FLOW:
    'not valid YAML: inside { } and [ ], values need a comma between them, and a text with a colon needs quotes',
  UNEXPECTED_TOKEN: 'not valid YAML: unexpected text',
};

function faultText({ code, message }: YAMLError, word: string, around: string): string {
  // Its brace begins a mapping where it appears in { } or [ ].
  if (around === '${') return `a text that holds \${…} needs quotes inside { } and [ ]`;
  if (code === 'DUPLICATE_KEY') return `the key "${word}" is already in this mapping`;
  return WORDS[code] ?? `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Refuses every alias, because a few lines of aliases can mean gigabytes. */
function aliasFaults(document: Document.Parsed) {
  const found: ReturnType<typeof parserFault>[] = [];
  yaml().visit(document, {
    Alias: (_, { source, range }) => {
      const [start, end] = range ?? [0, 0];
      const message = `*${source} is a YAML alias, which is not allowed here; a text that begins with * needs quotes`;
      found.push({ start, end, message, readable: false });
    },
  });
  return found;
}
