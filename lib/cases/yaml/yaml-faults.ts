import { type Document, isScalar, visit, type YAMLError } from 'yaml';

/** Something that the YAML itself gets wrong. */
export interface YamlFault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** Whether the tree still is what was written, so that more can be said about it. */
  readonly readable: boolean;
}

/**
 * The faults of a parsed document. A syntax error stands alone: what the parser says after the first one is about a
 * tree that nobody wrote.
 */
export function yamlFaults(document: Document.Parsed, text: string): readonly YamlFault[] {
  const errors = [...document.errors, ...document.warnings];
  const [first] = errors.filter(isSyntaxError).toSorted((a, b) => a.pos[0] - b.pos[0]);
  if (first) return [parserFault(first, text)];
  return [...errors.map((error) => parserFault(error, text)), ...nodeFaults(document, text)];
}

/** Whether the tree is not what was written. */
function isSyntaxError({ code }: YAMLError): boolean {
  return code !== 'DUPLICATE_KEY' && code !== 'TAG_RESOLVE_FAILED';
}

function parserFault(error: YAMLError, text: string): YamlFault {
  // What is missing at the end of the file is missing behind the last thing that was written.
  const start = Math.min(error.pos[0], text.trimEnd().length);
  const word = /^[^\s:]+/.exec(text.slice(start))?.[0] ?? '';
  const end = error.code === 'DUPLICATE_KEY' ? start + word.length : error.pos[1];
  const message = isReference(text, start)
    ? `a text that holds \${…} needs quotes inside { } and [ ]`
    : faultText(error, word);
  return { start, end, message, readable: !isSyntaxError(error) };
}

/** Whether this is the brace of a `${…}`, which begins a mapping where it stands in { } or [ ]. */
function isReference(text: string, brace: number): boolean {
  return text.slice(brace - 1, brace + 1) === '${';
}

function faultText({ code, message }: YAMLError, word: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return `the key "${word}" is already in this mapping`;
    case 'TAB_AS_INDENT':
      return 'not valid YAML: indentation with a tab; use spaces';
    case 'TAG_RESOLVE_FAILED':
      return `unknown tag ${word}; write the value without it`;
    case 'MULTIPLE_DOCS':
      return 'the file holds more than one document; remove the line "---"';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return 'not valid YAML: a text that holds a colon and a space needs quotes';
    case 'BLOCK_IN_FLOW':
      return 'not valid YAML: inside { } and [ ], values need a comma between them, and a text with a colon needs quotes';
    case 'UNEXPECTED_TOKEN':
      // A sign alone: a word may be part of a ticket.
      return /^[^\w\s"']/.test(word)
        ? `not valid YAML: unexpected "${word.charAt(0)}"`
        : 'not valid YAML: unexpected text';
    default:
      return `not valid YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  }
}

/** Keys that YAML does not read as text (007 would silently become "7"), and aliases of nothing. */
function nodeFaults(document: Document.Parsed, text: string): readonly YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, {
    Pair: (_, { key }) => {
      if (!isScalar(key) || typeof key.value === 'string' || !key.range) return;
      const [start, end] = key.range;
      const written = text.slice(start, end);
      const kind = key.value === null ? 'null' : `a ${typeof key.value}`;
      const message = `the key ${written} without quotes is ${kind}: write "${written}"`;
      found.push({ start, end, message, readable: true });
    },
    Alias: (_, alias) => {
      if (!alias.range) return;
      const [start, end] = alias.range;
      // An alias of something is refused as well: a few lines of them can stand for gigabytes.
      const message = `*${alias.source} is a YAML alias, which is not allowed here; a text that begins with * needs quotes`;
      found.push({ start, end, message, readable: false });
    },
  });
  return found;
}
