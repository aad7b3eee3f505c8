import type { Defect } from '../defect.ts';
import { editEchoed } from '../values.ts';
import { textDefect } from './texts-defect.ts';

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Messages that are encoded or decoded once too often, or read as something else than a text. */
export const textCodingDefects: readonly Defect[] = [
  textDefect({
    id: 'text-double-escaped',
    title: 'The message is escaped for XML twice',
    cases: ['*/message-xml'],
    change: (text) => text.replace(/[&<>]/g, (character) => references[character] ?? character),
  }),
  textDefect({
    id: 'text-unescaped-twice',
    title: 'References that the message holds as text are resolved',
    cases: ['*/message-xml'],
    change: (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  }),
  textDefect({
    id: 'text-tags-stripped',
    title: 'What looks like markup in the message is taken out',
    cases: ['*/message-xml'],
    change: (text) => text.replace(/<[^>]*>/g, ''),
  }),
  textDefect({
    id: 'text-plus-to-space-get',
    title: 'An encoded plus in the message becomes a space over HTTP GET alone',
    cases: ['*/message-form'],
    bindings: ['http-get'],
    change: (text) => text.replaceAll('+', ' '),
  }),
  textDefect({
    id: 'text-plus-to-space-soap11',
    title: 'A plus in the message becomes a space over SOAP 1.1',
    cases: ['*/message-form'],
    bindings: ['soap11'],
    change: (text) => text.replaceAll('+', ' '),
  }),
  textDefect({
    id: 'text-percent-decoded-twice',
    title: 'Percent escapes that the message holds as text are decoded over GET and POST',
    cases: ['*/message-form'],
    bindings: ['http-get', 'http-post'],
    change: percentDecoded,
  }),
  textDefect({
    id: 'text-cut-at-ampersand',
    title: 'The message ends at its first ampersand over HTTP POST',
    cases: ['*/message-form', '*/message-xml'],
    bindings: ['http-post'],
    change: (text) => text.replace(/&.*/s, ''),
  }),
  textDefect({
    id: 'text-cut-at-hash',
    title: 'The message ends at its first number sign over HTTP GET',
    cases: ['*/message-form'],
    bindings: ['http-get'],
    change: (text) => text.replace(/#.*/s, ''),
  }),
  textDefect({
    id: 'text-leading-zeros-lost',
    title: 'Digits in the message lose their leading zeros',
    cases: ['*/message-number-like'],
    change: (text) => text.replace(/\b0+(?=\d)/g, ''),
  }),
  textDefect({
    id: 'text-as-number',
    title: 'What reads like a number in the message is written as that number',
    cases: ['*/message-number-like'],
    change: (text) => text.split(' ').map(asNumber).join(' '),
  }),
  textDefect({
    id: 'text-as-boolean',
    title: 'The word true becomes True',
    cases: ['*/message-word-like'],
    change: (text) => text.replace(/\btrue\b/g, 'True'),
  }),
  textDefect({
    id: 'text-null-empty',
    title: 'The word null is left out of the message',
    cases: ['*/message-word-like'],
    change: (text) => text.replace(/\bnull\b/g, ''),
  }),
  {
    id: 'text-originator-exchanged',
    title: 'The originator comes back as the message',
    requirement: 'delivery-result.delivered-message.meaning',
    rules: ['delivery/texts'],
    seam: 'request',
    change: (values, call) =>
      editEchoed(values, call, 'DeliveredMessage', () => [values.Originator ?? ''].flat().join()),
  },
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
