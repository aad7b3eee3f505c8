import type { Level } from '../contract.ts';
import type { Value } from './value.ts';

/** What a rule says when it is broken; the English about it is in lib/findings. */
export interface Breach {
  /** XPath, header name or part of the message; prefixes stand for nothing, names are local. */
  readonly path: string;
  readonly expected: Value;
  readonly actual: Value;
  /** Names that the wording of the rule needs, such as the field. */
  readonly names?: Readonly<Record<string, string>>;
  /** Where this breach weighs less than its rule. */
  readonly level?: Level;
  /** Step whose reply breaks the rule, where a rule looks at several. */
  readonly step?: number;
}

/** A breach with its rule and the requirements that it breaks. */
export interface Finding extends Omit<Breach, 'level' | 'step'> {
  readonly rule: string;
  /** Requirements that it breaks. */
  readonly requirements: readonly string[];
  /** Requirements of the same rule that it does not break, but weakens; absent where there are none. */
  readonly affected?: readonly string[];
  readonly level: Level;
  /** Step of the exchange, from 0. */
  readonly step: number;
  /** Further places in the same reply with the same breach. */
  readonly more: number;
}
