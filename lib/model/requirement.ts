import type { BindingId, Level, Operation } from './contract.ts';

/** One sentence or table cell of the contract that can be true or false on its own. */
export interface Requirement {
  /** Permanent, such as `bindings.soap11.response-status`. */
  readonly id: string;
  /** Section of the contract, such as `4.1`. */
  readonly section: string;
  readonly text: string;
  readonly binds: 'client' | 'server';
  readonly level: Level;
  /** What it is about, where it is about less than everything that its rules look at. */
  readonly binding?: BindingId;
  readonly operation?: string;
  readonly kind?: Operation['kind'];
  readonly field?: string;
  /** `canonical`: only findings of the canonical cases break it, those of other cases affect it. */
  readonly cases?: 'canonical';
  /** Rules that test it; empty exactly when `excluded` says why none does. */
  readonly rules: readonly string[];
  readonly excluded?: string;
}
