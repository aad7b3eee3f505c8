/** Characters of a text, from the first to before the last. */
export type Span = readonly [from: number, to: number];

/**
 * Finds the place of a finding in an HTTP message as reports show it; undefined where its path names none, such as that
 * of a header that is absent. A message may be cut or broken: the deepest element of the path that is there is the place.
 */
export function placeInMessage(message: string, path: string): Span | undefined {
  const headEnd = message.indexOf('\n\n');
  const bodyStart = headEnd === -1 ? message.length : headEnd + 2;
  if (path.startsWith('/')) return elementAt(message, bodyStart, path);
  if (/^(?:status|request) line$|^response$/.test(path)) return [0, message.search(/\n|$/)];
  const position = /^line (\d+)(?:, column (\d+))?$/.exec(path);
  if (position) return atPosition(message, bodyStart, Number(position[1]), Number(position[2] ?? 0));
  const instruction = /^processing-instruction\((.+)\)$/.exec(path)?.[1];
  if (instruction !== undefined) return tagAt(message, message.indexOf(`<?${instruction}`, bodyStart));
  if (path === 'XML declaration') return tagAt(message, message.indexOf('<?xml', bodyStart));
  if (path === 'prolog') return tagAt(message, message.indexOf('<!DOCTYPE', bodyStart));
  return headerAt(message, headEnd, path === 'charset' ? 'content-type' : path) ?? fieldAt(message, path);
}

/** A header field, found by its name in any letter case. */
function headerAt(message: string, headEnd: number, name: string): Span | undefined {
  const head = headEnd === -1 ? message : message.slice(0, headEnd);
  const from = head.toLowerCase().indexOf(`\n${name.toLowerCase()}:`) + 1;
  if (from === 0) return undefined;
  const end = head.indexOf('\n', from);
  return [from, end === -1 ? head.length : end];
}

/** A parameter of a request: a field of its query or form, or an element. */
function fieldAt(message: string, name: string): Span | undefined {
  const escaped = name.replace(/\W/g, '\\$&');
  const found = new RegExp(`(?<=[?&\\n])${escaped}=[^&\\s]*|<(?:[^\\s<>/]+:)?${escaped}[\\s>/]`).exec(
    message,
  );
  if (!found) return undefined;
  return found[0].startsWith('<')
    ? elementFrom(message, found.index)
    : [found.index, found.index + found[0].length];
}

/** A few characters at a line and column of the body, both from 1; the line where the column is 0. */
function atPosition(message: string, start: number, line: number, column: number): Span | undefined {
  let from = start;
  for (let passed = 1; passed < line; passed += 1) {
    const end = message.indexOf('\n', from);
    if (end === -1) return undefined;
    from = end + 1;
  }
  const lineEnd = message.slice(from).search(/\n|$/) + from;
  if (column === 0) return [from, lineEnd];
  const at = Math.min(Math.max(from, from + column - 2), Math.max(from, lineEnd - 1));
  return at >= message.length ? undefined : [at, Math.min(at + 12, Math.max(lineEnd, at + 1))];
}

/** The element that a path of local names leads to. */
function elementAt(message: string, bodyStart: number, path: string): Span | undefined {
  const steps = path
    .split('/')
    .filter((step) => step !== '' && !step.startsWith('@'))
    .map((step) => /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [step, step]);
  const seen = steps.map(() => 0);
  let [matched, deepest, best] = [0, -1, -1];
  for (const { name, depth, from } of elementsIn(message, bodyStart)) {
    matched = Math.min(matched, depth);
    const [, wanted, place = '1'] = steps[depth] ?? [];
    if (depth > matched || name !== wanted) continue;
    seen[depth] = (seen[depth] ?? 0) + 1;
    if (seen[depth] !== Number(place)) continue;
    if (depth > deepest) [deepest, best] = [depth, from];
    matched = depth + 1;
    if (matched === steps.length) break;
    seen.fill(0, matched);
  }
  return best === -1 ? undefined : elementFrom(message, best);
}

/** The elements of a document, each with how many are around it. */
function* elementsIn(message: string, bodyStart: number) {
  let depth = 0;
  for (let tag = tagAt(message, message.indexOf('<', bodyStart)); tag; tag = nextTag(message, tag)) {
    const text = message.slice(...tag);
    if (text.startsWith('</')) depth -= 1;
    if (/^<[?!/]/.test(text)) continue;
    yield { name: localName(text), depth, from: tag[0] };
    if (!text.endsWith('/>')) depth += 1;
  }
}

/** An element that holds no other from its start to its end, else its start tag. */
function elementFrom(message: string, from: number): Span | undefined {
  const tag = tagAt(message, from);
  const next = tag && !message.slice(...tag).endsWith('/>') ? nextTag(message, tag) : undefined;
  const isLeaf = next !== undefined && message.startsWith('</', next[0]);
  return tag && [from, isLeaf ? next[1] : tag[1]];
}

function localName(tag: string): string {
  const name = /^<([^\s/>]*)/.exec(tag)?.[1] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

function nextTag(message: string, [, end]: Span): Span | undefined {
  return tagAt(message, message.indexOf('<', end));
}

/** What markup ends with, by what it begins with. */
const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The tag, comment, section or instruction that begins at a place; undefined where there is none, or no end of it. */
function tagAt(message: string, from: number): Span | undefined {
  if (from === -1) return undefined;
  const special = ENDS.find(([begin]) => message.startsWith(begin, from));
  if (special) {
    const end = message.indexOf(special[1], from + special[0].length);
    return end === -1 ? undefined : [from, end + special[1].length];
  }
  const tag = /<(?:[^"'>]|"[^"]*"|'[^']*')*>/y;
  tag.lastIndex = from;
  return tag.test(message) ? [from, tag.lastIndex] : undefined;
}
