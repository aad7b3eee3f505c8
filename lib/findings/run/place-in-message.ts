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
  const markup = path
    .replace(/^prolog$/, '<!DOCTYPE')
    .replace(/^XML declaration$|^processing-instruction\((.+)\)$/, (_, target = 'xml') => `<?${target}`);
  if (markup.startsWith('<')) {
    const [found] = markupFrom(message, message.indexOf(markup, bodyStart));
    return found?.span;
  }
  return namedAt(message, bodyStart, path === 'charset' ? 'content-type' : path);
}

/** Finds a header, or a parameter of a request: a field of its query or form, or an element. */
function namedAt(message: string, bodyStart: number, name: string): Span | undefined {
  const escaped = name.replace(/\W/g, '\\$&');
  const header = new RegExp(`(?<=\\n)${escaped}:[^\\n]*`, 'i');
  const field = new RegExp(`(?<=[?&\\n])${escaped}=[^&\\s]*|<(?:[^\\s<>/]+:)?${escaped}[\\s>/]`);
  const found = header.exec(message.slice(0, bodyStart)) ?? field.exec(message);
  if (!found) return undefined;
  const { 0: text, index } = found;
  return text.startsWith('<') ? elementFrom(message, index) : [index, index + text.length];
}

/** Finds a few characters at a line and column of the body, both from 1; the line where the column is 0. */
function atPosition(message: string, start: number, line: number, column: number): Span | undefined {
  const lines = message.slice(start).split('\n', line);
  const text = lines[line - 1];
  if (text === undefined) return undefined;
  const end = start + lines.join('\n').length;
  const from = end - text.length;
  if (column === 0) return [from, end];
  const at = Math.min(Math.max(from, from + column - 2), Math.max(from, end - 1));
  return at >= message.length ? undefined : [at, Math.min(at + 12, Math.max(end, at + 1))];
}

function elementAt(message: string, bodyStart: number, path: string): Span | undefined {
  const steps = path.split('/').filter((step) => step !== '' && !step.startsWith('@'));
  const places = steps.map((step) => (step.endsWith(']') ? step : `${step}[1]`));
  const wanted = places.map((_, depth) => `/${places.slice(0, depth + 1).join('/')}`);
  let start = -1;
  const counts = new Map<string, number>();
  const open: string[] = [];
  for (const { text, span } of markupFrom(message, bodyStart)) {
    if (text.startsWith('</')) open.pop();
    if (/^<[?!/]/.test(text)) continue;
    const name = `${open.at(-1) ?? ''}/${localName(text)}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const place = `${name}[${count}]`;
    const isWanted = wanted.includes(place);
    // The last element is the deepest: it is inside the earlier ones.
    if (isWanted) start = span[0];
    // Nothing inside an element beside the path is wanted.
    if (!text.endsWith('/>')) open.push(isWanted ? place : 'beside');
  }
  return elementFrom(message, start);
}

/** Finds an element without elements in it from its start to its end, else its start tag. */
function elementFrom(message: string, from: number): Span | undefined {
  const [tag, next] = markupFrom(message, from);
  const last = next?.text.startsWith('</') && !tag?.text.endsWith('/>') ? next : tag;
  return last && [from, last.span[1]];
}

const localName = (tag: string) => /^<(?:[^\s/>:]*:)?([^\s/>]*)/.exec(tag)?.[1];

/** A comment, section, instruction or tag; without an end it goes to the end, so that none makes the search quadratic. */
const MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(?:[^"'>]|"[^"]*(?:"|$)|'[^']*(?:'|$))*(?:>|$)/g;

/** Yields the markup of a message from a place on, up to one without an end. */
function* markupFrom(message: string, from: number) {
  if (from === -1) return;
  const search = new RegExp(MARKUP);
  search.lastIndex = from;
  for (let found = search.exec(message); found?.[0].endsWith('>'); found = search.exec(message))
    yield { text: found[0], span: [found.index, search.lastIndex] satisfies Span };
}
