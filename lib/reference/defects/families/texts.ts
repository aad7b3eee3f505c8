import { echoed } from '../changes.ts';
import { found, overGet, overPost, plain, type Reach } from '../defect.ts';

const message = echoed('DeliveredMessage');

/** Makes changes of messages that the cases with these messages show. */
const harmed = (messages: readonly string[], scope: Reach = {}) => {
  const cases = messages.map((name) => `*/message-${name}`);
  return found('delivery/texts', 'delivery-result.delivered-message.meaning', { ...scope, cases });
};

/** Writes a word as a number, if it is a number. */
function asNumber(word: string): string {
  return word === '' || Number.isNaN(Number(word)) ? word : String(Number(word));
}

/** Deviations of the message text, which the contract calls "the message text as delivered" (contract §2.2). */
export const textsDefects = [
  ...harmed(['turkish', 'emoji', 'combining', 'no-break-space', 'arabic', 'gsm-extension']).in(message, {
    'text-question-marks: Letters beyond ASCII become question marks': [/[^\0-\x7f]/gu, '?'],
    'text-upper-case: The message is put into upper case': (text) => text.toUpperCase(),
    'text-nfd: Letters with accents are decomposed': (text) => text.normalize('NFD'),
    'text-nfc: Letters with combining accents are composed': (text) => text.normalize('NFC'),
    'text-nfkc: A no-break space becomes a space, and others their compatible form': (text) =>
      text.normalize('NFKC'),
    'text-emoji-lost: Characters outside the basic plane are left out': [/[\u{10000}-\u{10ffff}]/gu, ''],
    'text-arabic-digits: Arabic digits become ASCII digits': (text) =>
      text.replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x660)),
    'text-gsm-extension-lost: The GSM extension table becomes spaces': [/[\^{}\\[\]~|€]/g, ' '],
  }),
  ...harmed(['spaces', 'line-breaks']).in(message, {
    'message-trimmed: The message loses the spaces around it': (text) => text.trim(),
    'text-spaces-collapsed: Several spaces in a row become one': [/ {2,}/g, ' '],
    'text-line-feeds-only: Every line break becomes a line feed, as an XML parser has it': [/\r\n?/g, '\n'],
    'text-carriage-returns-added: Every line break becomes CR LF, as a form has it': [/\r\n|\r|\n/g, '\r\n'],
    'text-one-line: Line breaks become spaces': [/\r\n|\r|\n/g, ' '],
  }),
  // The contract leaves open whether these are taken; what is taken comes back whole.
  ...harmed(['tab', 'long']).in(message, {
    'text-tab-to-space: A tab becomes a space': [/\t/g, ' '],
    'text-cut-at-160: The message ends after the 160 characters of one SMS': (text) => text.slice(0, 160),
  }),
  ...harmed(['xml', 'number-like', 'word-like']).in(message, {
    'text-double-escaped: The message is escaped for XML twice': (text) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    'text-spaces-at-references-lost: Spaces around what is escaped are lost': [/\s*([&<>])\s*/g, '$1'],
    'text-tags-stripped: What looks like markup in the message is taken out': [/<[^>]*>/g, ''],
    'text-as-number: What reads like a number in the message is written as that number': (text) =>
      text.split(' ').map(asNumber).join(' '),
    'text-as-boolean: The word true becomes True': [/\btrue\b/g, 'True'],
  }),
  ...harmed(['form'], { bindings: plain }).in(message, {
    'plus-to-space: An encoded plus in the message becomes a space over GET and POST': [/\+/g, ' '],
  }),
  ...harmed(['form'], overGet).in(message, {
    'text-cut-at-hash: The message ends at its first number sign over HTTP GET': [/#.*/s, ''],
  }),
  ...harmed(['form'], { bindings: ['soap11'] }).in(message, {
    'text-plus-to-space-soap11: A plus in the message becomes a space over SOAP 1.1': [/\+/g, ' '],
  }),
  ...harmed(['form', 'xml'], overPost).in(message, {
    'text-cut-at-ampersand: The message ends at its first ampersand over HTTP POST': [/&.*/s, ''],
  }),
];
