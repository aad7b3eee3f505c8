import type { Generator } from './contract.ts';
import type { SourcePlace } from './exchange.ts';

/** A kind of values that breaks software: a part of a text (`inside`), a whole text, `numbers`, or how each is written. */
export interface ValueClass {
  readonly id: string;
  readonly title: string;
  readonly because: string;
  readonly link?: string;
  /** Classes of one group share a text. */
  readonly group?: string;
  readonly inside?: string;
  readonly text?: string | Extract<Generator, { readonly fill: string }>;
  readonly numbers?: Generator;
  /** How each number of a list is written, `${number}` being the number. */
  readonly number?: string;
  readonly source: SourcePlace;
}
