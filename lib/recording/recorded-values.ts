import { recognise } from '../judge/reading/recognise.ts';
import type { Call, Contract, Parameter } from '../model/contract.ts';
import type { XmlElement } from '../model/judging/document.ts';
import type { RecordedCall } from '../model/judging/verdict.ts';
import { MASKED } from '../secrets/find-secrets.ts';
import { decodeBytes } from '../wire/xml/decode-bytes.ts';
import { parseXml } from '../wire/xml/parse.ts';
import { elementsOf, textOf } from '../wire/xml/tree.ts';
import { namedTickets } from './named-tickets.ts';
import type { HarEntry } from './read-har.ts';

/** Returns the root of a recorded reply; undefined where that is no XML. */
export function rootOf({ outcome }: Pick<RecordedCall, 'outcome'>): XmlElement | undefined {
  if (outcome.kind !== 'response') return undefined;
  const xml = parseXml(decodeBytes(outcome.response.body, null).text ?? '');
  return xml.kind === 'document' ? xml.root : undefined;
}

/** Returns the packet that a recorded reply names, wherever in it, in the field `identifier`; undefined where it names none. */
export function packetIn(recorded: Pick<RecordedCall, 'outcome'>, identifier: string): string | undefined {
  const root = rootOf(recorded);
  const waiting = root ? [root] : [];
  for (const element of waiting) {
    if (element.local === identifier) return textOf(element) || undefined;
    // A Header may hold anything.
    waiting.push(...elementsOf(element).filter(({ local }) => local !== 'Header'));
  }
  return undefined;
}

/** Returns the packet that a call asks about; undefined for a send. */
export function packetAsked(call: Call): string | undefined {
  return textsOf(call, 'packet')[0];
}

function textsOf({ operation, values }: Call, wanted: Parameter['role']): readonly string[] {
  return operation.parameters.flatMap(({ name, role }) =>
    role === wanted ? [values[name] ?? []].flat() : [],
  );
}

/** Returns the tickets of calls that are not masked: each is a secret, whoever sent it. */
export function ticketsIn(calls: readonly Call[]): readonly string[] {
  const tickets = calls.flatMap((call) => textsOf(call, 'ticket'));
  return [...new Set(tickets)].filter((ticket) => ticket !== '' && ticket !== MASKED);
}

/** Returns the tickets in recordings of others, whatever their clients call them; a case of this suite writes no secret. */
export function ticketsOf(recorded: readonly HarEntry[], contract: Contract): readonly string[] {
  const tickets = recorded.flatMap(({ place, request, origin }) => {
    if (place !== null) return [];
    const found = recognise(request, origin, contract);
    // A file with a request that is beyond limits was refused.
    const named = namedTickets(request, contract);
    return [...(found.kind === 'call' ? ticketsIn([found.call]) : []), ...(named.ok ? named.value : [])];
  });
  return [...new Set(tickets)];
}

/** Digits that a text has at least to be a subscriber number. */
const LEAST_DIGITS = 7;

/** Returns the subscriber numbers that calls send to, as digits. */
export function numbersIn(calls: readonly Call[]): readonly string[] {
  const digits = calls
    .flatMap((call) => textsOf(call, 'recipients'))
    .flatMap((text) => text.split(/[^\d+() .-]+/))
    .map((text) => text.replace(/\D/g, ''));
  return [...new Set(digits)].filter((text) => text.length >= LEAST_DIGITS);
}

/** True if subscriber numbers of a call were masked when it was recorded, so that two forms of one number look the same. */
export function hasMaskedNumbers(call: Call): boolean {
  return textsOf(call, 'recipients').some((text) => text.includes(MASKED));
}
