import type {
  CapturedField,
  DeclaredCase,
  DeclaredStep,
  Expectation,
  ExpectedTexts,
} from '../model/exchange.ts';

/** A case as cases.schema.json lets it stand; what is derived is filled in by load-cases. */
export interface CaseEntry
  extends Pick<DeclaredCase, 'id' | 'title'>,
    Partial<Omit<DeclaredCase, 'id' | 'title' | 'steps' | 'expect' | 'source' | 'anyPacket'>>,
    Partial<Pick<DeclaredStep, 'with' | 'omit' | 'twice'>> {
  readonly 'any-packet'?: true;
  readonly steps?: readonly StepEntry[];
  readonly expect?: 'same-content' | ExpectEntry;
}

export interface StepEntry extends Partial<Pick<DeclaredStep, 'over' | 'with' | 'omit' | 'twice'>> {
  readonly send?: string;
  readonly call?: string;
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
