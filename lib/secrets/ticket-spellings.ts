import { percentEncode } from '../bindings/http/fields.ts';
import { escapeText } from '../xml/escape.ts';

/** A way in which a request writes a ticket, and an expression of JavaScript that writes POSTSMS_TICKET so. */
export interface Spelling {
  readonly written: string;
  readonly expression: string;
}

const TICKET = 'process.env.POSTSMS_TICKET';
// No single quote and no exclamation mark, which a shell takes for its own.
const ENCODED = `encodeURIComponent(${TICKET}).replace(/[\\x21\\x27()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())`;

/** The ticket as fields have it: plain, its escapes in lower case, everything escaped; a space as %20 or as +. */
export function fieldSpellings(ticket: string): readonly Spelling[] {
  const encoded = percentEncode(ticket);
  const hex = Buffer.from(ticket, 'utf8').toString('hex').toUpperCase();
  const spellings = [
    { written: encoded, expression: ENCODED },
    {
      written: encoded.replace(/%../g, (coded) => coded.toLowerCase()),
      expression: `${ENCODED}.replace(/%../g, (c) => c.toLowerCase())`,
    },
    {
      written: hex.replace(/../g, '%$&'),
      expression: `Buffer.from(${TICKET}).toString("hex").toUpperCase().replace(/../g, "%$&")`,
    },
  ];
  return spellings.flatMap(({ written, expression }) => [
    { written, expression },
    { written: written.replaceAll('%20', '+'), expression: `${expression}.replace(/%20/g, "+")` },
  ]);
}

/** The ticket as an envelope has it: escaped, in CDATA sections, as hexadecimal or decimal references. */
export function xmlSpellings(ticket: string): readonly Spelling[] {
  const references = (number: (code: number) => string) =>
    Array.from(ticket, (character) => `&#${number(character.codePointAt(0) ?? 0)};`).join('');
  const referencesOf = (number: string) => `Array.from(${TICKET}, (c) => "&#" + ${number} + ";").join("")`;
  return [
    {
      written: escapeText(ticket),
      expression: `${TICKET}.replace(/[&<>\\r]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;"})[c] || "&#xD;")`,
    },
    {
      written: ticket.replaceAll(']]>', ']]]]><![CDATA[>').replaceAll('\r', ']]>&#xD;<![CDATA['),
      expression: `${TICKET}.replace(/]]>/g, "]]]]><\\x21[CDATA[>").replace(/\\r/g, "]]>&#xD;<\\x21[CDATA[")`,
    },
    {
      written: references((code) => `x${code.toString(16).toUpperCase()}`),
      expression: referencesOf('"x" + c.codePointAt(0).toString(16).toUpperCase()'),
    },
    { written: references(String), expression: referencesOf('c.codePointAt(0)') },
  ];
}
