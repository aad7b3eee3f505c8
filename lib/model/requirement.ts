import type { BindingId, Gate, Level, Operation } from './contract.ts';
import type { Kept } from './running/masked.ts';

/** One sentence or table cell of the contract that can be true or false on its own. */
export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly binds: 'client' | 'server';
  readonly level: Level;
  /** The calls and the field that it is about, if these are fewer than its rules check. */
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

export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '2.1': 'Packet result',
  '2.2': 'Delivery result',
  '2.3': 'Gaps in the field definitions',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'Bindings',
  '4.2': 'SingleShotSmsWithTypeAndKeyID',
  '4.3': 'SendBulkSms',
  '4.4': 'ReportSingleShotSms',
  '4.5': 'ReportSmsWithPacketId',
  '4.6': 'Gaps in the endpoint definitions',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** Returns a section as reports cite it, such as `§4.3 SendBulkSms`. */
export function sectionName<T extends string>(number: T): Kept<T> {
  const title = sectionTitles[number];
  return (title === undefined ? `§${number}` : `§${number} ${title}`) as Kept<T>;
}

/** The gravest first. */
export const levels: readonly Level[] = ['must', 'should', 'gap'];

export function byLevel(a: Level, b: Level): number {
  return levels.indexOf(a) - levels.indexOf(b);
}

/** Returns the first of the gravest; undefined if there are none. */
export function gravest<T extends { readonly level: Level }>(all: readonly T[]): T | undefined {
  return all.toSorted((a, b) => byLevel(a.level, b.level))[0];
}

export function weaker(a: Level, b: Level): Level {
  return byLevel(a, b) > 0 ? a : b;
}

/** True if a finding of a level makes a run fail at a gate. */
export function gates(level: Level, gate: Gate): boolean {
  return level === 'must' || level === gate;
}
