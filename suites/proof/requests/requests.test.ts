import { describe, expect, it } from 'vitest';
import { judgeRequest } from '../../../lib/judge/judge-step.ts';
import { everyCall } from '../../support/calls.ts';
import { contract } from '../../support/cases.ts';
import { callOf, requestEvidence, ruleIds } from '../../support/samples.ts';
import { editedRequest, isMet, OPEN, rulesFor } from './edited-request.ts';
import { editedRequests } from './index.ts';

/** A message in which every encoding has something to do. */
const values = { Message: ' a+b <şey> & %20 ' };
const calls = everyCall.map(([operation, binding]) => callOf(operation, binding, values));

describe.each(editedRequests.map((edit) => [edit.id, edit] as const))('%s', (_, edit) => {
  const met = calls.filter((call) => isMet(edit, call));

  it('has a scope', () => {
    expect(met.length).toBeGreaterThan(0);
  });

  it.each(met.map((call) => [call.operation.name, call.binding.id, call] as const))(
    'is found by exactly its rules in %s over %s',
    (_operation, _binding, call) => {
      const { request, readBack } = requestEvidence(call, editedRequest(edit, call, contract));
      const found = judgeRequest({ ...call, contract, request, readBack }).map(({ rule, breach }) =>
        breach.level === 'gap' ? `${rule}${OPEN}` : rule,
      );
      expect([...new Set(found)].sort()).toEqual(rulesFor(edit.rules, call).toSorted());
    },
  );
});

describe('the mistakes in our own requests', () => {
  it.each(ruleIds.filter((id) => id.startsWith('request/')))('are found by %s at least twice', (rule) => {
    // What a value of ours is like, its case means.
    const isOfValues = rule === 'request/values';
    const found = editedRequests.filter(({ rules, ofClient }) =>
      (isOfValues ? (ofClient ?? []) : rules).includes(rule),
    );
    expect(found.length).toBeGreaterThan(1);
  });
});
