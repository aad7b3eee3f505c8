import { type Form, soapBindings } from './form.ts';
import { type Piece, piecesOf, rewriteBody } from './xml-pieces.ts';

/** What stands between elements, and the two ways to write an empty one (XML 1.0 §3.1). */
export const layoutForms: readonly Form[] = [
  {
    id: 'pretty-print',
    title: 'a line for every element, indented',
    bindings: soapBindings,
    apply: (request) => rewriteBody(request, pretty),
  },
  {
    id: 'comments',
    title: 'comments between elements',
    bindings: soapBindings,
    // Inside the envelope only: SOAP 1.2 part 1 §5 has none in front of it or behind it.
    apply: (request) => rewriteBody(request, (text) => between(text, () => '<!-- <note> & -->')),
  },
  {
    id: 'self-closed',
    title: 'empty parameters as one tag',
    bindings: soapBindings,
    apply: (request) => rewriteBody(request, (text) => text.replace(/<([^\s<>/?]+)><\/\1>/g, '<$1/>')),
  },
];

function pretty(document: string): string {
  return between(document, (depth) => `\n${'  '.repeat(depth)}`).replace(/<\?[^>]*>/, '$&\n');
}

/** Puts something between two tags that belong to different elements, never into an element that holds text or nothing. */
function between(document: string, inserted: (depth: number) => string): string {
  let depth = 0;
  // Stryker disable next-line StringLiteral: any kind that is no tag does: nothing is put in front of the first piece
  let before: Piece['kind'] = 'declaration';
  let written = '';
  for (const { kind, raw } of piecesOf(document)) {
    if (kind === 'end') depth -= 1;
    const apart = before === 'end' || (before === 'start' && kind === 'start');
    written += (apart ? inserted(depth) : '') + raw;
    if (kind === 'start') depth += 1;
    before = kind;
  }
  return written;
}
