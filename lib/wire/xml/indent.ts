/** Splits a well-formed document into tags, texts (with CDATA sections), comments and instructions. */
export const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|(?:[^<]|<!\[CDATA\[[\s\S]*?\]\]>)+|<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g;

type Kind = 'open' | 'close' | 'text' | 'other';

/** Indents a well-formed document, with a line for every element; a malformed one may take long. */
export function indentXml(document: string): string {
  const tokens = (document.match(TOKEN) ?? []).map((token) => [token, tokenKind(token)] as const);
  let written = '';
  let depth = 0;
  let before: Kind = 'text';
  for (const [index, [token, kind]] of tokens.entries()) {
    const isContent = before === 'open' && tokens[index + 1]?.[1] === 'close';
    if (kind === 'text' && token.trim() === '' && !isContent) continue;
    if (kind === 'close') depth -= 1;
    const isOfText = before === 'text' || kind === 'text';
    const isEmpty = before === 'open' && kind === 'close';
    written += isOfText || isEmpty ? token : `\n${'  '.repeat(depth)}${token}`;
    if (kind === 'open') depth += 1;
    before = kind;
  }
  return written;
}

function tokenKind(token: string): Kind {
  if (!token.startsWith('<') || token.startsWith('<![')) return 'text';
  if (token.startsWith('</')) return 'close';
  return /^<[?!]|\/>$/.test(token) ? 'other' : 'open';
}
