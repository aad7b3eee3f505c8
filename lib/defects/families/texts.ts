import { type Defect, plain } from '../defect.ts';
import { trips } from '../table.ts';

const message = 'DeliveredMessage';
const meaning = 'delivery-result.delivered-message.meaning';

/** What the messages of these cases show, or every message where none is named. */
const harmed = (cases: readonly string[], scope: Pick<Defect, 'bindings' | 'onlyAffects'> = {}) =>
  trips('delivery/texts', meaning, {
    ...scope,
    ...(cases.length === 0 ? {} : { cases: cases.map((name) => `*/message-${name}`) }),
  });

const ascii: Readonly<Record<string, string>> = { İ: 'I', ı: 'i', Ş: 'S', ş: 's', Ğ: 'G', ğ: 'g' };

/** Messages whose letters become others. */
const letters: readonly Defect[] = [
  ...harmed(['turkish', 'emoji']).onEchoed(message, {
    'text-question-marks: Letters beyond ASCII become question marks': (text) =>
      text.replace(/[^\0-\x7f]/gu, '?'),
  }),
  ...harmed(['turkish']).onEchoed(message, {
    'text-latin-1-mojibake: The bytes of UTF-8 are read as Latin-1': (text) =>
      Buffer.from(text, 'utf8').toString('latin1'),
    'text-turkish-to-ascii: Turkish letters lose their dots, hooks and breves': (text) =>
      text.replace(/[İıŞşĞğ]/g, (letter) => ascii[letter] ?? letter),
    'text-turkish-lower-case: The message is put into lower case by the rules of Turkish': (text) =>
      text.toLocaleLowerCase('tr'),
  }),
  ...harmed([]).onEchoed(message, {
    'text-upper-case: The message is put into upper case': (text) => text.toUpperCase(),
  }),
  ...harmed(['combining']).onEchoed(message, {
    'text-nfc: Letters with combining accents are composed': (text) => text.normalize('NFC'),
  }),
  ...harmed(['combining', 'turkish']).onEchoed(message, {
    'text-nfd: Letters with accents are decomposed': (text) => text.normalize('NFD'),
  }),
  ...harmed(['no-break-space', 'combining']).onEchoed(message, {
    'text-nfkc: Characters become their compatible forms: a no-break space becomes a space': (text) =>
      text.normalize('NFKC'),
  }),
  ...harmed(['emoji']).onEchoed(message, {
    'text-emoji-lost: Characters outside the basic plane are left out': (text) =>
      text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    'text-surrogates-split: The halves of a surrogate pair are written as characters of their own, which UTF-8 has not':
      (text) => text.replace(/[\ud800-\udfff]/g, '\ufffd'),
    'text-joiners-lost: Zero-width joiners and variation selectors are left out, so that an emoji falls apart':
      (text) => text.replace(/\u200d|\ufe0f/g, ''),
  }),
  ...harmed(['arabic']).onEchoed(message, {
    'text-arabic-digits: Arabic digits become ASCII digits': (text) =>
      text.replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660)),
  }),
  ...harmed(['gsm-extension']).onEchoed(message, {
    'text-gsm-extension-lost: The characters of the GSM extension table become spaces': (text) =>
      text.replace(/[\^{}\\[\]~|€]/g, ' '),
  }),
];

