import type { Level, ParameterValue } from '../contract.ts';

/** A violation of a rule, with the place, the expected and the actual value. */
export interface Breach {
  /** XPath, header name or part of the message; prefixes stand for nothing, names are local. */
  readonly path: string;
  readonly expected: Value;
  readonly actual: Value;
  readonly about?: About;
  /** Where this breach weighs less than its rule. */
  readonly level?: Level;
  /** Step whose reply breaks the rule, where a rule looks at several. */
  readonly step?: number;
}

/** What a breach is about: names as texts, flags where they are true. */
export interface About {
  /** The field of a reply, the parameter of a request, or the part of a reply that a case expects something of. */
  readonly field?: string;
  /** The element that holds the field. */
  readonly parent?: string;
  /** The element of which a list holds several. */
  readonly item?: string;
  /** The parameter of the send that the field shows again. */
  readonly parameter?: string;
  /** Another parameter of the send, whose value the field has. */
  readonly origin?: string;
  /** The title of the binding whose reply differs. */
  readonly binding?: string;
  /** The binding or the field that it is compared with. */
  readonly other?: string;
  /** What kind of expectation a case has; absent for an exact text. */
  readonly expects?: 'absent' | 'matches' | 'one-of' | 'empty' | 'filled' | 'fault';
  /** The element that should be alone, where others are beside it. */
  readonly beside?: string;
  /** A content coding that the request did not ask for. */
  readonly coding?: string;
  /** How a client wrote the parameter otherwise, and the text that shows it: a name, or the value. */
  readonly written?: {
    readonly as:
      | ('missing' | 'slip' | 'indexed' | 'zeros' | 'trimmed')
      | ('placeholder' | 'quoted' | 'plus' | 'spaced' | 'numeric' | 'escaped');
    readonly text: string;
  };
  /** The PacketID that several sends returned. */
  readonly packet?: string;
  /** The exchange that got this packet first, where it is another one. */
  readonly earlier?: string;
  /** The reply to the send had these recipients, and its report lacks them. */
  readonly lost?: true;
  /** The number is that of no recipient. */
  readonly stranger?: true;
  /** The text belongs to another request. */
  readonly foreign?: true;
  /** The same call was answered otherwise the second time. */
  readonly changed?: true;
  /** The server asks for fewer requests. */
  readonly slower?: true;
  /** A header is there several times, with equal values. */
  readonly repeated?: true;
  /** A header block must be understood. */
  readonly mandatory?: true;
  /** The body is compressed, and its coding is not named, or named once for two. */
  readonly compressed?: true;
  /** The request was not sent, because the target had given no response for so long. */
  readonly unsent?: true;
}

type Named = Exclude<keyof About, 'packet' | 'earlier' | 'stranger' | 'written'>;

/** Names of a finding as results.json has them; `variant` is the only one in which its cause occurs. */
export type Names<Text extends string = string> = Readonly<
  Partial<Record<Named | NonNullable<About['written']>['as'] | 'variant', Text>>
>;

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
  /** The version that it came with, where that is later than the edition of the run. */
  readonly since?: string;
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
