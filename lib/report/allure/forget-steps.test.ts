import type { TestResult } from 'allure-js-commons';
import { createDefaultWriter, ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import { expect, it } from 'vitest';
import { forgettingSteps } from './forget-steps.ts';

interface Kept {
  readonly state: { getStepResult(uuid: string): unknown };
}

it('a runtime of Allure keeps the steps of a test until they are to be forgotten, and its result whole', () => {
  const runtime = new ReporterRuntime({ writer: createDefaultWriter({}) });
  const { state } = runtime as unknown as Kept;
  const forget = forgettingSteps(runtime);
  const test = runtime.startTest({ name: 'a test' });
  const first = runtime.startStep(test, undefined, { name: 'first' });
  const second = runtime.startStep(test, first, { name: 'second' });
  if (first === undefined || second === undefined) throw new Error('no step was begun');
  runtime.stopStep(second);
  runtime.stopStep(first);
  expect(state.getStepResult(second)).toMatchObject({ name: 'second' });

  forget();

  expect([state.getStepResult(first), state.getStepResult(second)]).toEqual([undefined, undefined]);
  let result: TestResult | undefined;
  runtime.updateTest(test, (one) => {
    result = one;
  });
  expect(result?.steps).toMatchObject([{ name: 'first', steps: [{ name: 'second' }] }]);
});
