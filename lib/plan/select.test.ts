import { describe, expect, it } from 'vitest';
import type { BindingId } from '../model/contract.ts';
import type { DeclaredStep } from '../model/exchange.ts';
import type { Filters } from '../model/running/settings.ts';
import { expand } from './expand.ts';
import { matchesCase, select, withinBindings } from './select.ts';
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
    expect(ids({})).toEqual(exchanges.map((exchange) => exchange.id));
    expect(ids({ tag: [] })).toHaveLength(7);
  });

  it('finds a case by an earlier id as well, by each kind of pattern', () => {
    const renamed = expand([declaredCase({ id: 'canonical', aliases: ['empty-times'], bindings })], inputs);
    for (const pattern of ['empty-times', 'SendBulkSms/empty-*', 'SendBulkSms/empty-times/http-get']) {
      const selection = select(renamed, { case: [pattern] });
      const found = selection.ok ? selection.value.map(({ id }) => id) : selection.error;
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

  it('says which value matches nothing, what would, and what was meant', () => {
    const kind = 'unmatched';
    const bindings = ['http-get', 'soap11', 'soap12'];
    const cases = [
      'SendBulkSms/canonical',
      'SendBulkSms/text-plus',
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
    ['filters that match nothing together', { level: ['should'], tag: ['smoke'] }, [{ kind: 'empty' }]],
    [
      'excluding what is not there',
      { exclude: ['cannonical'] },
      [{ filter: 'exclude', nearest: 'canonical' }],
    ],
    ['excluding by an empty pattern', { exclude: [''] }, [{ filter: 'exclude', value: '' }]],
    ['excluding everything', { exclude: ['*/*'] }, [{ kind: 'empty', filters: ['exclude'] }]],
    [
      'excluding all that is chosen',
      { case: ['canonical'], exclude: ['canonical'] },
      [{ kind: 'empty', filters: ['case', 'exclude'] }],
    ],
  ])('calls %s a problem', (_, filters, expected) => {
    const found = problems(filters);
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected);
  });

  it('calls an empty plan a problem, and guesses nothing where nothing is near', () => {
    expect(problems({}, [])).toEqual([{ kind: 'empty', filters: [] }]);
    expect(problems({ tag: ['zzzzzzzz'] })[0]).not.toHaveProperty('nearest');
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

const send: DeclaredStep = {
  operation: 'SendBulkSms',
  over: 'same',
  with: {},
  capture: { packet: { field: 'PacketID' } },
};
/* biome-ignore lint/suspicious/noTemplateCurlyInString: the case language */
const report = { operation: 'ReportSmsWithPacketId', with: { PacketId: '${packet}' }, capture: {} };

const readAs = (id: string, over: string) =>
  declaredCase({ id, operation: 'ReportSmsWithPacketId', steps: [send, { ...report, over }] });
const everywhere = declaredCase({
  ...readAs('everywhere', 'every-binding'),
  expect: { sameContent: true, packet: {}, eachDelivery: {} },
});
const wide = expand(
  [declaredCase(), readAs('elsewhere', 'http-get'), readAs('here', 'same'), everywhere],
  inputs,
);

const idsAndSteps = (chosen: readonly string[] | undefined) =>
  withinBindings(wide, chosen).exchanges.map(({ case: id, steps }) => [
    id,
    ...steps.map(({ binding, reportsOn, rereads, values }) =>
      [binding, reportsOn, rereads, JSON.stringify(values.PacketId)].join(' ').trim(),
    ),
  ]);

describe('a plan within bindings', () => {
  it('stays as it is where no binding was chosen', () => {
    const same = { exchanges: wide, exchangesLeftOut: 0, stepsLeftOut: 0 };
    expect(withinBindings(wide, undefined)).toEqual(same);
    expect(withinBindings(wide, []).exchanges).toBe(wide);
  });

  it('leaves out steps over other bindings, and exchanges that ask over them only', () => {
    const asked = '0  {"step":0,"field":"PacketID"}';
    expect(idsAndSteps(['soap11'])).toEqual([
      ['hello', 'soap11'],
      ['here', 'soap11', `soap11 ${asked}`],
      ['everywhere', 'soap11', `soap11 ${asked}`, 'soap11 0 1 {"step":0,"field":"PacketID"}'],
    ]);
    expect(withinBindings(wide, ['soap11'])).toMatchObject({ exchangesLeftOut: 1, stepsLeftOut: 3 });
  });

  it('keeps references to earlier steps right when a step between them is left out', () => {
    const [only] = withinBindings(
      wide.filter(({ case: id }) => id === 'everywhere'),
      ['soap11', 'http-post'],
    ).exchanges;
    expect(only?.steps.map(({ binding, rereads }) => [binding, rereads])).toEqual([
      ['soap11', undefined],
      ['soap11', undefined],
      ['http-post', undefined],
      ['soap11', 1],
    ]);
  });

  it.each([
    ['http-get', ['soap11'], [[false, false], {}]],
    ['http-get', ['soap11', 'http-get'], [[false, true], { PacketStatus: '1' }]],
    ['every-binding', ['soap11'], [[false, true], { PacketStatus: '1' }]],
  ] as const)('asks of no other step what a case expects of its last, over %s', (over, chosen, expected) => {
    const last = { ...report, over };
    const expects = { sameContent: false, packet: { PacketStatus: '1' }, eachDelivery: {} };
    const steps = [send, ...(over === 'http-get' ? [{ ...report, over: 'same' }] : []), last];
    const declared = { ...readAs('asking', over), bindings: ['soap11'] as const, steps, expect: expects };
    const asking = expand([declaredCase(declared)], inputs);
    const [only] = withinBindings(asking, chosen).exchanges;
    expect([only?.steps.slice(-2).map((one) => one.expected === true), only?.expect.packet]).toEqual(
      expected,
    );
  });

  it('leaves out a step that needs what a step over another binding would capture', () => {
    const capturing = { ...report, over: 'http-get', capture: { packet: { field: 'PacketID' } } };
    const steps = [send, capturing, { ...report, over: 'same' }];
    const asking = expand([declaredCase({ ...readAs('asking', 'same'), steps })], inputs);
    const ofSoap = withinBindings(asking, ['soap11']).exchanges.map((one) => one.steps.length);
    expect(ofSoap).toEqual([1]);
  });

  it('is empty where every exchange asks over another binding', () => {
    const elsewhere = wide.filter(({ case: id }) => id === 'elsewhere');
    expect(withinBindings(elsewhere, ['soap11'])).toMatchObject({ exchanges: [], exchangesLeftOut: 1 });
  });
});
