import { describe, expect, it } from 'vitest';
import { contract } from '../../../suites/support/cases.ts';
import { register, ruleIds } from '../../../suites/support/samples.ts';
import { sectionName, sectionTitles } from '../../model/requirement.ts';
import { requirementLookup } from '../requirement-lookup.ts';
import { rules } from './index.ts';

const lookup = requirementLookup(register);
const limitRules = ['http/limits', 'xml/limits'];

it('every section that a requirement cites has a title', () => {
  const cited = new Set(register.map(({ section }) => section));
  expect([...cited].filter((section) => !(section in sectionTitles))).toEqual([]);
  expect([sectionName('4.3'), sectionName('9.9')]).toEqual(['§4.3 SendBulkSms', '§9.9']);
});

describe('the rules', () => {
  it('have unique ids of a group and a name', () => {
    expect(new Set(ruleIds).size).toBe(ruleIds.length);
    expect(ruleIds.filter((id) => !/^[a-z]+\/[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it('are each named by a requirement, except for those about limits: what was not read breaks none', () => {
    const named = new Set(register.flatMap((requirement) => requirement.rules));
    expect(ruleIds.filter((id) => !named.has(id))).toEqual(limitRules);
  });

  it('have a requirement for every call that they judge', () => {
    const judged = rules.flatMap(({ id, when }) =>
      contract.operations.flatMap((operation) =>
        contract.bindings
          .filter((binding) => when?.({ operation, binding }) ?? true)
          .filter(() => id !== 'send/distinct-packets' || operation.kind === 'send')
          .map((binding) => ({ id, operation: operation.name, kind: operation.kind, binding: binding.id })),
      ),
    );
    const without = judged.filter(
      ({ id, ...scope }) => lookup(id, { ...scope, canonical: true }).length === 0,
    );
    expect(new Set(without.map(({ id }) => id))).toEqual(new Set(limitRules));
  });

  it.each(['once', 'namespace', 'text'])(
    'about the %s of a field have a requirement for each field',
    (check) => {
      const scope = { operation: 'SendBulkSms', kind: 'send', binding: 'soap11' } as const;
      const structures = { result: contract.packetResult, delivery: contract.deliveryResult };
      const without = Object.entries(structures).flatMap(([group, { fields }]) => {
        const rule = `${group}/field-${check}`;
        expect(ruleIds).toContain(rule);
        return fields
          .filter(
            ({ type, name }) =>
              (type === 'string' || check !== 'text') && lookup(rule, { ...scope, field: name }).length === 0,
          )
          .map(({ name }) => `${rule} ${name}`);
      });
      expect(without).toEqual([]);
    },
  );

  it('about our requests test what binds the client, all others what binds the server', () => {
    const crossed = register.flatMap(({ id, binds, rules: named }) =>
      named
        .filter((rule) => rule.startsWith('request/') !== (binds === 'client'))
        .map((rule) => `${id} ${rule}`),
    );
    expect(crossed).toEqual([]);
  });
});

describe('the register', () => {
  it('has rules or a reason for each requirement, never both', () => {
    const undecided = register.filter(
      ({ rules: named, excluded }) => named.length > 0 === (excluded !== undefined),
    );
    expect(undecided.map(({ id }) => id)).toEqual([]);
  });

  it('speaks of operations, bindings and fields of the contract only', () => {
    const operations = contract.operations.map(({ name }) => name);
    const fields = [
      ...contract.packetResult.fields,
      ...contract.deliveryResult.fields,
      ...contract.operations.flatMap(({ parameters }) => parameters),
    ].map(({ name }) => name);
    const unknown = register.filter(
      ({ operation, field }) =>
        (operation !== undefined && !operations.includes(operation)) ||
        (field !== undefined && !fields.includes(field)),
    );
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });
});
