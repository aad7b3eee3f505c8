import { type Form, soapBindings } from './form.ts';
import { rewritePieces } from './xml-pieces.ts';

/** The XML declaration: optional in UTF-8, in either quotes, its encoding in either case (XML 1.0 §2.8, §4.3.3). */
export const declarationForms: readonly Form[] = [
  declared('no-declaration', 'no XML declaration', () => ''),
  declared('declaration-single-quotes', 'an XML declaration in single quotes', (text) =>
    text.replaceAll('"', "'"),
  ),
  declared('declaration-upper-case', 'an XML declaration that names the encoding in upper case', (text) =>
    text.replace('utf-8', 'UTF-8'),
  ),
];

function declared(id: string, title: string, rewrite: (declaration: string) => string): Form {
  return {
    id,
    title,
    bindings: soapBindings,
    apply: (request) => rewritePieces(request, ['declaration'], rewrite),
  };
}
