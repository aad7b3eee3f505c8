import type { Level } from '../model/contract.ts';
import type { Gate } from '../model/running/settings.ts';

const levels: readonly Level[] = ['gap', 'should', 'must'];

/** The weaker of two levels: a case never claims more than its own. */
export function weaker(one: Level, other: Level): Level {
  return levels.indexOf(one) < levels.indexOf(other) ? one : other;
}

/** Whether a finding of a level makes a run fail at a gate. */
export function gates(level: Level, gate: Gate): boolean {
  return level === 'must' || level === gate;
}
