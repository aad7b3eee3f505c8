import type { Level, ParameterValue } from '../contract.ts';

/** A violation of a rule, with the place, the expected and the actual value. */
export interface Breach {
  /** XPath, header name or part of the message; prefixes stand for nothing, names are local. */
  readonly path: string;
  readonly expected: Value;
  readonly actual: Value;
  /** Names that the wording of the rule needs, such as the field. */
  readonly names?: Readonly<Record<string, string>>;
  /** Where this breach weighs less than its rule. */
  readonly level?: Level;
  /** Step whose reply breaks the rule, where a rule looks at several. */
  readonly step?: number;
}

/** The smallest value of a parameter that still shows a finding, the other parameters having everyday values. */
export interface SmallestInput {
  readonly parameter: string;
  readonly value: ParameterValue;
  /** The most characters or recipients with which nothing was found, where their number decides. */
  readonly rightUpTo?: number;
  /** True if nothing was found with one more, either. */
  readonly isSingle?: true;
}

/** A breach with its rule and the requirements that it breaks. */
export interface Finding extends Omit<Breach, 'level' | 'step'> {
  readonly rule: string;
  readonly requirements: readonly string[];
  /** Requirements of the same rule that it does not break, but weakens. */
  readonly affected?: readonly string[];
  readonly level: Level;
  /** Step of the exchange, from 0. */
  readonly step: number;
  /** Further places in the same reply with the same breach. */
  readonly more: number;
  /** The smallest input that still shows it, where smaller ones were tried; none of these where any input does. */
  readonly smallestInputs?: readonly SmallestInput[];
}

/** A part of what a rule expects or found; lib/findings words it. */
export type Part =
  /** Words of the suite, and names of a protocol such as a media type. */
  | string
  | { readonly kind: 'text'; readonly text: string }
  /** The name of an element; the URI of its namespace is empty where it is in none. */
  | { readonly kind: 'name'; readonly uri: string; readonly local: string }
  /** A number of things; of bare ones where the words around it say which. */
  | { readonly kind: 'count'; readonly count: number; readonly of?: string }
  | Message;

/** Words of a server, a parser, the schema engine or the HTTP client, with numbers and quoted texts in them. */
export interface Message {
  readonly kind: 'message';
  readonly text: string;
  /** The part of a reply that says it. */
  readonly by?: 'HTML page' | 'SOAP fault';
}

export type Value = Part | readonly Part[];
