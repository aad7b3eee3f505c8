import type { Form } from './form.ts';
import { pieceForm } from './xml-pieces.ts';

/** The XML declaration: optional in UTF-8, in either quotes, its encoding in either case (XML 1.0 §2.8, §4.3.3). */
export const declarationForms: readonly Form[] = [
  // Stryker disable next-line ArrowFunction: join() writes undefined as the empty text
  pieceForm(['declaration'], 'no-declaration', 'no XML declaration', () => ''),
  pieceForm(['declaration'], 'declaration-single-quotes', 'an XML declaration in single quotes', (text) =>
    text.replaceAll('"', "'"),
  ),
  pieceForm(
    ['declaration'],
    'declaration-upper-case',
    'an XML declaration that names the encoding in upper case',
    (text) => text.replace('utf-8', 'UTF-8'),
  ),
];
