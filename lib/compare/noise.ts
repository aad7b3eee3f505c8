import type { Call } from '../model/judging/wire.ts';
import { withShapes } from '../text/shapes.ts';

/** What values of an exchange stand for. */
export interface Meanings {
  /** By value: the fields in which it stands for something. */
  readonly values: ReadonlyMap<string, readonly { readonly field: string; readonly meaning: string }[]>;
  /** Field of a delivery result that names its recipient, and the recipients in the order in which they were sent. */
  readonly recipients: { readonly field: string; readonly numbers: readonly string[] };
  /** Values that are replaced inside longer texts, longest first, with what stands there instead. */
  readonly inside: readonly (readonly [value: string, label: string])[];
}

/** What a value is that comes back in its field. */
export const AS_SENT = 'as sent';

/** Characters of a value that is looked for inside other texts; a shorter one is there by accident. */
const LEAST_INSIDE = 5;

/**
 * Collects what the values of an exchange stand for: what was sent and is echoed, and the packets in the order in which
 * they were given. Two targets give different packets and never agree on their names.
 *
 * @param calls of the exchange, in order
 * @param packets identifiers in the order in which the target gave them
 * @param identifier field of the packet result that holds one
 */
export function meaningsOf(calls: readonly Call[], packets: readonly string[], identifier: string): Meanings {
  const values = new Map<string, { field: string; meaning: string }[]>();
  const add = (value: string, field: string, meaning: string) => {
    const known = values.get(value) ?? [];
    if (!known.some((one) => one.field === field)) known.push({ field, meaning });
    values.set(value, known);
  };
  const inside: [string, string][] = [];
  for (const [index, packet] of packets.entries()) {
    add(packet, identifier, `packet ${index + 1}`);
    inside.push([packet, `<packet ${index + 1}>`]);
  }
  for (const { operation, values: sent } of calls) {
    for (const { name, echo } of operation.parameters) {
      for (const value of [sent[name] ?? []].flat()) {
        if (echo !== undefined && value !== '') add(value, echo, AS_SENT);
        inside.push([value, `<${name}>`]);
      }
    }
  }
  return {
    values,
    recipients: recipientsOf(calls),
    inside: inside.filter(([value]) => value.length >= LEAST_INSIDE).sort(([a], [b]) => b.length - a.length),
  };
}

function recipientsOf(calls: readonly Call[]): Meanings['recipients'] {
  const numbers = new Set<string>();
  let field = '';
  for (const { operation, values } of calls) {
    const parameter = operation.parameters.find(({ role }) => role === 'recipients');
    if (parameter?.echo === undefined) continue;
    field = parameter.echo;
    for (const number of [values[parameter.name] ?? []].flat()) numbers.add(number);
  }
  return { field, numbers: [...numbers] };
}

/** A text with what it stands for in the place of sent values, packets, identifiers, times and long numbers. */
export function withoutNoise(text: string, { inside }: Meanings): string {
  let shown = text;
  for (const [value, label] of inside) shown = shown.replaceAll(value, label);
  return withShapes(shown);
}
