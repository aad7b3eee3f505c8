import type { Call } from '../model/call.ts';

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

const GUID = /\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?/gi;

/** A date, a time or both, in digits, with what usually stands between them. */
const TIME =
  /\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?\b/g;

/** A text with what it stands for in the place of sent values, packets, identifiers, times and long numbers. */
export function withoutNoise(text: string, { inside }: Meanings): string {
  let shown = text;
  for (const [value, label] of inside) shown = shown.replaceAll(value, label);
  return shown
    .replace(GUID, '<GUID>')
    .replace(TIME, (time) => `<${timeShape(time)}>`)
    .replace(/\d{6,}/g, (digits) => `<${digits.length} digits>`);
}

/** The shape of a text that is a time or an identifier as a whole; undefined for any other. */
export function shapeOf(text: string): string | undefined {
  const only = (pattern: RegExp) => text.replace(pattern, '') === '' && text !== '';
  if (only(GUID)) return 'GUID';
  if (only(TIME)) return timeShape(text);
  if (/^\d{6,}$/.test(text)) return `${text.length} digits`;
  return undefined;
}

/** `yyyy-MM-ddTHH:mm:ss` and the like; what is day and what is month, a shape cannot say where neither is the year. */
function timeShape(time: string): string {
  const [, date = '', clock = ''] = /^([\d./-]+?)((?:[T ]|Z|[+-]\d{2}:?\d{2}$).*)?$/.exec(time) ?? [];
  const parts = date.split(/([-./])/);
  const letters = parts.map((part, index) => {
    if (index % 2 === 1) return part;
    if (part.length === 4) return 'yyyy';
    const isFirst = index === 0;
    const yearFirst = parts[0]?.length === 4;
    return (isFirst || (yearFirst && index === 4) ? 'd' : 'M').repeat(part.length);
  });
  const zone = /(Z|[+-]\d{2}:?\d{2})$/.exec(clock)?.[1] ?? '';
  const body = clock.slice(0, clock.length - zone.length);
  const names = ['H', 'm', 's', 'f'];
  let place = -1;
  const shaped = body.replace(/\d+/g, (digits) => {
    place += 1;
    return (names[place] ?? 'f').repeat(digits.length);
  });
  return `${letters.join('')}${shaped}${zone === 'Z' ? 'Z' : zone === '' ? '' : 'zzz'}`;
}
