import type { Message, Part, Value } from '../model/judging/finding.ts';

/** Makes a part that is a text of a request or a reply. */
export function quoted(text: string): Part {
  return { kind: 'text', text };
}

/** Makes a part that names an element or attribute. */
export function nameOf({ uri, local }: { readonly uri: string; readonly local: string }): Part {
  return { kind: 'name', uri, local };
}

/** Makes a part that counts things, such as `2 delivery results`. */
export function numberOf(count: number, of?: string): Part {
  return { kind: 'count', count, ...(of !== undefined && { of }) };
}

/** Makes a part with words of a server, a parser, the schema engine or the HTTP client. */
export function messageOf(text: string, by?: Message['by']): Message {
  return { kind: 'message', text, ...(by !== undefined && { by }) };
}

/** Makes a value of words with values between them, as a template tag. */
export function words(literals: readonly string[], ...values: readonly Value[]): Value {
  const parts = literals.flatMap((literal, index) => [literal, ...[values[index] ?? []].flat()]);
  return parts.filter((part) => part !== '');
}

/** Joins values to one; `none` replaces an empty list. */
export function listed(values: readonly Value[], separator = ', ', none = 'none'): Value {
  if (values.length === 0) return none;
  return values.flatMap((value, index) => [...(index > 0 ? [separator] : []), ...[value].flat()]);
}
