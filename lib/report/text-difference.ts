/** What was done to a text, by what would give the text that came back; the first that fits is told. */
const changes: readonly (readonly [said: string, change: (sent: string) => string])[] = [
  ['white space at its beginning or end was taken away', (text) => text.trim()],
  ['white space at its beginning was taken away', (text) => text.trimStart()],
  ['white space at its end was taken away', (text) => text.trimEnd()],
  ['it is in the Unicode normal form NFC now', (text) => text.normalize('NFC')],
  ['it is in the Unicode normal form NFD now', (text) => text.normalize('NFD')],
  ['the letters lost their marks', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['no-break spaces became spaces', (text) => text.replaceAll('\u00A0', ' ')],
  ['line breaks became line feeds', (text) => text.replace(/\r\n?/g, '\n')],
  [
    'line breaks became pairs of carriage return and line feed',
    (text) => text.replace(/\r\n|\r|\n/g, '\r\n'),
  ],
  ['white space became single spaces', (text) => text.trim().replace(/\s+/g, ' ')],
  ['white space became spaces', (text) => text.replace(/\s/g, ' ')],
  ['it is in the Unicode normal form NFKC now', (text) => text.normalize('NFKC')],
  ['it is in the Unicode normal form NFKD now', (text) => text.normalize('NFKD')],
  ['a plus sign became a space', (text) => text.replaceAll('+', ' ')],
  ['it was escaped once too often', (text) => escaped(text)],
  ['it was unescaped once too often', (text) => unescaped(text)],
  ['it was percent-encoded once too often', (text) => encodeURIComponent(text)],
  ['its letters are all upper case now', (text) => text.toUpperCase()],
  ['its letters are all lower case now', (text) => text.toLowerCase()],
  ['characters beyond ASCII became question marks', (text) => text.replace(/\P{ASCII}/gu, '?')],
  ['characters beyond ASCII became question marks', (text) => text.replace(/[^\0-\x7F]/g, '?')],
  ['characters beyond ASCII were left out', (text) => text.replace(/\P{ASCII}/gu, '')],
  ['its UTF-8 bytes were read as ISO 8859-1', (text) => Buffer.from(text).toString('latin1')],
  ['its UTF-8 bytes were read as windows-1254', (text) => read(text, 'windows-1254')],
  ['its UTF-8 bytes were read as windows-1252', (text) => read(text, 'windows-1252')],
];

/** What became of a text between its way in and its way out, for whoever looks for the cause. */
export function textDifference(sent: string, back: string): string | undefined {
  if (back === '') return 'nothing of the text came back';
  const change = changes.find(([, apply]) => apply(sent) === back);
  if (change) return change[0];
  if (sent.startsWith(back)) return `it ends after ${back.length} of ${sent.length} characters`;
  if (back.startsWith(sent)) return `something was added at its end`;
  if (back.includes(sent)) return `something was added around it`;
  const same = commonStart(sent, back);
  return same === 0 ? undefined : `it differs from character ${same + 1} on`;
}

/** How many UTF-16 code units two texts begin with in common. */
function commonStart(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

function read(text: string, encoding: string): string {
  return new TextDecoder(encoding).decode(Buffer.from(text));
}
