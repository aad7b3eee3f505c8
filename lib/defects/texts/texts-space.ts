import type { Defect } from '../defect.ts';
import { textDefect } from './texts-defect.ts';

/** Messages whose white space or length changes. */
export const textSpaceDefects: readonly Defect[] = [
  textDefect({
    id: 'text-trimmed-left',
    title: 'The message loses the spaces before it',
    cases: ['*/message-spaces'],
    change: (text) => text.trimStart(),
  }),
  textDefect({
    id: 'text-trimmed-right',
    title: 'The message loses the spaces after it',
    cases: ['*/message-spaces'],
    change: (text) => text.trimEnd(),
  }),
  textDefect({
    id: 'text-spaces-collapsed',
    title: 'Several spaces in a row become one',
    cases: ['*/message-spaces'],
    change: (text) => text.replace(/ {2,}/g, ' '),
  }),
  textDefect({
    id: 'text-white-space-collapsed',
    title: 'White space of any kind becomes one space, as xsd:token has it',
    cases: ['*/message-spaces', '*/message-line-breaks'],
    change: (text) => text.trim().replace(/\s+/g, ' '),
  }),
  textDefect({
    id: 'text-line-feeds-only',
    title: 'A carriage return and its line feed become a line feed, as an XML parser has it',
    cases: ['*/message-line-breaks'],
    change: (text) => text.replace(/\r\n?/g, '\n'),
  }),
  textDefect({
    id: 'text-carriage-returns-added',
    title: 'A line feed becomes a carriage return and a line feed, as a form has it',
    cases: ['*/message-line-breaks'],
    // The lone line feed of the message counts; a pair is left as it is.
    change: (text) => text.replace(/\r?\n/g, '\r\n').replace(/\r(?!\n)/g, '\r\n'),
  }),
  textDefect({
    id: 'text-one-line',
    title: 'Line breaks become spaces',
    cases: ['*/message-line-breaks'],
    change: (text) => text.replace(/\r\n|\r|\n/g, ' '),
  }),
  textDefect({
    id: 'text-tab-to-space',
    onlyAffects: true,
    title: 'A tab becomes a space',
    cases: ['*/message-tab'],
    change: (text) => text.replaceAll('\t', ' '),
  }),
  textDefect({
    id: 'text-no-break-space-to-space',
    title: 'A no-break space becomes a space',
    cases: ['*/message-no-break-space'],
    change: (text) => text.replaceAll('\u00a0', ' '),
  }),
  textDefect({
    id: 'text-cut-at-160',
    onlyAffects: true,
    title: 'The message ends after the 160 characters of a single SMS',
    cases: ['*/message-long'],
    change: (text) => text.slice(0, 160),
  }),
  textDefect({
    id: 'text-cut-at-70',
    onlyAffects: true,
    title: 'The message ends after the 70 characters that a single SMS holds beyond the GSM alphabet',
    cases: ['*/message-one-part'],
    change: (text) => text.slice(0, 70),
  }),
  textDefect({
    id: 'text-last-character-lost',
    title: 'The message loses its last character',
    change: (text) => text.slice(0, -1),
  }),
  textDefect({
    id: 'text-empty',
    title: 'The message comes back empty',
    change: () => '',
  }),
  textDefect({
    id: 'text-signed',
    title: 'The service adds a line of its own to the message',
    change: (text) => `${text}\nB001`,
  }),
];
