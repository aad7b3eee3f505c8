import { percentEncode } from '../bindings/http/fields.ts';
import { escapeAttribute, escapeText } from '../xml/escape.ts';

/** Takes every secret out of a text. */
export type Mask = (text: string) => string;

export const MASKED = '***';

/**
 * The one choke point for secrets: replaces each of them, in every way a request or a reply can write it, by
 * `***`. Everything that is printed, attached or written goes through it.
 */
export function maskFor(secrets: readonly string[]): Mask {
  const forms = [...new Set(secrets.flatMap(writtenForms))].filter((form) => form !== '');
  if (forms.length === 0) return (text) => text;
  // The longest first, so that a form that holds another is replaced as a whole.
  const pattern = new RegExp(
    forms
      .sort((a, b) => b.length - a.length)
      .map(escapeRegExp)
      .join('|'),
    'g',
  );
  return (text) => text.replace(pattern, MASKED);
}

function writtenForms(secret: string): readonly string[] {
  const percent = percentEncode(secret);
  const lower = percent.replace(/%../g, (octet) => octet.toLowerCase());
  const xml = [escapeText(secret), escapeAttribute(secret), quoted(escapeText(secret))];
  return [
    secret,
    percent,
    lower,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    percent.replaceAll('%20', '+'),
    lower.replaceAll('%20', '+'),
    ...xml,
    JSON.stringify(secret).slice(1, -1),
    ...xml.map((form) => JSON.stringify(form).slice(1, -1)),
    Buffer.from(secret, 'utf8').toString('base64'),
    Buffer.from(secret, 'utf8').toString('latin1'),
  ];
}

function quoted(escaped: string): string {
  return escaped.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Applies a mask to every text inside a plain value. */
export function maskDeep<T>(value: T, mask: Mask): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskDeep(item, mask)])) as T;
}
