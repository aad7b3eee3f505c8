import type { Call, Parameter } from '../model/contract.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { isPlaceholder } from '../text/placeholder.ts';

/** Returns the packet that a call asks about; undefined for a send. */
export function packetAsked(call: Call): string | undefined {
  return parameterTexts(call, 'packet')[0];
}

function parameterTexts({ operation, values }: Call, wanted: Parameter['role']): readonly string[] {
  return operation.parameters.flatMap(({ name, role }) =>
    role === wanted ? [values[name] ?? []].flat() : [],
  );
}

/** Returns the tickets of calls that are not masked: each is a secret, whoever sent it. */
export function ticketsIn(calls: readonly Call[]): readonly string[] {
  const tickets = calls.flatMap((call) => parameterTexts(call, 'ticket'));
  return [...new Set(tickets)].filter(
    (ticket) => ticket !== '' && ticket !== MASKED && !isPlaceholder(ticket),
  );
}

/** Digits that a text has at least to be a subscriber number. */
const LEAST_DIGITS = 7;

/** Returns the subscriber numbers that calls send to, as digits. */
export function numbersIn(calls: readonly Call[]): readonly string[] {
  const digits = calls
    .flatMap((call) => parameterTexts(call, 'recipients'))
    .flatMap((text) => text.split(/[^\d+() .-]+/))
    .map((text) => text.replace(/\D/g, ''));
  return [...new Set(digits)].filter((text) => text.length >= LEAST_DIGITS);
}

/** True if subscriber numbers of a call were masked when it was recorded, so that two forms of one number look the same. */
export function hasMaskedNumbers(call: Call): boolean {
  return parameterTexts(call, 'recipients').some((text) => text.includes(MASKED));
}
