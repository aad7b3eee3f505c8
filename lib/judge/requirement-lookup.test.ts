import { describe, expect, it } from 'vitest';
import type { Requirement } from '../model/requirement.ts';
import { judge } from '../rules/testing.ts';
import { blameIn, covers, isCanonical, requirementLookup } from './requirement-lookup.ts';

const requirement = (id: string, about: Partial<Requirement> = {}): Requirement => ({
  id,
  section: '2.1',
  text: 'A sample requirement.',
  binds: 'server',
  level: 'must',
  rules: ['group/rule'],
  ...about,
});

const register = [
  requirement('all'),
  requirement('over-get', { binding: 'http-get' }),
  requirement('bulk', { operation: 'SendBulkSms' }),
  requirement('key', { field: 'KeyID' }),
  requirement('reports', { kind: 'report' }),
  requirement('bulk-over-get-key', { binding: 'http-get', operation: 'SendBulkSms', field: 'KeyID' }),
  requirement('other', { rules: ['group/other'] }),
  requirement('excluded', { rules: [], excluded: 'nobody can see it' }),
];

describe('requirementLookup', () => {
  const lookup = requirementLookup(register);
  it.each([
    [
      { operation: 'Report', kind: 'report' as const, binding: 'soap11', field: 'PostType' },
      ['all', 'reports'],
    ],
    [
      { operation: 'Report', kind: 'report' as const, binding: 'http-get', field: 'PostType' },
      ['all', 'over-get', 'reports'],
    ],
    [
      { operation: 'SendBulkSms', kind: 'send' as const, binding: 'soap11', field: 'KeyID' },
      ['all', 'bulk', 'key'],
    ],
    [{ operation: 'Report', kind: 'report' as const, binding: 'soap11' }, ['all', 'key', 'reports']],
    [
      { operation: 'SendBulkSms', kind: 'send' as const, binding: 'http-get', field: 'KeyID' },
      ['all', 'over-get', 'bulk', 'key', 'bulk-over-get-key'],
    ],
  ])('finds those that cover %o, in the order of the register', (scope, ids) => {
    expect(lookup('group/rule', scope)).toEqual(ids);
  });

  it('finds those of the level of a breach alone, where there are any', () => {
    const both = requirementLookup([requirement('stated'), requirement('follows', { level: 'should' })]);
    const scope = { operation: 'Report', kind: 'report' as const, binding: 'soap11' };
    expect(both('group/rule', { ...scope, level: 'should' })).toEqual(['follows']);
    expect(both('group/rule', { ...scope, level: 'must' })).toEqual(['stated']);
    expect(both('group/rule', { ...scope, level: 'gap' })).toEqual(['stated', 'follows']);
    expect(both('group/rule', scope)).toEqual(['stated', 'follows']);
  });

  it('finds nothing for a rule that no requirement names', () => {
    expect(
      lookup('group/unknown', { operation: 'SendBulkSms', kind: 'send' as const, binding: 'soap11' }),
    ).toEqual([]);
  });

  it('leaves out what the canonical cases judge alone, unless the exchange is of one', () => {
    const find = requirementLookup([requirement('a'), requirement('b', { cases: 'canonical' })]);
    const scope = { operation: 'SendBulkSms', kind: 'send' as const, binding: 'soap11' };
    expect(find('group/rule', scope)).toEqual(['a']);
    expect(find('group/rule', { ...scope, canonical: true })).toEqual(['a', 'b']);
  });

  it('agrees with covers', () => {
    const scope = { operation: 'SendBulkSms', kind: 'send' as const, binding: 'soap12', field: 'KeyID' };
    expect(register.filter((one) => covers(one, scope)).map(({ id }) => id)).toEqual([
      'all',
      'bulk',
      'key',
      'other',
      'excluded',
    ]);
  });
});

describe('blameIn', () => {
  const blame = blameIn([
    requirement('over-get', { binding: 'http-get' }),
    requirement('callable', { operation: 'SendBulkSms', cases: 'canonical' }),
    requirement('follows', { level: 'should' }),
    requirement('key', { field: 'KeyID' }),
  ]);
  const scope = { operation: 'SendBulkSms', kind: 'send' as const, binding: 'http-get', field: 'KeyID' };

  it('has a finding of the canonical case break all that covers it', () => {
    expect(blame('group/rule', { ...scope, canonical: true }, 'must')).toEqual({
      requirements: ['over-get', 'callable', 'follows', 'key'],
    });
  });

  it('has a finding of another case affect what the canonical cases judge alone', () => {
    expect(blame('group/rule', scope, 'must')).toEqual({
      requirements: ['over-get', 'follows', 'key'],
      affected: ['callable'],
    });
  });

  it.each([
    ['should', ['follows'], ['over-get', 'callable', 'key']],
    ['gap', [], ['over-get', 'callable', 'follows', 'key']],
  ] as const)('has a finding of level %s break only what is no stronger', (level, requirements, affected) => {
    expect(blame('group/rule', { ...scope, canonical: true }, level)).toEqual({ requirements, affected });
  });

  it('has a finding that names no field affect what is about one', () => {
    const { field: _, ...whole } = scope;
    expect(blame('group/rule', { ...whole, canonical: true }, 'must')).toEqual({
      requirements: ['over-get', 'callable', 'follows'],
      affected: ['key'],
    });
  });
});

it('the canonical case of an operation is no canonical one of another operation that it calls', () => {
  expect(isCanonical({ case: 'canonical', operation: 'SendBulkSms' }, 'SendBulkSms')).toBe(true);
  expect(isCanonical({ case: 'canonical', operation: 'ReportSmsWithPacketId' }, 'SendBulkSms')).toBe(false);
  expect(isCanonical({ case: 'message-xml', operation: 'SendBulkSms' }, 'SendBulkSms')).toBe(false);
});

describe('a finding names', () => {
  it('the requirement of its field and not that of another one', () => {
    const [finding] = judge({ edits: [['<PacketStatus>', '<PacketStatus xmlns="">']] });
    expect(finding?.requirements).toContain('packet-result.packet-status');
    expect(finding?.requirements).not.toContain('packet-result.packet-id');
  });

  it('the requirement of its binding and not that of another one', () => {
    const headers = [['Content-Type', 'text/xml']] as const;
    const [get] = judge({ binding: 'http-get', headers });
    expect(get?.requirements).toEqual(['bindings.http-get.response-charset']);
    const [soap] = judge({ binding: 'soap11', headers });
    expect(soap?.requirements).toEqual(['bindings.soap11.response-charset']);
  });

  it('the requirement of the field that the schema speaks of', () => {
    const nil = '<KeyID xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true">';
    const [finding] = judge({ edits: [['<KeyID>K-1', nil]] });
    expect(finding?.rule).toBe('result/schema');
    expect(finding?.requirements).toContain('delivery-result.key-id.type');
    expect(finding?.requirements).not.toContain('delivery-result.post-type.type');
  });
});
