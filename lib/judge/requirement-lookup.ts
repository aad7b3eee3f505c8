import type { Level, Operation } from '../model/contract.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding } from '../model/judging/finding.ts';
import { type Requirement, weaker } from '../model/requirement.ts';
import { addTo } from '../text/add-to.ts';
import { hasTrait } from './traits.ts';

/** Where a rule looked: the operation and binding of the step, and the field where a breach names one. */
export interface Scope {
  readonly operation: string;
  readonly kind: Operation['kind'];
  readonly binding: string;
  readonly field?: string | undefined;
  /** Whether the exchange is of the canonical case of that operation; false where absent. */
  readonly canonical?: boolean;
  /** Level of a breach, whatever its case makes of it. */
  readonly level?: Level;
}

/** Finds the requirements that a rule tests where it is evaluated: those that cover the scope, their cases included. */
export function requirementLookup(register: readonly Requirement[]) {
  const find = coveringIn(register);
  return (rule: string, scope: Scope): readonly string[] =>
    find(rule, scope)
      .filter((one) => isJudgedBy(one, scope) && testingRules(one).includes(rule))
      .map(({ id }) => id);
}

/** The rules that show a requirement to be met: a second opinion does so only where there is no first one. */
export function testingRules({ rules: named }: Pick<Requirement, 'rules'>): readonly string[] {
  const first = named.filter((rule) => !hasTrait(rule, 'second-opinion'));
  return first.length > 0 ? first : named;
}

/** Divides the requirements that a finding is about into those that it breaks and those that it only affects. */
export function blameIn(register: readonly Requirement[]) {
  const find = coveringIn(register);
  return (rule: string, scope: Scope, level: Level): Pick<Finding, 'requirements' | 'affected'> => {
    const found = find(rule, scope);
    const isBroken = (one: Requirement) =>
      isJudgedBy(one, scope) &&
      weaker(one.level, level) === one.level &&
      (one.field === undefined || scope.field !== undefined);
    const affected = found.filter((one) => !isBroken(one)).map(({ id }) => id);
    return {
      requirements: found.filter(isBroken).map(({ id }) => id),
      ...(affected.length === 0 ? {} : { affected }),
    };
  };
}

/** Whether an exchange is of the canonical case of an operation that it calls. */
export function isCanonical(exchange: Pick<Exchange, 'case' | 'operation'>, operation: string): boolean {
  return exchange.case === 'canonical' && exchange.operation === operation;
}

function isJudgedBy({ cases }: Requirement, { canonical = false }: Scope): boolean {
  return cases === undefined || canonical;
}

/** What a requirement may be about; where it leaves that open, or the scope does, it covers the scope. */
const ABOUT = ['binding', 'operation', 'kind', 'field'] as const;

/** Finds the requirements of a rule that cover a scope; those at the level of the breach alone, where there are any. */
function coveringIn(register: readonly Requirement[]) {
  const byRule = new Map<string, Requirement[]>();
  for (const requirement of register) {
    for (const rule of requirement.rules) addTo(byRule, rule, requirement);
  }
  return (rule: string, scope: Scope): readonly Requirement[] => {
    const found = (byRule.get(rule) ?? []).filter((one) =>
      ABOUT.every((key) => one[key] === undefined || scope[key] === undefined || one[key] === scope[key]),
    );
    // A rule may judge what is stated and what only follows from it.
    const same = found.filter((one) => one.level === scope.level);
    return same.length > 0 ? same : found;
  };
}
