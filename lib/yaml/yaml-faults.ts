import type { Document, YAMLError } from 'yaml';
import { require } from '../text/require.ts';

/** Loaded at its first use: built-in declarations are kept as they were loaded. */
export const yaml = () => require('yaml') as typeof import('yaml');

/**
 * Returns the faults of a parsed document, each `readable` if the tree still is what was written. A syntax error is alone:
 * what the parser says after it is about another tree.
 */
export function yamlFaults(document: Document.Parsed, text: string) {
  const errors = [...document.errors, ...document.warnings];
  const [first, next] = errors.filter(isSyntaxError).toSorted((a, b) => a.pos[0] - b.pos[0]);
  // Of a key over two lines, the second is the one that was indented by mistake.
  const isOverLines = next?.code === 'MULTILINE_IMPLICIT_KEY' && next.pos[0] === first?.pos[0];
  if (first) return [parserFault(isOverLines ? next : first, text)];
  return [...errors.map((error) => parserFault(error, text)), ...aliasFaults(document)];
}

/** Whether the tree is not what was written. */
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

/** Aliases, which are refused also where they mean something: a few lines of them can stand for gigabytes. */
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
