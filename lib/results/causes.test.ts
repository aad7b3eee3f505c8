import { describe, expect, it } from 'vitest';
import {
  builtOf,
  type ChangedRecord,
  findingOf,
  plannedExchanges,
  recordOf,
  runOf,
} from '../../suites/support/report.ts';
import type { Masked } from '../model/running/masked.ts';
import type { ResultFinding } from '../model/running/results.ts';
import { ownText } from '../secrets/mask.ts';
import { causeKey, reportedCauses } from './causes.ts';

const exchanges = plannedExchanges('SendBulkSms/canonical');
const key = (finding: Partial<ResultFinding>) => causeKey(findingOf(finding));

describe('findings have one cause', () => {
  it('that were given one, at every place and level that the contract does not leave open', () => {
    const cause = 'result/field-once: none instead of one PacketID' as Masked;
    const one = { cause, path: '/a', level: 'must', actual: 'a' } as Partial<ResultFinding>;
    expect(key(one)).toBe(key({ ...one, path: '/b' as Masked, level: 'should', actual: 'b' as Masked }));
    expect(key(one)).not.toBe(key({ ...one, level: 'gap' }));
    expect(key(one)).not.toBe(key({ ...one, cause: 'another' as Masked }));
  });

  it.each(['rule', 'expected', 'actual'])('in results without causes, unless they differ in %s', (member) => {
    expect(key({})).toBe(key({ path: '/b' as Masked }));
    expect(key({})).not.toBe(key({ [member]: 'another' }));
  });
});

it('a cause explains its findings, or else the exchanges whose note it is, and is computed once', () => {
  const [first, second, third] = exchanges;
  if (!first || !second || !third) throw new Error('too few exchanges');
  const results = builtOf(runOf(exchanges), [
    recordOf(first, { verdict: 'failed', findings: [findingOf(), findingOf({ rule: 'http/status' })] }),
    recordOf(second, { verdict: 'failed', findings: [findingOf({ path: '/b' })] }),
    recordOf(third, { verdict: 'blocked', note: 'no PacketID' }),
  ]);
  const [one, other, noted] = results.exchanges;
  const { leads, others } = reportedCauses(results);
  const explained = leads.flatMap(({ causes }) => causes.map(({ explains }) => [...explains]));
  expect(explained).toEqual([[one?.findings[0], other?.findings[0]], [one?.findings[1]], [noted]]);
  expect(explained[2]?.[0]).toBe(noted);
  expect(others).toEqual([]);
  expect(reportedCauses(results)).toBe(reportedCauses(results));
});

it('a finding of an exchange that was blocked is about the operation of its step', () => {
  const [planned] = plannedExchanges('ReportSmsWithPacketId/canonical/soap11');
  const blocked = { verdict: 'blocked', findings: [findingOf()], blockedBy: 'result/field-once' } as const;
  const record = recordOf(planned, blocked);
  const results = builtOf(runOf([planned]), [{ ...record, steps: record.steps.slice(0, 1) }]);
  expect(results.causes.map(({ operations }) => operations)).toEqual([['SendBulkSms']]);
});

it('what an exchange shows twice it shows at its gravest', () => {
  const found = [
    findingOf({ level: 'should', message: ownText('should be') }),
    findingOf({ step: 1, message: ownText('must be') }),
  ];
  const records = exchanges.map((exchange) => recordOf(exchange, { verdict: 'failed', findings: found }));
  const results = builtOf(runOf(exchanges), records);
  expect(results.causes).toMatchObject([{ level: 'must', message: ownText('must be') }]);
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
  expect(causes[0]).not.toHaveProperty('blocks');
});

it('a cause that occurs in one variant alone says so, unless a smallest input says more', () => {
  const forms = plannedExchanges('ReportSmsWithPacketId/wire-form-round-trip/*/cdata');
  const titles = (changed: Partial<ResultFinding> = {}) => {
    const findings = [findingOf({ change: ownText('400 instead of 200'), ...changed })];
    const records = forms.map((exchange) => recordOf(exchange, { verdict: 'failed', findings }));
    return builtOf(runOf(forms), records).causes.map(({ change }) => change);
  };
  expect(titles()).toEqual(['400 instead of 200, only with cdata']);
  expect(titles({ smallest: ownText('KeyID "007"') })).toEqual(['400 instead of 200']);
});

it('a cause that occurs in one kind of request alone says so', () => {
  const titles = (...only: readonly (string | undefined)[]) => {
    const records = exchanges.map((exchange, index) => {
      const kind = only[index % only.length];
      const said = kind === undefined ? {} : { only: ownText(kind) };
      const findings = [findingOf({ change: ownText('400 instead of 200'), ...said })];
      return recordOf(exchange, { verdict: 'failed', findings });
    });
    return builtOf(runOf(exchanges), records).causes.map(({ change }) => change);
  };
  expect(titles('chunks')).toEqual(['400 instead of 200, only in requests with chunked bodies']);
  expect(titles('chunks', undefined)).toEqual(['400 instead of 200']);
});
