import type { BindingId } from './contract.ts';

/** A program or library that calls the service, as it was captured: its dialect over each binding that it uses. */
export interface Client {
  readonly id: string;
  /** The file or recording that it was read from; files of clients have no such key. */
  readonly file: string;
  readonly title: string;
  readonly version: string;
  /** The version of the suite that it came with. */
  readonly since?: string;
  /** Where the program can be had, and how it was made to call. */
  readonly captured: string;
  /** Whether it was generated from the WSDL, or reads the WSDL at run time. */
  readonly wsdl: boolean;
  readonly dialects: Readonly<Partial<Record<BindingId, Dialect>>>;
  /** What the contract's letter says of its calls, by `<binding>/<operation>`; no key of a file. */
  readonly letters?: Readonly<Record<string, Letter>>;
}

/**
 * How calls in a dialect keep the contract's letter: `open` has something that the contract leaves open, and of an `unclear`
 * call, which breaks the letter as well, readers differ in what it says.
 */
export type Letter = 'kept' | 'open' | 'breaks' | 'unclear';

/**
 * How a client writes requests: everything but the values. The templates name `${path}`, `${host}`, `${length}`,
 * `${namespace}`, `${operation}`, `${parameters}`, `${name}`, `${value}`, `${items}` and `${index}`.
 */
export interface Dialect {
  /** The operations that the client calls in this dialect; all of them where absent. */
  readonly operations?: readonly string[];
  /** The request line and the header fields, each line as it is written but for its line end. */
  readonly head: string;
  /** The body; absent for a GET, whose parameters are in the request line. */
  readonly body?: string;
  readonly parameter: string;
  /** A parameter whose text is empty, where it is written in another way. */
  readonly empty?: string;
  /** A list around its items; absent where items stand among the parameters. */
  readonly list?: string;
  /** An item of a list; as a parameter where absent. */
  readonly item?: string;
  readonly between?: string;
  readonly 'between-items'?: string;
  readonly escapes?: Escapes;
}

export interface Escapes {
  /** Over SOAP: the characters that are escaped, with what is written for them; `&`, `<` and `>` where absent. */
  readonly characters?: Readonly<Record<string, string>>;
  /** How a character beyond ASCII is written, where that is not UTF-8: by UTF-16 code units. */
  readonly beyond?: 'hexadecimal' | 'percent-u';
  /** In fields: characters that are kept besides letters and digits. */
  readonly keeps?: string;
  /** In fields: a space, `%20` where absent. */
  readonly space?: '+' | '%20';
  /** The letters of hexadecimal digits. */
  readonly digits?: 'lower' | 'upper';
}
