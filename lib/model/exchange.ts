import type { Dialect } from './client.ts';
import type { BindingId, DeclaredValue, Generator, Level, ParameterValue } from './contract.ts';
import type { KeptConnection } from './judging/wire.ts';

/** Where something is declared: a path as seen from the working folder, line and column from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One call of an exchange, before captures of earlier steps are known. */
export interface PlannedStep {
  readonly operation: string;
  readonly binding: BindingId;
  /** Values by parameter in contract order; a capture is an object that names a field of an earlier reply. */
  readonly values: Readonly<Record<string, PlannedValue>>;
  readonly form?: string;
  /** Of a probe: the change to its request, which the contract does not describe. */
  readonly change?: string;
  /** Of a probe: parameters that the request has twice; those that it leaves out have no value. */
  readonly twice?: readonly string[];
  /** How a client writes the request; as the contract shows it where absent. */
  readonly dialect?: Dialect;
  readonly kept?: KeptConnection;
  /** Milliseconds for which nothing is sent before it. */
  readonly pause?: number;
  readonly reportsOn?: number;
  /** A second reading over a binding that was read before, to tell a change in time from a difference of bindings. */
  readonly rereads?: number;
  /** Level of a refusal of this call, where that is not the level of the case. */
  readonly level?: Level;
  /** The expectation of the case is about this reply; if no step has it, about the last reply. */
  readonly expected?: true;
}

export type PlannedValue = ParameterValue | Capture;

/** A text of the reply to a step, with what a parameter has in front of it and behind it. */
export type Capture = CapturedField & {
  readonly step: number;
  readonly before?: string;
  readonly after?: string;
};

/** Returns the value of a parameter whose capture is this text. */
export function withCaptured({ before = '', after = '' }: Capture, text: string): string {
  return `${before}${text}${after}`;
}

export interface CapturedField {
  readonly field: string;
  /** Place of the delivery result, from 1; absent for a field of the packet result. */
  readonly delivery?: number;
}

/** The expectation of a case for a text: the exact text, or a condition (`matches` is a regular expression). */
export type ExpectedText =
  | string
  | { readonly matches: string }
  | { readonly 'one-of': readonly string[] }
  | { readonly empty: boolean }
  | { readonly absent: true };

export type ExpectedTexts = Readonly<Record<string, ExpectedText | Capture>>;

export function isCapture(value: ExpectedTexts[string] | PlannedValue | undefined): value is Capture {
  return typeof value === 'object' && 'step' in value;
}

export interface Expectation {
  readonly sameContent: boolean;
  readonly packet: ExpectedTexts;
  readonly eachDelivery: ExpectedTexts;
  readonly status?: number;
  /** The code has no prefix. */
  readonly fault?: { readonly code?: ExpectedText; readonly text?: ExpectedText };
}

/** A case as declared in YAML (cases/language.md), its file's defaults filled in. */
export interface DeclaredCase {
  readonly id: string;
  /** Earlier ids; patterns that name one select this case. */
  readonly aliases: readonly string[];
  /** The version that it came with, such as `0.2`; the first where absent. */
  readonly since?: string;
  readonly title: string;
  readonly operation: string;
  readonly level: Level;
  /** Levels of variants that differ from `level`, by variant slug. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly because?: string;
  /** Requirements that it tests besides those of the rules that judge it. */
  readonly requirements: readonly string[];
  readonly tags: readonly string[];
  readonly bindings: readonly BindingId[];
  /** An id, or `${name}` of the matrix; so is `change`. */
  readonly form?: string;
  readonly anyPacket?: true;
  readonly together?: true;
  readonly keptConnection?: true;
  readonly probe?: true;
  /** Of a probe: it asks for a packet that an earlier report of the run found, where one did. */
  readonly knownPacket?: true;
  readonly change?: string;
  readonly matrix: Readonly<Record<string, Readonly<Record<string, DeclaredValue>>>>;
  readonly generate: Readonly<Record<string, Generator>>;
  readonly steps: readonly DeclaredStep[];
  readonly expect: Expectation;
  readonly carries?: readonly Carries[];
  readonly source: SourcePlace;
}

/** Classes of values that a case puts into a parameter of its first step. */
export interface Carries {
  readonly parameter: string;
  readonly classes: readonly string[];
}

/** The classes of a parameter in a plan, with the value that the parameter has elsewhere. */
export type Carried = Carries & { readonly plain: ParameterValue };

export interface DeclaredStep {
  readonly operation: string;
  /** `same`, `every-binding`, a binding id, or `${name}` of the matrix. */
  readonly over: string;
  readonly with: Readonly<Record<string, DeclaredValue>>;
  /** Parameters to leave out and to write twice, or `${name}` of the matrix. */
  readonly omit?: readonly string[];
  readonly twice?: readonly string[];
  readonly capture: Readonly<Record<string, CapturedField>>;
  readonly level?: Level;
  readonly pause?: number;
  /** How often a report is made, once where absent. */
  readonly repeat?: number;
  /** Whether a report of a case that keeps a connection has another one. */
  readonly ownConnection?: boolean;
}

/** One case over one binding (and one variant): the unit of planning and of verdict. */
export interface Exchange
  extends Pick<DeclaredCase, 'title' | 'operation' | 'level' | 'because' | 'tags' | 'requirements'>,
    Pick<DeclaredCase, 'expect' | 'anyPacket' | 'together' | 'probe' | 'knownPacket' | 'source' | 'since'> {
  /** `<operation>/<case>/<binding>[/<variant>]`, permanent. */
  readonly id: string;
  readonly case: string;
  readonly aliases?: readonly string[];
  readonly binding: BindingId;
  readonly variant: string | null;
  readonly steps: readonly PlannedStep[];
  /** Whether a scenario tells clients to make these calls, with these values; or a later try `replaced` this one. */
  readonly scenario?: 'expected' | 'replaced';
  readonly missing?: string;
  readonly messages: number;
  /** The client in whose dialect its last step is written; what breaks the contract's letter is observed. */
  readonly client?: {
    readonly id: string;
    readonly name: string;
    readonly breaks?: true;
    /** Readers differ in what its call says, such as which numbers it names. */
    readonly isUnclear?: true;
  };
  readonly carried?: readonly Carried[];
}

/** An exchange that was selected but not sent; reports show it. */
export interface NotRun extends Pick<Exchange, 'id' | 'operation' | 'case' | 'level'> {
  readonly binding: string;
  readonly reason: string;
}

/** Returns what reports show of an exchange that is not run. */
export function leftOut(exchange: Exchange, reason: string): NotRun {
  const { id, operation, case: name, binding, level } = exchange;
  return { id, operation, case: name, binding, level, reason };
}

/** Changes of a probe that leave nothing of the call: what remains asks the path base to describe itself. */
export const descriptions = ['wsdl', 'disco', 'help-page'] as const;

/** A kind of values that breaks software: a part of a text (`inside`), a whole text, `numbers`, or how each is written. */
export interface ValueClass {
  readonly id: string;
  readonly title: string;
  readonly because: string;
  readonly since?: string;
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
