export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** Why a run does not take place. */
export interface Refusal {
  readonly ok: false;
  /** 2 wrong usage, 3 unreachable, 4 refused for safety, 5 a fault of the harness. */
  readonly exitCode: 2 | 3 | 4 | 5;
  readonly message: string;
}

export function refusal(exitCode: Refusal['exitCode'], message: string): Refusal {
  return { ok: false, exitCode, message };
}

/** Something a person wrote that cannot be used: where, what, and what would be right. */
export interface Problem {
  readonly file: string;
  /** From 1; 0 where it is about the file as a whole. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  readonly length: number;
  readonly sourceLine: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly nearest?: string;
}

export type Loaded<T> = Result<T, readonly Problem[]>;
