import { describe, expect, it } from 'vitest';
import { loadRequirements } from '../cases/load-requirements.ts';
import { requirementLookup } from '../judge/requirement-lookup.ts';
import { needs } from '../model/judging/reply.ts';
import { sectionName, sectionTitles } from '../model/sections.ts';
import { rules } from './index.ts';
import { contract, register, ruleIds } from './testing.ts';
import { limitRules } from './traits.ts';

const lookup = requirementLookup(register);

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

  it('have a level and a need that there are', () => {
    const levels: readonly string[] = ['must', 'should', 'gap'];
    const known: readonly string[] = [...needs, 'exchange'];
    expect(rules.filter((rule) => !levels.includes(rule.level) || !known.includes(rule.needs))).toEqual([]);
  });

  it('are each named by a requirement', () => {
    const named = new Set(register.flatMap((requirement) => requirement.rules));
    // What was not read breaks none.
    expect(ruleIds.filter((id) => !named.has(id))).toEqual(limitRules);
  });

  it('have a requirement for every call that they judge', () => {
    const without = rules.flatMap((rule) =>
      contract.operations.flatMap((operation) =>
        contract.bindings
          .filter((binding) => rule.when?.({ operation, binding }) ?? true)
          .filter(() => rule.id !== 'send/distinct-packets' || operation.kind === 'send')
          .filter(
            (binding) =>
              lookup(rule.id, {
                operation: operation.name,
                kind: operation.kind,
                binding: binding.id,
                canonical: true,
              }).length === 0,
          )
          .map((binding) => `${rule.id} ${operation.name} ${binding.id}`),
      ),
    );
    expect(new Set(without.map((one) => one.split(' ')[0]))).toEqual(new Set(limitRules));
  });

  it('that name a field have a requirement for each field of their structure', () => {
    const fieldRules = ruleIds.filter((id) => /^(result|delivery)\/field-(once|namespace|text)$/.test(id));
    expect(fieldRules).toHaveLength(6);
    const without = fieldRules.flatMap((id) => {
      const { fields } = id.startsWith('result/') ? contract.packetResult : contract.deliveryResult;
      return fields
        .filter(({ type }) => type === 'string' || !id.endsWith('text'))
        .map(({ name }) => name)
        .filter(
          (field) =>
            lookup(id, { operation: 'SendBulkSms', kind: 'send', binding: 'soap11', field }).length === 0,
        )
        .map((field) => `${id} ${field}`);
    });
    expect(without).toEqual([]);
  });

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

  it('is refused where it names a rule that does not exist', () => {
    const path = new URL('../../cases/requirements.yaml', import.meta.url);
    const known = ruleIds.filter((id) => id !== 'xml/no-dtd');
    const result = loadRequirements(path, known);
    expect(result.ok).toBe(false);
    const messages = result.ok ? [] : result.error.map(({ message }) => message);
    expect(new Set(messages)).toEqual(new Set(['unknown rule "xml/no-dtd"']));
  });

  it('speaks of operations, bindings and fields of the contract only', () => {
    const operations = contract.operations.map(({ name }) => name);
    const fields = [
      ...[contract.packetResult, contract.deliveryResult].flatMap((one) =>
        one.fields.map(({ name }) => name),
      ),
      ...contract.operations.flatMap((one) => one.parameters.map(({ name }) => name)),
    ];
    const unknown = register.filter(
      ({ operation, field }) =>
        (operation !== undefined && !operations.includes(operation)) ||
        (field !== undefined && !fields.includes(field)),
    );
    expect(unknown.map(({ id }) => id)).toEqual([]);
  });
});
