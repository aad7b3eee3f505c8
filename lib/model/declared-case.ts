import type { BindingId, DeclaredValue, Generator, Level } from './contract.ts';
import type { CapturedField, Expectation, SourcePlace } from './exchange.ts';

/** A case as declared in YAML, its file's defaults filled in. */
export interface DeclaredCase {
  readonly id: string;
  /** Earlier ids; patterns that name one select this case. */
  readonly aliases: readonly string[];
  readonly title: string;
  readonly operation: string;
  readonly level: Level;
  /** Levels of variants that differ from `level`, by variant slug. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly because?: string;
  readonly requirements: readonly string[];
  readonly tags: readonly string[];
  readonly bindings: readonly BindingId[];
  /** Id of an equal way to write the requests, or `${name}` of the matrix. */
  readonly form?: string;
  /** Whether the case says the same of any packet that exists already, without its send. */
  readonly anyPacket?: true;
  /** Whether it is a probe, which is sent on demand and never judged. */
  readonly probe?: true;
  /** Id of what the requests of a probe do that the contract does not describe, or `${name}` of the matrix. */
  readonly change?: string;
  readonly matrix: Readonly<Record<string, Readonly<Record<string, DeclaredValue>>>>;
  readonly generate: Readonly<Record<string, Generator>>;
  readonly steps: readonly DeclaredStep[];
  readonly expect: Expectation;
  readonly source: SourcePlace;
}

export interface DeclaredStep {
  readonly operation: string;
  /** `same`, `every-binding`, a binding id, or `${name}` of the matrix. */
  readonly over: string;
  readonly with: Readonly<Record<string, DeclaredValue>>;
  /** Parameters to leave out and to write twice, or `${name}` of the matrix. */
  readonly omit?: readonly string[];
  readonly twice?: readonly string[];
  readonly capture: Readonly<Record<string, CapturedField>>;
}
