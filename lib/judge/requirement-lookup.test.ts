import { describe, expect, it } from 'vitest';
import { type ChangedReply, change, judge } from '../../suites/support/judged.ts';
import type { Level } from '../model/contract.ts';
import type { Requirement } from '../model/requirement.ts';
import { blameIn, isCanonical, requirementLookup, type Scope } from './requirement-lookup.ts';

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

const report = { operation: 'Report', kind: 'report', binding: 'soap11' } as const;
const send = { operation: 'SendBulkSms', kind: 'send', binding: 'soap11' } as const;

describe('requirementLookup', () => {
  const lookup = requirementLookup(register);

  it.each<[Scope, readonly string[]]>([
    [{ ...report, field: 'PostType' }, ['all', 'reports']],
    [{ ...report, binding: 'http-get', field: 'PostType' }, ['all', 'over-get', 'reports']],
    [{ ...send, field: 'KeyID' }, ['all', 'bulk', 'key']],
    [report, ['all', 'key', 'reports']],
    [
      { ...send, binding: 'http-get', field: 'KeyID' },
      ['all', 'over-get', 'bulk', 'key', 'bulk-over-get-key'],
    ],
  ])('finds those that cover %o, in the order of the register', (scope, ids) => {
    expect(lookup('group/rule', scope)).toEqual(ids);
  });

  it('finds nothing for a rule that no requirement names', () => {
    expect(lookup('group/unknown', send)).toEqual([]);
  });

  it.each<[Level | undefined, readonly string[]]>([
    ['should', ['follows']],
    ['must', ['stated']],
    ['gap', ['stated', 'follows']],
    [undefined, ['stated', 'follows']],
  ])('finds those of the level of a breach alone, where there are any: %s', (level, ids) => {
    const both = requirementLookup([requirement('stated'), requirement('follows', { level: 'should' })]);
    expect(both('group/rule', { ...report, ...(level && { level }) })).toEqual(ids);
  });

  it('leaves out what the canonical cases judge alone, unless the exchange is of one', () => {
    const find = requirementLookup([requirement('a'), requirement('b', { cases: 'canonical' })]);
    expect(find('group/rule', send)).toEqual(['a']);
    expect(find('group/rule', { ...send, canonical: true })).toEqual(['a', 'b']);
  });
});

describe('blameIn', () => {
  const blame = blameIn([
    requirement('over-get', { binding: 'http-get' }),
    requirement('callable', { operation: 'SendBulkSms', cases: 'canonical' }),
    requirement('follows', { level: 'should' }),
    requirement('key', { field: 'KeyID' }),
  ]);
  const scope = { ...send, binding: 'http-get' };
  const ofKey = { ...scope, field: 'KeyID' };

  it.each<[string, Scope, Level, broken: string, affected: string]>([
    ['the canonical case', { ...ofKey, canonical: true }, 'must', 'over-get callable follows key', ''],
    ['another case', ofKey, 'must', 'over-get follows key', 'callable'],
    ['level should', { ...ofKey, canonical: true }, 'should', 'follows', 'over-get callable key'],
    ['level gap', { ...ofKey, canonical: true }, 'gap', '', 'over-get callable follows key'],
    ['no field', { ...scope, canonical: true }, 'must', 'over-get callable follows', 'key'],
  ])('has a finding of %s break and affect', (_, where, level, broken, affected) => {
    const { requirements, affected: others = [] } = blame('group/rule', where, level);
    expect([requirements.join(' '), others.join(' ')]).toEqual([broken, affected]);
  });
});

it('the canonical case of an operation is no canonical one of another operation that it calls', () => {
  expect(isCanonical({ case: 'canonical', operation: 'SendBulkSms' }, 'SendBulkSms')).toBe(true);
  expect(isCanonical({ case: 'canonical', operation: 'ReportSmsWithPacketId' }, 'SendBulkSms')).toBe(false);
  expect(isCanonical({ case: 'message-xml', operation: 'SendBulkSms' }, 'SendBulkSms')).toBe(false);
});

const nil = '<KeyID xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true">';
const charset: ChangedReply = { binding: 'http-get', headers: [['Content-Type', 'text/xml']] };

it.each<[ChangedReply, own: string, other: string]>([
  [
    change('<PacketStatus>', '<PacketStatus xmlns="">'),
    'packet-result.packet-status',
    'packet-result.packet-id',
  ],
  [charset, 'bindings.http-get.response-charset', 'bindings.soap11.response-charset'],
  [change('<KeyID>K-1', nil), 'delivery-result.key-id.type', 'delivery-result.post-type.type'],
])(
  'a finding in %j names the requirement of its own field or binding: %s and not %s',
  (given, own, other) => {
    const [finding] = judge(given);
    expect(finding?.requirements).toContain(own);
    expect(finding?.requirements).not.toContain(other);
  },
);
