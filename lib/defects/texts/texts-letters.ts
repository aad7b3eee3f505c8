import type { Defect } from '../defect.ts';
import { textDefect } from './texts-defect.ts';

const ascii: Readonly<Record<string, string>> = { İ: 'I', ı: 'i', Ş: 'S', ş: 's', Ğ: 'G', ğ: 'g' };

/** Messages whose letters become others. */
export const textLetterDefects: readonly Defect[] = [
  textDefect({
    id: 'text-question-marks',
    title: 'Letters beyond ASCII become question marks',
    cases: ['*/message-turkish', '*/message-emoji'],
    change: (text) => text.replace(/[^\0-\x7f]/gu, '?'),
  }),
  textDefect({
    id: 'text-latin-1-mojibake',
    title: 'The bytes of UTF-8 are read as Latin-1',
    cases: ['*/message-turkish'],
    change: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  }),
  textDefect({
    id: 'text-turkish-to-ascii',
    title: 'Turkish letters lose their dots, hooks and breves',
    cases: ['*/message-turkish'],
    change: (text) => text.replace(/[İıŞşĞğ]/g, (letter) => ascii[letter] ?? letter),
  }),
  textDefect({
    id: 'text-turkish-lower-case',
    title: 'The message is put into lower case by the rules of Turkish',
    cases: ['*/message-turkish'],
    change: (text) => text.toLocaleLowerCase('tr'),
  }),
  textDefect({
    id: 'text-upper-case',
    title: 'The message is put into upper case',
    change: (text) => text.toUpperCase(),
  }),
  textDefect({
    id: 'text-nfc',
    title: 'Letters with combining accents are composed',
    cases: ['*/message-combining'],
    change: (text) => text.normalize('NFC'),
  }),
  textDefect({
    id: 'text-nfd',
    title: 'Letters with accents are decomposed',
    cases: ['*/message-combining', '*/message-turkish'],
    change: (text) => text.normalize('NFD'),
  }),
  textDefect({
    id: 'text-nfkc',
    title: 'Characters become their compatible forms: a no-break space becomes a space',
    cases: ['*/message-no-break-space', '*/message-combining'],
    change: (text) => text.normalize('NFKC'),
  }),
  textDefect({
    id: 'text-emoji-lost',
    title: 'Characters outside the basic plane are left out',
    cases: ['*/message-emoji'],
    change: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  }),
  textDefect({
    id: 'text-surrogates-split',
    title: 'The halves of a surrogate pair are written as characters of their own, which UTF-8 has not',
    cases: ['*/message-emoji'],
    change: (text) => text.replace(/[\ud800-\udfff]/g, '\ufffd'),
  }),
  textDefect({
    id: 'text-joiners-lost',
    title: 'Zero-width joiners and variation selectors are left out, so that an emoji falls apart',
    cases: ['*/message-emoji'],
    change: (text) => text.replace(/\u200d|\ufe0f/g, ''),
  }),
  textDefect({
    id: 'text-arabic-digits',
    title: 'Arabic digits become ASCII digits',
    cases: ['*/message-arabic'],
    change: (text) =>
      text.replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660)),
  }),
  textDefect({
    id: 'text-gsm-extension-lost',
    title: 'The characters of the GSM extension table become spaces',
    cases: ['*/message-gsm-extension'],
    change: (text) => text.replace(/[\^{}\\[\]~|€]/g, ' '),
  }),
  textDefect({
    id: 'text-typographic-quotes',
    title: 'Straight quotes become typographic ones',
    cases: ['*/message-xml'],
    change: (text) => text.replace(/"([^"]*)"/g, '“$1”').replaceAll("'", '’'),
  }),
];
