import type { XmlElement, XmlNode } from '../model/judging/document.ts';
import type { Message } from '../model/judging/finding.ts';
import { messageOf } from '../text/finding-value.ts';
import { beginningOf } from '../text/printable.ts';
import { isElement } from '../wire/xml/tree.ts';

/** Characters of a body that are read: an error page begins with its style sheet. */
const MOST_READ = 50_000;

const MOST_SHOWN = 160;

/** Title and headings that are shown; the first ones say what went wrong. */
const MOST_HEADINGS = 4;

const HTML = /<(?:!doctype\s+html|html|head|title|body|h[1-4])\b/i;

/** An element that says what a page is about. Its parts have an end, so that no text makes the search quadratic. */
const HEADING = /<(title|h[1-4])\b[^<>]{0,300}>([\s\S]{0,1000}?)<\/\1\s*>/gi;

/** The exception of an ASP.NET page; only its label, "Exception Details:", depends on the language of the server. */
const EXCEPTION = />\s{0,20}((?:[A-Z]\w{0,40}\.){1,9}\w{0,60}Exception\b[^<]{0,500})/;

/** Where a stack trace of .NET begins, in any language: "   at Namespace.Type.Method(". */
const STACK_TRACE = /\r?\n[\t ]+\p{L}+:? [\w.+<>`[\],]+\(/u;

/** Returns the message of a body that is no packet result, on one line; empty where it has none. */
export function bodyMessage(body: string): Message {
  const text = body.slice(0, MOST_READ);
  if (HTML.test(text)) return messageOf(pageText(text), 'HTML page');
  const trace = text.search(STACK_TRACE);
  return messageOf(onOneLine(trace > 0 ? text.slice(0, trace) : text));
}

/** Puts a text on one line, cut where it grows long. */
export function onOneLine(text: string): string {
  const line = text.slice(0, MOST_READ).replace(/\s+/g, ' ').trim();
  return beginningOf(line, MOST_SHOWN);
}

/** Returns all text inside an element on one line, cut where it grows long. */
export function allText(element: XmlElement): string {
  return onOneLine(textInside(element));
}

function textInside(node: XmlNode): string {
  return isElement(node) ? ` ${node.children.map(textInside).join('')} ` : node;
}

function pageText(page: string): string {
  const [, exception] = EXCEPTION.exec(page) ?? [];
  if (exception !== undefined) return onOneLine(decoded(exception));
  const headings = new Set([...page.matchAll(HEADING)].map(([, , inner = '']) => onOneLine(decoded(inner))));
  // A heading that a longer one repeats is left out, such as that of a title.
  const distinct = [...headings].filter(
    (heading) => ![...headings].some((longer) => longer !== heading && longer.includes(heading)),
  );
  return onOneLine(distinct.slice(0, MOST_HEADINGS).join('; ') || decoded(page));
}

/** Returns the text of HTML without tags, scripts, styles and comments, its references replaced. */
function decoded(markup: string): string {
  return markup
    .replace(/<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[a-z!][^<>]*>/gi, ' ')
    .replace(/&(#x?)?(\w{1,7});/gi, (reference, number: string | undefined, name: string) => {
      if (number === undefined) return NAMED.get(name.toLowerCase()) ?? reference;
      const code = Number(number === '#' ? name : `0x${name}`);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    });
}

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));
