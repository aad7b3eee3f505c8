/** Peers that try to have a parser read files, open connections or unfold entities. */
import { type Asked, answering, overPlain, type Peer } from './peer.ts';

type Body = Parameters<typeof answering>[2];

/** Has a document type declaration, which SOAP forbids; what is written with its entities is read nowhere. */
const usingDtd = (does: string, body: Body) =>
  overPlain(answering(does, ['failed', 'xml/no-dtd'], body), 'not-read', 'xml/no-dtd');

/** Has one that nothing is written with. */
const withDtd = (does: string, body: Body) =>
  overPlain(answering(does, ['failed', 'xml/no-dtd'], body), 'warned', 'xml/no-dtd');

/** The first element of the correct reply behind a document type declaration; `&x;` is where its state was. */
const behind = ({ good, state }: Asked, subset: string) =>
  `<!DOCTYPE r [${subset}]>${good.replace(state, '&x;')}`;

const nested = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};&e${i};">`).join('');

/** @param file a file that holds the canary  @param port a server that counts who connects */
export function markup(file: string, port: number): readonly Peer[] {
  const url = `http://127.0.0.1:${port}`;
  return [
    usingDtd('unfolds entities in entities', (asked) =>
      behind(asked, `<!ENTITY e0 "lol">${nested}<!ENTITY x "&e30;">`),
    ),
    usingDtd('repeats one large entity', (asked) =>
      behind(asked, `<!ENTITY x "${'x'.repeat(100_000)}">`).replace('&x;', '&x;'.repeat(100_000)),
    ),
    usingDtd('has an entity of a file', (asked) => behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)),
    usingDtd('has an entity of another server', (asked) => behind(asked, `<!ENTITY x SYSTEM "${url}/x">`)),
    usingDtd('has a parameter entity of another server', (asked) =>
      behind(asked, `<!ENTITY % p SYSTEM "${url}/p">%p;`),
    ),
    withDtd('has a document type of a file', ({ good }) => `<!DOCTYPE r SYSTEM "file://${file}">${good}`),
    withDtd(
      'has a document type of another server',
      ({ good }) => `<!DOCTYPE r PUBLIC "r" "${url}/d">${good}`,
    ),
    usingDtd(
      'hides a document type behind a mark, a comment and an instruction',
      (asked) => `\uFEFF<!-- > --><?x >?>\n${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`,
    ),
    answering('hides a document type in UTF-16', ['failed', 'xml/no-dtd'], (asked) =>
      Buffer.from(`\uFEFF${behind(asked, `<!ENTITY x SYSTEM "file://${file}">`)}`, 'utf16le'),
    ),
    answering('includes a file by XInclude', ['failed', 'result/field-text'], ({ good, state }) =>
      good.replace(
        state,
        `<i:include xmlns:i="http://www.w3.org/2001/XInclude" parse="text" href="file://${file}"/>`,
      ),
    ),
    overPlain(
      answering(
        'names a style sheet and a schema of another server',
        ['failed', 'soap/instructions'],
        ({ good }) =>
          `<?xml-stylesheet href="${url}/s"?>${good.replace(
            ' xmlns',
            ` xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:schemaLocation="urn:x ${url}/x" xml:base="${url}/" xmlns`,
          )}`,
      ),
      'passed',
      null,
    ),
  ];
}
