/** A part of what a rule expects or found; lib/findings words it. */
export type Part =
  /** Words of the suite, and names of a protocol such as a media type: they are the same wherever the cause is. */
  | string
  /** A text of a request or a reply. */
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
  /** What of a reply says it. */
  readonly by?: 'HTML page' | 'SOAP fault';
}

/** What a rule expects or found. */
export type Value = Part | readonly Part[];
