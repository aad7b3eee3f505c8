import type { BindingId, DeclaredValue, Generator, Level } from '../model/contract.ts';
import type { CapturedField, Expectation, ExpectedTexts } from '../model/exchange.ts';

/** A case file as the schema cases.schema.json lets it stand; what is derived is filled in by load-cases. */
export interface CaseFile {
  readonly operation?: string;
  readonly cases: readonly CaseEntry[];
}

export interface CaseEntry {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly operation?: string;
  readonly level?: Level;
  readonly levels?: Readonly<Record<string, Level>>;
  readonly because?: string;
  readonly requirements?: readonly string[];
  readonly tags?: readonly string[];
  readonly bindings?: readonly BindingId[];
  readonly form?: string;
  readonly 'any-packet'?: true;
  readonly probe?: true;
  readonly change?: string;
  readonly omit?: readonly string[];
  readonly twice?: readonly string[];
  readonly matrix?: Readonly<Record<string, Readonly<Record<string, DeclaredValue>>>>;
  readonly generate?: Readonly<Record<string, Generator>>;
  readonly with?: Readonly<Record<string, DeclaredValue>>;
  readonly steps?: readonly StepEntry[];
  readonly expect?: 'same-content' | ExpectEntry;
}

export interface StepEntry {
  readonly send?: string;
  readonly call?: string;
  readonly over?: string;
  readonly with?: Readonly<Record<string, DeclaredValue>>;
  readonly omit?: readonly string[];
  readonly twice?: readonly string[];
  readonly capture?: Readonly<Record<string, string | CapturedField>>;
}

export interface ExpectEntry {
  readonly 'same-content'?: true;
  readonly packet?: ExpectedTexts;
  readonly 'each-delivery'?: ExpectedTexts;
  readonly status?: number;
  readonly fault?: NonNullable<Expectation['fault']>;
}

/** Whether a case is a probe: it says so, or asks for something that the contract does not describe. */
export function isProbe({ probe, change, omit, twice, steps = [] }: CaseEntry): boolean {
  const outside = [change, ...[{ omit, twice }, ...steps].flatMap((one) => [one.omit, one.twice])];
  return probe === true || outside.some((one) => one !== undefined);
}
