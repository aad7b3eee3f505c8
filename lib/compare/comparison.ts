import type { ResultRequirement, Results } from '../model/running/results.ts';
import type { HarEntry } from '../recording/read-har.ts';

/** `meaning` is what a reader of the reply would notice; `surface` is how the same is written and carried. */
export type AspectKind = 'meaning' | 'surface';

/** One difference between two replies. */
export interface Change {
  readonly kind: AspectKind;
  readonly field: string;
  /** `absent` where the reply has no such thing. */
  readonly from: string;
  readonly to: string;
}

/** One pair of replies that differ, as people read them. */
export interface Example {
  readonly exchange: string;
  readonly step: number;
  /** HTTP messages, cut where they grow long. */
  readonly request: string;
  readonly old: string;
  readonly new: string;
  /** Commands that send the request to each side; null where curl cannot. */
  readonly curl: { readonly old: string | null; readonly new: string | null };
}

/** A difference over all replies that have it. */
export interface Difference extends Change {
  /** Replies in which it is. */
  readonly replies: number;
  readonly operations: readonly string[];
  readonly bindings: readonly string[];
  /** Where it was seen first, at most three. */
  readonly examples: readonly Example[];
}

/** A difference that is accepted until a day, with the reason. */
export interface Accepted extends Change {
  /** Where it is declared, as `file:line`. */
  readonly place: string;
  /** Globs over ids of exchanges; all where it is absent. */
  readonly exchanges?: string | readonly string[];
  readonly reason: string;
  readonly owner?: string;
  /** Last day on which it is accepted, as `YYYY-MM-DD` in UTC. */
  readonly expires: string;
}

/** One side of a comparison. */
export interface Side {
  /** A base URL, or the path of a recording. */
  readonly name: string;
  readonly calls: readonly HarEntry[];
  /** Results of the run that recorded them; null where there are none. */
  readonly results: Results | null;
}

/** A requirement whose state is another on the new side. */
export type RequirementChange = Pick<ResultRequirement, 'id' | 'level' | 'text'>;

/** How the replies to an operation over a binding compare. */
export interface Cell {
  readonly operation: string;
  readonly binding: string;
  /** Replies that were compared. */
  readonly compared: number;
  /** Of them those that differ in meaning, and those that differ in surface alone. */
  readonly meaning: number;
  readonly surface: number;
}

/** Two sides compared; what compare.json holds, schema version 1. */
export interface Comparison {
  readonly schemaVersion: 1;
  /** Replies that were compared with each other. */
  readonly compared: number;
  /** Replies that are the same in meaning and surface, but for what is unstable. */
  readonly same: number;
  readonly differences: readonly Difference[];
  readonly cells: readonly Cell[];
  /** Entries of the file of accepted differences that accepted a change, with the number of replies. */
  readonly accepted: readonly { readonly entry: Accepted; readonly replies: number }[];
  /** Entries that accepted nothing, or no longer may: each is an error, so that the file never hides anything. */
  readonly unused: readonly Accepted[];
  readonly expired: readonly Accepted[];
  /** What differs between two readings of the old side, and so was left out. */
  readonly unstable: readonly Difference[];
  /** Requests that one side alone has, as `<exchange> step <n>`. */
  readonly onlyOld: readonly string[];
  readonly onlyNew: readonly string[];
  /** Replies that were not recorded to the byte: their surface was not compared, and without a body nothing was. */
  readonly inexact: number;
  readonly outcome: 'same' | 'differs' | 'nothing judged';
  readonly exitCode: 0 | 1 | 4;
  /** Clauses that say why the exit code is not 0. */
  readonly why: readonly string[];
  /** Over which bindings neither side gave a packet result, so that only refusals were compared, and what may explain it. */
  readonly withoutPacket: readonly string[];
  /** Whether differences of surface count in the exit code as well. */
  readonly strict: boolean;
  readonly old: string;
  readonly new: string;
  /** Requirements that the old side holds and the new side breaks, and the other way round. */
  readonly newlyBroken: readonly RequirementChange[];
  readonly newlyHeld: readonly RequirementChange[];
}
