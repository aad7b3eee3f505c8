import type { Finding } from '../model/judging/finding.ts';
import { rules } from './rules/index.ts';
import type { Rule, Trait } from './rules/rule.ts';

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** Returns what a rule needs; undefined for an id that results of another version have. */
export function needOf(rule: string): Rule['needs'] | undefined {
  return byId.get(rule)?.needs;
}

export function hasTrait(rule: string, ...wanted: readonly Trait[]): boolean {
  return byId.get(rule)?.traits.some((trait) => wanted.includes(trait)) ?? false;
}

export function isOfRequest({ rule }: Pick<Finding, 'rule'>): boolean {
  return needOf(rule) === 'request';
}
