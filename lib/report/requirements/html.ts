import { printable } from '../../findings/finding-text.ts';

/** HTML that is safe to write: made by this file's functions, never by hand from a text of a run. */
export type Html = string & { readonly html: true };

/** Makes a text HTML. */
export type ToHtml = (text: string) => Html;

/**
 * The one way of a text into a page: control characters visible, then no character alive that HTML gives a meaning,
 * in content and in quoted attributes. Remembers what it made, since a page says much of it often. Texts of a
 * target have been masked before.
 */
export function htmlWriter(): ToHtml {
  const made = new Map<string, Html>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const html = escaped(printable(text));
    made.set(text, html);
    return html;
  };
}

/** A template of HTML; only what is HTML already can be put into it. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | number | readonly Html[])[]
): Html {
  const written = values.map((value) => (typeof value === 'object' ? value.join('') : String(value)));
  return String.raw({ raw: parts }, ...written) as Html;
}

/** Joins pieces by a text of ours. */
export function joined(pieces: readonly Html[], between: string): Html {
  return pieces.join(between) as Html;
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): Html {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? character) as Html;
}
