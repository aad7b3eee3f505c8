import type { Result } from './result.ts';

/** Something a person wrote that cannot be used: where, what, and what would be right. */
export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** Characters to underline. */
  readonly length: number;
  /** The source line as it stands. */
  readonly sourceLine: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly nearest?: string;
}

/** A value, or everything that is wrong with what should have become one. */
export type Loaded<T> = Result<T, readonly Problem[]>;
