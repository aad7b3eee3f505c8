import { describe, expect, it } from 'vitest';
import { declaredCase, inputs } from '../../../suites/support/plan.ts';
import type { BindingId } from '../../model/contract.ts';
import type { Filters } from '../../model/running/settings.ts';
import { expand } from './expand.ts';
import { matcher, select } from './select.ts';

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
  if (!selection.ok) throw new Error(JSON.stringify(selection.error));
  return selection.value.map((exchange) => exchange.id);
}

function problems(filters: Filters, from = exchanges) {
  const selection = select(from, filters);
  if (selection.ok) throw new Error('selected something');
  return selection.error;
}

describe('select', () => {
  it('takes everything, in the order of the plan, where there is no filter', () => {
    expect(ids({ tag: [] })).toEqual(exchanges.map((exchange) => exchange.id));
  });

  it('finds a case by an earlier id as well, by each kind of pattern', () => {
    const renamed = expand([declaredCase({ id: 'canonical', aliases: ['empty-times'], bindings })], inputs);
    for (const pattern of ['empty-times', 'SendBulkSms/empty-*', 'SendBulkSms/empty-times/http-get']) {
      const selection = select(renamed, { case: [pattern] });
      const found = selection.ok ? selection.value.map(({ id }) => id) : selection.error;
      expect(found).toContain('SendBulkSms/canonical/http-get');
    }
  });

  it.each<[Filters, readonly string[]]>([
    [
      { binding: ['soap12', 'http-get'], tag: ['smoke'] },
      ['SendBulkSms/canonical/http-get', 'SingleShotSmsWithTypeAndKeyID/canonical/soap12'],
    ],
    [
      { operation: ['SendBulkSms'], level: ['should'], binding: ['soap11'] },
      ['SendBulkSms/text-plus/soap11/a', 'SendBulkSms/text-plus/soap11/b'],
    ],
    [
      { case: ['SendBulkSms/*'], exclude: ['*/canonical', '**/soap11/**'] },
      ['SendBulkSms/text-plus/http-get/a', 'SendBulkSms/text-plus/http-get/b'],
    ],
  ])('takes the values of one filter as alternatives and filters together: %j', (filters, expected) => {
    expect(ids(filters)).toEqual(expected);
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

  it('says which value matches nothing, what would, and what was meant', () => {
    const kind = 'unmatched';
    const bindings = ['http-get', 'soap11', 'soap12'];
    const cases = [
      ...['canonical', 'text-plus', 'SendBulkSms/canonical', 'SendBulkSms/text-plus'],
      'SingleShotSmsWithTypeAndKeyID/canonical',
    ];
    expect(problems({ tag: ['smoke', 'txts'], binding: ['soap13'], case: ['cannonical'] })).toEqual([
      { kind, filter: 'binding', value: 'soap13', allowed: bindings, nearest: 'soap11' },
      { kind, filter: 'case', value: 'cannonical', allowed: cases, nearest: 'canonical' },
      { kind, filter: 'tag', value: 'txts', allowed: ['smoke', 'texts'], nearest: 'texts' },
    ]);
  });

  it.each<[string, Filters, readonly object[]]>([
    ['a word with nothing near', { tag: ['zzz'] }, [{ kind: 'unmatched', allowed: ['smoke', 'texts'] }]],
    ['a word in other letters', { operation: ['sendbulksms'] }, [{ nearest: 'SendBulkSms' }]],
    ['a pattern where a word is asked for', { binding: ['soap*'] }, [{ value: 'soap*' }]],
    ['an empty pattern', { case: [''] }, [{ value: '' }]],
    ['a pattern that would exclude', { case: ['!canonical'] }, [{ value: '!canonical' }]],
    ['a mistyped operation', { case: ['SendBulkSmss/*'] }, [{ allowed: ['SendBulkSms/*'] }]],
    ['filters that match nothing together', { level: ['should'], tag: ['smoke'] }, [{ kind: 'empty' }]],
    [
      'excluding what is not there',
      { exclude: ['cannonical'] },
      [{ filter: 'exclude', nearest: 'canonical' }],
    ],
    ['excluding by an empty pattern', { exclude: [''] }, [{ filter: 'exclude', value: '' }]],
    ['excluding everything', { exclude: ['*/*'] }, [{ kind: 'empty', filters: ['exclude'] }]],
  ])('calls %s a problem', (_, filters, expected) => {
    const found = problems(filters);
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected);
  });

  it('calls an empty plan a problem', () => {
    expect(problems({}, [])).toEqual([{ kind: 'empty', filters: [] }]);
  });
});

it.each(['text-*', '*/canonical/soap12', ''])('a pattern takes what the filter takes: "%s"', (pattern) => {
  const selection = select(exchanges, { case: [pattern] });
  expect(exchanges.filter(matcher('case', pattern))).toEqual(selection.ok ? selection.value : []);
});
