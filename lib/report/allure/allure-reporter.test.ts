import { Stage, Status, type StatusDetails, type TestResult } from 'allure-js-commons';
import { describe, expect, it } from 'vitest';
import {
  type ChangedRecord,
  findingOf,
  listedOf,
  plannedExchanges,
  recordOf,
} from '../../../suites/support/report.ts';
import { verdicts } from '../../model/judging/verdict.ts';
import { isRed } from '../../results/verdict-counts.ts';
import { makeExchangeResult } from './allure-reporter.ts';

const [exchange] = plannedExchanges('SendBulkSms/canonical/soap11');

/** What is made of the result that allure-vitest has of a test. */
function resultOf(
  changed: ChangedRecord,
  status = Status.FAILED,
  statusDetails: StatusDetails = { message: 'assert', trace: 'Error: assert\n    at cases/x.yaml:3:5' },
): TestResult {
  const step = { statusDetails: {}, stage: Stage.FINISHED, steps: [], attachments: [], parameters: [] };
  const result: TestResult = {
    ...step,
    uuid: 'u',
    start: 5,
    stop: 6,
    status,
    statusDetails,
    fullName: 'suite:.build/0123/conformance.js#x',
    labels: [
      { name: 'host', value: 'this-machine' },
      { name: 'package', value: 'suite..build.0123' },
      { name: 'feature', value: 'SendBulkSms' },
      { name: 'story', value: 'SOAP 1.1' },
    ],
    links: [],
    steps: [
      { ...step, start: 10, stop: 20 },
      { ...step, start: 20, stop: 45 },
    ],
  };
  makeExchangeResult(result, recordOf(exchange, changed));
  return result;
}

describe('the result of an exchange', () => {
  it('is red for what makes the run red alone, and broken where the target is not to blame or said nothing whole', () => {
    const statuses = (gate: 'must' | 'should') =>
      verdicts.map((verdict) => [
        verdict,
        resultOf({ verdict }, isRed(verdict, gate) ? Status.FAILED : Status.PASSED).status,
      ]);
    expect(statuses('must')).toEqual([
      ['passed', 'passed'],
      ['failed', 'failed'],
      ['warned', 'unknown'],
      ['observed', 'passed'],
      ['blocked', 'failed'],
      ['not-read', 'broken'],
      ['known-failure', 'skipped'],
      ['fixed', 'failed'],
      ['transport-error', 'broken'],
      ['harness-error', 'broken'],
    ]);
    expect(Object.fromEntries(statuses('should'))).toMatchObject({ warned: 'failed', observed: 'passed' });
  });

  it('has the time of its requests, the place of its case, and no name of a machine or a version', () => {
    const result = resultOf({ verdict: 'transport-error' });
    expect([result.start, result.stop]).toEqual([10, 45]);
    expect(result).toMatchObject({
      fullName: 'SendBulkSms/canonical/soap11',
      titlePath: ['SendBulkSms', 'SOAP 1.1'],
      status: 'broken',
      statusDetails: { message: 'assert', trace: 'at cases/x.yaml:3:5' },
    });
    expect(JSON.stringify(result)).not.toMatch(/this-machine|0123/);
  });

  it('has the error of its test, and what was expected and was there, place by place, with nothing in it that acts on a screen', () => {
    const findings = [
      findingOf({ path: '/a', expected: 'one', actual: '\u001b[31mnone' }),
      findingOf({ path: '/b', expected: 'x', actual: 'y' }),
    ];
    expect(resultOf({ verdict: 'failed', findings }).statusDetails).toMatchObject({
      message: 'assert',
      expected: '/a\n  one\n\n/b\n  x',
      actual: '/a\n  \\u{1B}[31mnone\n\n/b\n  y',
    });
  });

  it('has nothing to say where it passed, and the reason where it is known', () => {
    expect(resultOf({}).statusDetails).toEqual({});
    const known = resultOf({ verdict: 'known-failure', known: [listedOf()] }, Status.PASSED, {});
    expect(known.statusDetails.message).toBe('known-failure\nthe old gateway never did');
  });
});
