import { Status, type StatusDetails, type TestResult } from 'allure-js-commons';
import { printable, printableLines } from '../../findings/finding-text.ts';
import type { Verdict } from '../../model/judging/verdict.ts';
import type { ExchangeRecord, ResultFinding } from '../../model/running/results.ts';
import type { Gate } from '../../model/running/settings.ts';
import { isError, isRed } from '../../results/summary.ts';

/** Labels about the machine and the program that ran the tests, which change from run to run and tell of neither contract nor target. */
const OF_THE_RUNNER: readonly string[] = ['package', 'host', 'thread', '_fallbackTestCaseId'];

/**
 * Makes the result that allure-vitest has of a test that of its exchange: how long its requests took instead of how
 * long the test waited for its verdict, whose fault it is by the verdict alone instead of by words in a message, and
 * no name that changes with the version of the suite.
 */
export function ofExchange(result: TestResult, record: ExchangeRecord, gate: Gate): void {
  const [first] = result.steps;
  const last = result.steps.at(-1);
  if (first?.start !== undefined) result.start = first.start;
  if (last?.stop !== undefined) result.stop = last.stop;
  result.fullName = record.id;
  result.titlePath = ['feature', 'story'].flatMap(
    (name) => result.labels.find((label) => label.name === name)?.value ?? [],
  );
  result.labels = result.labels.filter(({ name }) => !OF_THE_RUNNER.includes(name));
  result.status = allureStatus(record.verdict, gate);
  result.statusDetails = detailsOf(record, result.statusDetails);
}

/** Red is failed, or broken where the target is not to blame or nothing whole came back; what is known is neither red nor passed. */
export function allureStatus(verdict: Verdict, gate: Gate): Status {
  if (isError(verdict)) return Status.BROKEN;
  if (verdict === 'known-failure') return Status.SKIPPED;
  return isRed(verdict, gate) ? Status.FAILED : Status.PASSED;
}

/**
 * The rules that are broken, for the description has the findings; expected and actual of each line by line, so that
 * Allure shows how they differ.
 */
function detailsOf(
  { verdict, findings, note, known }: ExchangeRecord,
  { trace }: StatusDetails,
): StatusDetails {
  if (verdict === 'passed') return {};
  const reasons = verdict === 'known-failure' ? (known ?? []).map(({ reason }) => reason) : [];
  const rules = [...new Set(findings.map(({ rule }) => rule))].join(', ');
  const what = rules === '' ? verdict : `${verdict}: ${rules}`;
  const message = [what, note, ...reasons].filter(Boolean).join('\n');
  const place = trace?.split('\n').at(-1)?.trim();
  const side = (name: 'expected' | 'actual') =>
    findings.map((finding) => linesOf(finding, name)).join('\n\n');
  return {
    message: printableLines(message),
    ...(place === undefined ? {} : { trace: place }),
    ...(findings.length === 0 ? {} : { expected: side('expected'), actual: side('actual') }),
  };
}

function linesOf({ path, ...values }: ResultFinding, name: 'expected' | 'actual'): string {
  return [printable(path), `  ${printable(values[name])}`].join('\n');
}
