import type { Gate, Level } from './contract.ts';

/** The levels, the gravest first. */
export const levels: readonly Level[] = ['must', 'should', 'gap'];

/** Compares levels for sorting, the gravest first. */
export function byLevel(one: Level, other: Level): number {
  return levels.indexOf(one) - levels.indexOf(other);
}

/** The weaker of two levels: a case never claims more than its own. */
export function weaker(one: Level, other: Level): Level {
  return byLevel(one, other) > 0 ? one : other;
}

/** Whether a finding of a level makes a run fail at a gate. */
export function gates(level: Level, gate: Gate): boolean {
  return level === 'must' || level === gate;
}
