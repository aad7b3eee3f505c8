import { describe, expect, it } from 'vitest';
import { callOf, everyCall, fired, judgeSent, ruleIds } from '../support/judged.ts';
import { requestDefects } from './request-defects.ts';

/** A message in which every encoding has something to do. */
const values = { Message: ' a+b <şey> & %20 ' };

describe.each(requestDefects.map((defect) => [defect.id, defect] as const))('%s', (_, defect) => {
  const scope = everyCall.filter(
    ([operation, binding]) =>
      (defect.operations?.includes(operation) ?? true) && (defect.bindings?.includes(binding) ?? true),
  );

  it('has a scope', () => {
    expect(scope.length).toBeGreaterThan(0);
  });

  it.each(scope)('trips exactly its rules in %s over %s', (operation, binding) => {
    const call = callOf(operation, binding, values);
    const findings = judgeSent([operation, binding, values], (request) => defect.change(request, call));
    expect([...fired(findings)].sort()).toEqual([...defect.rules].sort());
  });
});

describe('the mistakes of our own encoder', () => {
  it.each(ruleIds.filter((id) => id.startsWith('request/')))('trip %s at least twice', (rule) => {
    expect(requestDefects.filter(({ rules }) => rules.includes(rule)).length).toBeGreaterThan(1);
  });
});