/** Messages whose white space or length changes. */
const spaces: readonly Defect[] = [
  ...harmed(['spaces']).onEchoed(message, {
    'message-trimmed: The message loses the spaces around it': (text) => text.trim(),
    'text-trimmed-left: The message loses the spaces before it': (text) => text.trimStart(),
    'text-trimmed-right: The message loses the spaces after it': (text) => text.trimEnd(),
    'text-spaces-collapsed: Several spaces in a row become one': (text) => text.replace(/ {2,}/g, ' '),
  }),
  ...harmed(['spaces', 'line-breaks']).onEchoed(message, {
    'text-white-space-collapsed: White space of any kind becomes one space, as xsd:token has it': (text) =>
      text.trim().replace(/\s+/g, ' '),
  }),
  ...harmed(['line-breaks']).onEchoed(message, {
    'text-line-feeds-only: A carriage return and its line feed become a line feed, as an XML parser has it': (
      text,
    ) => text.replace(/\r\n?/g, '\n'),
    // The lone line feed of the message counts; a pair is left as it is.
    'text-carriage-returns-added: A line feed becomes a carriage return and a line feed, as a form has it': (
      text,
    ) => text.replace(/\r?\n/g, '\r\n').replace(/\r(?!\n)/g, '\r\n'),
    'text-one-line: Line breaks become spaces': (text) => text.replace(/\r\n|\r|\n/g, ' '),
  }),
  ...harmed(['tab'], { onlyAffects: true }).onEchoed(message, {
    'text-tab-to-space: A tab becomes a space': (text) => text.replaceAll('\t', ' '),
  }),
  ...harmed(['no-break-space']).onEchoed(message, {
    'text-no-break-space-to-space: A no-break space becomes a space': (text) =>
      text.replaceAll('\u00a0', ' '),
  }),
  ...harmed(['long'], { onlyAffects: true }).onEchoed(message, {
    'text-cut-at-160: The message ends after the 160 characters of a single SMS': (text) =>
      text.slice(0, 160),
  }),
  ...harmed(['one-part'], { onlyAffects: true }).onEchoed(message, {
    'text-cut-at-70: The message ends after the 70 characters that a single SMS holds beyond the GSM alphabet':
      (text) => text.slice(0, 70),
  }),
  ...harmed([]).onEchoed(message, {
    'text-last-character-lost: The message loses its last character': (text) => text.slice(0, -1),
    'text-empty: The message comes back empty': () => '',
    'text-signed: The service adds a line of its own to the message': (text) => `${text}\nB001`,
  }),
];

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Messages that are encoded or decoded once too often, or read as something else than a text. */
const codings: readonly Defect[] = [
  ...harmed(['xml']).onEchoed(message, {
    'text-typographic-quotes: Straight quotes become typographic ones': (text) =>
      text.replace(/"([^"]*)"/g, '“$1”').replaceAll("'", '’'),
    'text-double-escaped: The message is escaped for XML twice': (text) =>
      text.replace(/[&<>]/g, (character) => references[character] ?? character),
    'text-unescaped-twice: References that the message holds as text are resolved': (text) =>
      text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
    'text-tags-stripped: What looks like markup in the message is taken out': (text) =>
      text.replace(/<[^>]*>/g, ''),
  }),
  ...harmed(['form'], { bindings: plain }).onEchoed(message, {
    'plus-to-space: An encoded plus in the message becomes a space over GET and POST': (text) =>
      text.replaceAll('+', ' '),
    'text-percent-decoded-twice: Percent escapes that the message holds as text are decoded over GET and POST':
      percentDecoded,
  }),
  ...harmed(['form'], { bindings: ['http-get'] }).onEchoed(message, {
    'text-plus-to-space-get: An encoded plus in the message becomes a space over HTTP GET alone': (text) =>
      text.replaceAll('+', ' '),
    'text-cut-at-hash: The message ends at its first number sign over HTTP GET': (text) =>
      text.replace(/#.*/s, ''),
  }),
  ...harmed(['form'], { bindings: ['soap11'] }).onEchoed(message, {
    'text-plus-to-space-soap11: A plus in the message becomes a space over SOAP 1.1': (text) =>
      text.replaceAll('+', ' '),
  }),
  ...harmed(['form', 'xml'], { bindings: ['http-post'] }).onEchoed(message, {
    'text-cut-at-ampersand: The message ends at its first ampersand over HTTP POST': (text) =>
      text.replace(/&.*/s, ''),
  }),
  ...harmed(['number-like']).onEchoed(message, {
    'text-leading-zeros-lost: Digits in the message lose their leading zeros': (text) =>
      text.replace(/\b0+(?=\d)/g, ''),
    'text-as-number: What reads like a number in the message is written as that number': (text) =>
      text.split(' ').map(asNumber).join(' '),
  }),
  ...harmed(['word-like']).onEchoed(message, {
    'text-as-boolean: The word true becomes True': (text) => text.replace(/\btrue\b/g, 'True'),
    'text-null-empty: The word null is left out of the message': (text) => text.replace(/\bnull\b/g, ''),
  }),
  ...harmed([]).onEchoed(message, {
    'text-originator-exchanged: The originator comes back as the message': (_, { Originator = '' }) =>
      [Originator].flat().join(),
  }),
];

/** The text with its percent escapes decoded, or as it is where they are none. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The word as a number is written, where it is one. */
function asNumber(word: string): string {
  return word === '' || Number.isNaN(Number(word)) ? word : String(Number(word));
}

/** Deviations of the message text, which the contract calls "the message text as delivered" (contract §2.2). */
export const textsDefects: readonly Defect[] = [...letters, ...spaces, ...codings];
