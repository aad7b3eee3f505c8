import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../suites/support/report.ts';
import { causeKey, causeText } from './causes.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const key = (finding: Parameters<typeof findingOf>[0], operation = 'SendBulkSms') =>
  causeKey(findingOf(finding), operation);

describe('findings have one cause', () => {
  it.each([
    ['numbers', '500 numbers', '12 numbers'],
    ['quoted texts', 'the text "first"', 'the text "sec\\"ond"'],
    ['a quoted text that was cut', 'the text "first…', 'the text "second'],
    ['identifiers', 'packet P000001', 'packet 7f3a-11'],
    ['cut ends', `${'long '.repeat(20)} one`, `${'long '.repeat(20)} two`],
    ['white space', 'a  b', 'a b'],
  ])('that differ in %s', (_, one, other) => {
    expect(key({ actual: one })).toBe(key({ actual: other }));
    expect(key({ expected: one })).toBe(key({ expected: other }));
  });

  it('at every place and level that the contract does not leave open, whatever operation they name', () => {
    expect(key({ path: '/a', level: 'must' })).toBe(key({ path: '/b', level: 'should' }));
    expect(key({ level: 'should' })).not.toBe(key({ level: 'gap' }));
    expect(key({ expected: 'one SendBulkSmsResponse' })).toBe(
      key({ expected: 'one ReportSingleShotSmsResponse' }, 'ReportSingleShotSms'),
    );
  });
});

describe('findings have two causes', () => {
  it.each([
    [{ rule: 'result/field-text' }, { rule: 'result/field-once' }],
    [{ actual: 'none' }, { actual: 'in another namespace' }],
    [{ expected: 'one PacketID' }, { expected: 'one PacketStatus' }],
    [
      { rule: 'http/status', actual: '500 Error: a' },
      { rule: 'http/status', actual: '404 Error: a' },
    ],
    [
      { rule: 'http/charset', actual: 'charset=iso-8859-1' },
      { rule: 'http/charset', actual: 'charset=iso-8859-9' },
    ],
    [
      { rule: 'delivery/texts', expected: '"a+b"', actual: '"a b"' },
      { rule: 'delivery/texts', expected: '"a+b"', actual: '""' },
    ],
  ])('as %o and %o', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });
});

it('the words for a cause are the same for all of its findings', () => {
  const words = (actual: string) => causeText(findingOf({ rule: 'http/status', actual }), 'SendBulkSms');
  expect(words('500 Error: packet P1 of "x"')).toBe('http/status: 500 Error: packet # of "…"');
  expect(words('500 Error: packet P2 of "y"')).toBe(words('500 Error: packet P1 of "x"'));
});

it('a finding of an exchange that was blocked is about the operation of its step', () => {
  const [planned] = plannedExchanges('ReportSmsWithPacketId/canonical/soap11');
  const blocked = { verdict: 'blocked', findings: [findingOf()], blockedBy: 'result/field-once' } as const;
  const record = recordOf(planned, blocked);
  const results = builtOf(runOf([planned]), [{ ...record, steps: record.steps.slice(0, 1) }]);
  expect(results.causes?.map(({ operations }) => operations)).toEqual([['SendBulkSms']]);
});

it('the causes of a run tell what they explain', () => {
  const twice = findingOf({ requirements: ['a'], affected: ['b', 'c'] });
  const weak = findingOf({ requirements: ['b'], level: 'should', actual: 'none' });
  const other = findingOf({ rule: 'http/status', actual: '500' });
  const changed: readonly ChangedRecord[] = [
    { verdict: 'warned', findings: [weak] },
    { verdict: 'failed', findings: [twice, twice] },
    { verdict: 'blocked', findings: [other], blockedBy: 'http/status' },
  ];
  const records = exchanges.map((exchange, index) => recordOf(exchange, changed[index]));
  const { causes } = builtOf(runOf(exchanges), records);
  expect(causes).toMatchObject([
    {
      ...{ id: 'c1', rule: 'result/field-once', level: 'must', requirements: ['b', 'a'], affected: ['c'] },
      ...{ exchanges: 2, verdicts: { warned: 1, failed: 1 }, first: 'SendBulkSms/canonical/soap11' },
      ...{ bindings: ['soap11', 'soap12'], operations: ['SendBulkSms'] },
    },
    { id: 'c2', rule: 'http/status', exchanges: 1, verdicts: { blocked: 1 }, blocks: 1 },
  ]);
  expect(causes?.[0]).not.toHaveProperty('blocks');
});
