import type { Message, Part, Value } from '../model/judging/finding.ts';

/** A text of a request or a reply. */
export function quoted(text: string): Part {
  return { kind: 'text', text };
}

/** The name of an element or attribute. */
export function nameOf({ uri, local }: { readonly uri: string; readonly local: string }): Part {
  return { kind: 'name', uri, local };
}

/** A number of things, such as `2 delivery results`. */
export function numberOf(count: number, of?: string): Part {
  return { kind: 'count', count, ...(of !== undefined && { of }) };
}

/** The words of a server, a parser, the schema engine or the HTTP client. */
export function messageOf(text: string, by?: Message['by']): Message {
  return { kind: 'message', text, ...(by !== undefined && { by }) };
}

/** A template tag: words with values between them. */
export function words(literals: readonly string[], ...values: readonly Value[]): Value {
  const parts = literals.flatMap((literal, index) => [literal, ...[values[index] ?? []].flat()]);
  return parts.filter((part) => part !== '');
}

/** Values one after the other; `none` where there are none. */
export function listed(values: readonly Value[], separator = ', ', none = 'none'): Value {
  if (values.length === 0) return none;
  return values.flatMap((value, index) => [...(index > 0 ? [separator] : []), ...[value].flat()]);
}
