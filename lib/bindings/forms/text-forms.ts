import type { Form } from './form.ts';
import { pieceForm } from './xml-pieces.ts';

/** Other ways to write the characters of a text (XML 1.0 §2.7, §4.1). */
export const textForms: readonly Form[] = [
  written('cdata', 'texts in CDATA sections', cdata),
  written('character-references', 'every character of a text as a hexadecimal reference', (text) =>
    references(text, (code) => `x${code.toString(16).toUpperCase()}`),
  ),
  written('decimal-references', 'every character of a text as a decimal reference', (text) =>
    references(text, String),
  ),
];

function written(id: string, title: string, write: (text: string) => string): Form {
  return pieceForm(['text'], id, title, (raw) => write(plainText(raw)));
}

/** The characters that our encoder wrote, in the five ways it has (lib/xml/escape.ts). */
function plainText(raw: string): string {
  return raw
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#xD;', '\r')
    .replaceAll('&amp;', '&');
}

/** The end of a section is cut in two; CR cannot stand in one, where no reference is read (XML 1.0 §2.11). */
function cdata(text: string): string {
  const inside = text.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA[');
  return `<![CDATA[${inside}]]>`;
}

function references(text: string, number: (code: number) => string): string {
  return Array.from(text, (character) => `&#${number(character.codePointAt(0) ?? 0)};`).join('');
}
