import type { Results } from '../model/running/results.ts';
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
