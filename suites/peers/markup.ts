/** Peers that try to have a parser read files, open connections or unfold entities. */
import { type Asked, answering, type Peer } from './peer.ts';

const DTD = ['failed', 'xml/no-dtd'] as const;
/** The first element of the correct reply behind a document type declaration; `&x;` is where its state was. */
const behind = ({ good, state }: Asked, subset: string) =>
  `<!DOCTYPE r [${subset}]>${good.replace(state, '&x;')}`;

const nested = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};&e${i};">`).join('');

/** @param file a file that holds the canary  @param port a server that counts who connects */
export function markup(file: string, port: number): readonly Peer[] {
  const url = `http://127.0.0.1:${port}`;
  return [
    answering('unfolds entities in entities', DTD, (asked) =>
      behind(asked, `<!ENTITY e0 "lol">${nested}<!ENTITY x "&e30;">`),
    ),
    answering('repeats one large entity', DTD, (asked) =>
      behind(asked, `<!ENTITY x "${'x'.repeat(100_000)}">`).replace('&x;', '&x;'.repeat(100_000)),
    ),
    answering('unfolds parameter entities', DTD, (asked) =>
      behind(asked, `<!ENTITY % a "<!ENTITY x '&#37;b;'>"><!ENTITY % b "${'b'.repeat(9)}">%a;`),
    ),
    answering('has an entity that refers to itself', DTD, (asked) => behind(asked, '<!ENTITY x "&x;">')),
    answering('has an entity of a file', DTD, (asked) =>
      behind(asked, `<!ENTITY x SYSTEM "file://${file}">`),
    ),
    answering('has an entity of another server', DTD, (asked) =>
      behind(asked, `<!ENTITY x SYSTEM "${url}/x">`),
    ),
    answering('has a parameter entity of another server', DTD, (asked) =>
      behind(asked, `<!ENTITY % p SYSTEM "${url}/p">%p;`),
    ),
    answering(
      'has a document type of a file',
      DTD,
      ({ good }) => `<!DOCTYPE r SYSTEM "file://${file}">${good}`,
    ),
    answering(
      'has a document type of another server',
      DTD,
      ({ good }) => `<!DOCTYPE r PUBLIC "r" "${url}/d">${good}`,
    ),
    answering(
      'hides a document type behind a mark, a comment and an instruction',
      DTD,
      (asked) => `\uFEFF<!-- > --><?x >?>\n${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`,
    ),
    answering('hides a document type in UTF-16', ['failed', 'xml/no-dtd'], (asked) =>
      Buffer.from(`\uFEFF${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`, 'utf16le'),
    ),
    answering(
      'writes the document type in small letters',
      DTD,
      ({ good }) => `<!doctype r SYSTEM "${url}/d">${good}`,
    ),
    answering('has a document type of a megabyte', DTD, (asked) =>
      behind(asked, `<!--${'x'.repeat(1e6)}-->`),
    ),
    answering('refers to an entity that nobody declared', ['failed', 'xml/well-formed'], ({ good, state }) =>
      good.replace(state, '&x;'),
    ),
    answering('includes a file by XInclude', ['failed', 'result/field-text'], ({ good, state }) =>
      good.replace(
        state,
        `<i:include xmlns:i="http://www.w3.org/2001/XInclude" parse="text" href="file://${file}"/>`,
      ),
    ),
    answering(
      'names a style sheet and a schema of another server',
      ['passed', null],
      ({ good }) =>
        `<?xml-stylesheet href="${url}/s"?>${good.replace(
          ' xmlns',
          ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:x ${url}/x" xml:base="${url}/" xmlns`,
        )}`,
    ),
    answering('takes a namespace of a file for its own', ['failed', `{file://${file}}`], ({ good }) =>
      good.replaceAll(/xmlns(:soap)?="[^"]*"/g, `xmlns$1="file://${file}"`),
    ),
  ];
}
