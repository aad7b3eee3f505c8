import { maskFor } from '../../lib/secrets/mask.ts';

// How the mask grows with a text: ten times the text may take ten times as long, or a little more. Texts are those
// that servers would send to make it slow: beginnings of what it looks for that come to nothing, without an end.

const MEGABYTE = 1_000_000;
/** Times as long for ten times the text at most; a search that is quadratic takes a hundred. */
const MOST = 25;

const mask = maskFor(
  ['tic&ket<"\'+%/=ığ ü\\x', '0f8fad5b-d9cb-469f-A165-70867728950e', 'aaaaaaaaab'],
  ['905001112233'],
);

const pieces: Readonly<Record<string, string>> = {
  'an ordinary reply': '<a><GsmNumber>905001112299</GsmNumber><b>text &amp; more</b></a>\n',
  digits: '9',
  'spaces behind a beginning': `t${' '.repeat(99_999)}`,
  backslashes: '\\',
  'percent signs': '%',
  'percent signs, encoded': '%25',
  ampersands: '&',
  'ampersands, encoded': '&amp;',
  'encodings in turn': '%26amp%3B',
  'open tags': 't<a ',
  'marks of CDATA': 't<![CDATA[',
  'all but the end': 'tic&ket<"\'+%/=ığ ü\\',
  'letters of a secret': 'a',
  'cut beginnings': 'tick…',
  base64: 'QUJD',
  'hexadecimal digits': '4142',
  'UTF-8 as Latin-1': '\u00c3\u00b0',
  numbers: '905001112233 ',
  'quoted-printable': '=74=69c',
  'soft line breaks': 't=\r\n',
  'encoded words': '=?a?Q?t=69?= =?a?B?dGlj?=\n',
  'encoded words without an end': '=?a?Q?=?',
  'spaces behind an encoded word': `=?a?Q?t?=${' '.repeat(99_999)}`,
  'letters of UTF-16': 't\0i\0c\0&\0a\0m\0p\0;\0',
};

/** Milliseconds of this process's own work, whatever else the machine does. */
function cost(text: string): number {
  const before = process.cpuUsage().user;
  mask(text);
  return (process.cpuUsage().user - before) / 1000;
}

process.stdout.write(
  `${''.padEnd(28)}${'1 MB, ms'.padStart(10)}${'10 MB, ms'.padStart(11)}${'ratio'.padStart(8)}\n`,
);
for (const [name, piece] of Object.entries(pieces)) {
  const text = piece.repeat(Math.ceil((10 * MEGABYTE) / piece.length));
  cost(text.slice(0, MEGABYTE));
  const small = cost(text.slice(0, MEGABYTE));
  const large = cost(text);
  // What takes next to nothing has no ratio to speak of.
  const ratio = large / Math.max(small, 10);
  const row = [small.toFixed(0).padStart(10), large.toFixed(0).padStart(11), ratio.toFixed(1).padStart(8)];
  process.stdout.write(`${name.padEnd(28)}${row.join('')}${ratio > MOST ? '  missed' : ''}\n`);
  if (ratio > MOST) process.exitCode = 1;
}
