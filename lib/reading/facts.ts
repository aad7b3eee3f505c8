import type { XmlElement } from '../model/judging/document.ts';
import type { ObservedFact } from '../model/judging/reply.ts';
import { elementsOf, textOf } from '../wire/xml/tree.ts';
import type { TextSource } from './text-source.ts';

/** What a message says in a place, as data. A plain text is itself; each folder words the other kinds for its readers. */
export type Fact = string | FactWithKind;

export type FactWithKind =
  /** Fields, lists and delivery results that have no value; a missing field is `absent`. */
  | { readonly kind: 'nil' | 'empty' | 'no-items' }
  /** A field that holds elements, and the text beside them. */
  | { readonly kind: 'elements'; readonly text: string }
  /** A field that is there several times, with the text of the first; null where that holds elements. */
  | { readonly kind: 'fields'; readonly count: number; readonly first: string | null }
  | { readonly kind: 'lists'; readonly count: number }
  /** Delivery results: where the recipients are unknown, for each of them, for a part of them, or beyond them. */
  | { readonly kind: 'items' | 'items-each' | 'items-fewer' | 'items-more'; readonly count: number }
  /** A text that the calls of the exchange explain. */
  | TextSource
  /** The number of another recipient than that of the place. */
  | { readonly kind: 'other-recipient' }
  /** A packet that several exchanges were given. */
  | { readonly kind: 'shared-packet' }
  /** A text that is another in each exchange. */
  | { readonly kind: 'generated' }
  /** A time near that of the call, with its zone and its offset to the clock: empty for neither, undefined where it is not known. */
  | { readonly kind: 'time'; readonly shape: string; readonly offset: string | undefined }
  | ObservedFact;

export type TimeFact = Extract<FactWithKind, { readonly kind: 'time' }>;

/** True if a fact has one of these kinds. */
export function isOfKind(fact: Fact | undefined, ...kinds: readonly FactWithKind['kind'][]): boolean {
  return typeof fact === 'object' && kinds.includes(fact.kind);
}

/** Returns what a field says, leniently: in any namespace, whatever stands beside it (contract §2). */
export function fieldFact(
  { fields }: { readonly fields: readonly { readonly element: XmlElement }[] },
  name: string,
): Fact {
  const [first, ...more] = fields.filter(({ element }) => element.local === name);
  if (!first) return { kind: 'absent' };
  const { element } = first;
  const isText = elementsOf(element).length === 0;
  if (more.length > 0)
    return { kind: 'fields', count: more.length + 1, first: isText ? textOf(element) : null };
  const text = textOf(element);
  if (!isText) return { kind: 'elements', text };
  return text || { kind: isNil(element) ? 'nil' : 'empty' };
}

/** True if an element says that it has no value (XML Schema part 1, §2.6.2), which is not the same as an empty one. */
export function isNil({ attributes }: XmlElement): boolean {
  return attributes.some(({ local, value }) => local === 'nil' && /^(true|1)$/.test(value));
}

/** Returns the text of a field, of several that of the first; undefined where it has none. */
export function textOfFact(fact: Fact): string | undefined {
  if (typeof fact === 'string') return fact;
  if (fact.kind === 'fields') return fact.first ?? undefined;
  return fact.kind === 'nil' || fact.kind === 'empty' ? '' : undefined;
}
