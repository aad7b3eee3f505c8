import type { Generator } from './contract.ts';
import type { SourcePlace } from './exchange.ts';

/** A kind of values that breaks software; it has one of `inside`, `text`, `numbers` and `number`. */
export interface ValueClass {
  readonly id: string;
  readonly title: string;
  readonly because: string;
  /** A public bug that shows it. */
  readonly link?: string;
  /** Classes of one group share a text. */
  readonly group?: string;
  /** A part of a text. */
  readonly inside?: string;
  /** A whole text. */
  readonly text?: string | Extract<Generator, { readonly fill: string }>;
  /** A list of recipients. */
  readonly numbers?: Generator;
  /** How each number of a list is written, `${number}` being the number. */
  readonly number?: string;
  readonly source: SourcePlace;
}
