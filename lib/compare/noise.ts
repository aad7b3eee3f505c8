import type { Call } from '../model/call.ts';
import { withShapes } from '../text/shapes.ts';

/** What values of an exchange stand for. */
export interface Meanings {
  /** By `<field> <value>`. */
  readonly values: ReadonlyMap<string, string>;
  /** Field of a delivery result that names its recipient, and the recipients in the order in which they were sent. */
  readonly recipients: { readonly field: string; readonly numbers: readonly string[] };
  /** Values that are replaced inside longer texts, longest first, with what replaces them. */
  readonly inside: readonly (readonly [value: string, label: string])[];
}

/** What a value is that comes back in its field. */
export const AS_SENT = 'as sent';

/** Characters of a value that is looked for inside other texts; a shorter one is there by accident. */
const LEAST_INSIDE = 5;

/**
 * Collects what the values of an exchange stand for: what was sent and is echoed, and the packets, which no two targets name
 * alike.
 *
 * @param calls of the exchange, in order
 * @param packets identifiers in the order in which the target gave them
 * @param identifier field of the packet result that holds one
 */
export function meaningsOf(calls: readonly Call[], packets: readonly string[], identifier: string): Meanings {
  const given = packets.map((packet, index) => ({ text: packet, name: `packet ${index + 1}` }));
  const sent = calls.flatMap(({ operation, values }) =>
    operation.parameters.flatMap(({ name, echo, role }) =>
      [values[name] ?? []].flat().map((text) => ({ text, name, echo, role })),
    ),
  );
  const recipients = sent.filter(({ role, echo }) => role === 'recipients' && echo !== undefined);
  return {
    values: new Map([
      ...sent.map(({ text, echo }) => [`${echo} ${text}`, AS_SENT] as const),
      ...given.map(({ text, name }) => [`${identifier} ${text}`, name] as const),
    ]),
    recipients: {
      field: recipients[0]?.echo ?? '',
      numbers: [...new Set(recipients.map(({ text }) => text))],
    },
    inside: [...given, ...sent]
      .filter(({ text }) => text.length >= LEAST_INSIDE)
      .sort((a, b) => b.text.length - a.text.length)
      .map(({ text, name }) => [text, `<${name}>`]),
  };
}

/** A text with what it stands for in the place of sent values, packets, identifiers, times and long numbers. */
export function withoutNoise(text: string, { inside }: Meanings): string {
  let shown = text;
  for (const [value, label] of inside) shown = shown.replaceAll(value, label);
  return withShapes(shown);
}
