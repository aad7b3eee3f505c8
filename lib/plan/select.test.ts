import { describe, expect, it } from 'vitest';
import type { BindingId } from '../model/contract.ts';
import type { Filters } from '../model/selection.ts';
import { expand } from './expand.ts';
import { matchesCase, select } from './select.ts';
import { declaredCase, inputs } from './testing.ts';

const bindings: readonly BindingId[] = ['soap11', 'http-get'];
const exchanges = expand(
  [
    declaredCase({ id: 'canonical', bindings, tags: ['smoke'] }),
    declaredCase({
      id: 'text-plus',
      bindings,
      tags: ['texts'],
      level: 'should',
      matrix: { t: { a: 'A', b: 'B' } },
    }),
    declaredCase({
      id: 'canonical',
      operation: 'SingleShotSmsWithTypeAndKeyID',
      bindings: ['soap12'],
      tags: ['smoke'],
    }),
  ],
  inputs,
);

function ids(filters: Filters): readonly string[] {
  const selection = select(exchanges, filters);
  if (!selection.ok) throw new Error(JSON.stringify(selection.problems));
  return selection.value.map((exchange) => exchange.id);
}

function problems(filters: Filters, from = exchanges) {
  const selection = select(from, filters);
  if (selection.ok) throw new Error('selected something');
  return selection.problems;
}

describe('select', () => {
  it('takes everything, in the order of the plan, where there is no filter', () => {
    expect(ids({})).toEqual(exchanges.map((exchange) => exchange.id));
    expect(ids({ tag: [] })).toHaveLength(7);
  });

  it('finds a case by an earlier id as well, by each kind of pattern', () => {
    const renamed = expand([declaredCase({ id: 'canonical', aliases: ['empty-times'], bindings })], inputs);
    for (const pattern of ['empty-times', 'SendBulkSms/empty-*', 'SendBulkSms/empty-times/http-get']) {
      const selection = select(renamed, { case: [pattern] });
      const found = selection.ok ? selection.value.map(({ id }) => id) : selection.problems;
      expect(found).toContain('SendBulkSms/canonical/http-get');
    }
  });

  it('takes the values of one filter as alternatives and filters together', () => {
    expect(ids({ binding: ['soap12', 'http-get'], tag: ['smoke'] })).toEqual([
      'SendBulkSms/canonical/http-get',
      'SingleShotSmsWithTypeAndKeyID/canonical/soap12',
    ]);
    expect(ids({ operation: ['SendBulkSms'], level: ['should'], binding: ['soap11'] })).toEqual([
      'SendBulkSms/text-plus/soap11/a',
      'SendBulkSms/text-plus/soap11/b',
    ]);
  });

  it.each([
    ['canonical', 3],
    ['SendBulkSms/canonical', 2],
    ['SendBulkSms/text-plus/soap11/b', 1],
    ['text-*', 4],
    ['SendBulkSms/*', 6],
    ['SendBulkSms/**', 6],
    ['*/canonical/soap12', 1],
    ['{canonical,text-plus}', 7],
    ['**/b', 2],
  ])('matches the case, the operation and case, or the whole id with %s', (pattern, count) => {
    expect(ids({ case: [pattern] })).toHaveLength(count);
  });

  it.each([
    [['canonical'], 4],
    [['SendBulkSms/canonical', '**/b'], 3],
    [['*/text-plus/http-get/**'], 5],
    [['{SendBulkSms,none}/*'], 1],
  ])('leaves out what matches %j', (patterns, count) => {
    const left = ids({ exclude: patterns });
    expect(left).toHaveLength(count);
    const out = patterns.flatMap((pattern) => ids({ case: [pattern] }));
    expect(left).toEqual(ids({}).filter((id) => !out.includes(id)));
  });

  it('leaves out of what the other filters take', () => {
    expect(ids({ case: ['SendBulkSms/*'], exclude: ['*/canonical', '**/soap11/**'] })).toEqual([
      'SendBulkSms/text-plus/http-get/a',
      'SendBulkSms/text-plus/http-get/b',
    ]);
  });

  it('calls a pattern that leaves nothing out, and one that leaves everything out, problems', () => {
    expect(problems({ exclude: ['cannonical', ''] })).toMatchObject([
      { kind: 'unmatched', filter: 'exclude', value: 'cannonical', nearest: 'canonical' },
      { kind: 'unmatched', filter: 'exclude', value: '' },
    ]);
    expect(problems({ exclude: ['*/*'] })).toEqual([{ kind: 'empty', filters: ['exclude'] }]);
    expect(problems({ case: ['canonical'], exclude: ['canonical'] })).toEqual([
      { kind: 'empty', filters: ['case', 'exclude'] },
    ]);
  });

  it('says which value matches nothing, what would, and what was meant', () => {
    expect(problems({ tag: ['smoke', 'txts'], binding: ['soap13'], case: ['cannonical'] })).toEqual([
      {
        kind: 'unmatched',
        filter: 'binding',
        value: 'soap13',
        allowed: ['http-get', 'soap11', 'soap12'],
        nearest: 'soap11',
      },
      {
        kind: 'unmatched',
        filter: 'case',
        value: 'cannonical',
        allowed: [
          'SendBulkSms/canonical',
          'SendBulkSms/text-plus',
          'SingleShotSmsWithTypeAndKeyID/canonical',
        ],
        nearest: 'canonical',
      },
      { kind: 'unmatched', filter: 'tag', value: 'txts', allowed: ['smoke', 'texts'], nearest: 'texts' },
    ]);
  });

  it('guesses nothing where nothing is near', () => {
    expect(problems({ tag: ['zzzzzzzz'] })).toStrictEqual([
      { kind: 'unmatched', filter: 'tag', value: 'zzzzzzzz', allowed: ['smoke', 'texts'] },
    ]);
  });

  it('compares words other than patterns to the letter', () => {
    expect(problems({ operation: ['sendbulksms'] })).toMatchObject([{ nearest: 'SendBulkSms' }]);
    expect(problems({ binding: ['soap*'] })).toMatchObject([{ value: 'soap*' }]);
  });

  it('takes an empty pattern, and one that would exclude, for one that matches nothing', () => {
    expect(problems({ case: ['', '!canonical'] })).toMatchObject([{ value: '' }, { value: '!canonical' }]);
  });

  it('calls it a problem when filters match something each but nothing together', () => {
    expect(problems({ level: ['should'], tag: ['smoke'] })).toEqual([
      { kind: 'empty', filters: ['tag', 'level'] },
    ]);
  });

  it('calls an empty plan a problem even without filters', () => {
    expect(problems({}, [])).toEqual([{ kind: 'empty', filters: [] }]);
  });
});

describe('matchesCase', () => {
  it.each(['canonical', 'text-*', 'SendBulkSms/*', '*/canonical/soap12', ''])(
    'takes the exchanges that the filter would take for %j',
    (pattern) => {
      const selection = select(exchanges, { case: [pattern] });
      expect(exchanges.filter(matchesCase(pattern))).toEqual(selection.ok ? selection.value : []);
    },
  );
});
