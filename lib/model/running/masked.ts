/** The brand, and methods of a text whose results hold nothing that is not in the text. */
interface WithoutSecrets {
  readonly masked: true;
  slice(from?: number, to?: number): Masked;
  replaceAll<T extends string>(what: string | RegExp, by: T): Kept<T>;
  split(separator: string | RegExp): Masked[];
  padStart(length: number): Masked;
  padEnd(length: number, by?: '`'): Masked;
  toUpperCase(): Masked;
}

/**
 * A text without a secret in it. Only such texts are printed, attached or written, so the compiler shows what has not
 * passed the mask. In a file of its own, because the package's types lead here, and must need none of Node.
 */
export type Masked = WithoutSecrets & string;

type Literal<T> = T extends string ? (Record<never, 1> extends Record<T, 1> ? never : T) : never;

/** A value that a document takes: a masked text, a literal of ours or a number; other types become `Masked`, which refuses texts. */
export type Own<T> = T extends Masked | number | readonly Masked[] | Literal<T> ? T : Masked;

/** The result of a helper that adds no text from outside: masked if it gets only masked texts and literals. */
export type Kept<T extends string> = T extends Masked | Literal<T> ? Masked : string;

/** A value whose texts are masked; a union of words keeps its type, for these are our own, as keys are. */
export type MaskedAll<T> = T extends string
  ? T extends Literal<T>
    ? T
    : Masked
  : { [Key in keyof T]: MaskedAll<T[Key]> };
